import type { SkinContentRow, SkinFileRow, SkinRow } from '../../../core/contract/template.ts'
import {
  fileSays,
  foldersFirst,
  isFixedFile,
  isSkinName,
  isSkinPath,
  isTextFile,
} from '../../../core/domain/skin-files.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { type Content, layersOf, shippedSkins } from '../../site/skin-files.ts'
import { activeSkin, needFileName, skinsOf } from './fit.ts'

/** Skins and their files as they are read. */

const bytesOf = (content: Content): number =>
  typeof content === 'string' ? Buffer.byteLength(content) : content.length

/** A file of a skin: what it is now, and where that comes from. */
interface Found {
  readonly content: Content
  readonly state: 'shipped' | 'edited' | 'own' | 'base'
}

/** All files that a skin has, by path. @throws Refused NOT_FOUND */
export async function filesFound(ctx: Ctx, skin: string): Promise<ReadonlyMap<string, Found>> {
  const [own, shipped, ...behind] = await layersOf(ctx.db, skin, skinsOf(ctx))
  const found = new Map<string, Found>()
  for (const layer of behind.toReversed())
    for (const [path, content] of layer.files) found.set(path, { content, state: 'base' })
  for (const [path, content] of shipped?.files ?? []) found.set(path, { content, state: 'shipped' })
  for (const [path, content] of own?.files ?? [])
    found.set(path, { content, state: found.has(path) ? 'edited' : 'own' })
  return found
}

/** What a file is without what was written of it here: as it was shipped, or as the skin behind has it. */
export async function beneath(ctx: Ctx, skin: string, path: string): Promise<Content | null> {
  const [, ...below] = await layersOf(ctx.db, skin, skinsOf(ctx))
  return below.find(({ files }) => files.has(path))?.files.get(path) ?? null
}

const keptOf = ({ db }: Ctx, skin: string) =>
  db
    .selectFrom('skinFile')
    .leftJoin('user', 'user.id', 'skinFile.updatedBy')
    .select(['skinFile.fileName', 'skinFile.version', 'skinFile.updatedAt', 'user.name as updatedByName'])
    .where('skinFile.skin', '=', skin)
    .execute()

/** The files of a skin as replies show them. */
export async function fileRows(ctx: Ctx, skin: string): Promise<SkinFileRow[]> {
  const found = await filesFound(ctx, skin)
  const kept = new Map((await keptOf(ctx, skin)).map((row) => [row.fileName, row]))
  return [...found].map(([path, { content, state }]) => {
    const fileName = `${skin}/${path}`
    const row = kept.get(fileName)
    return {
      ...{ name: path.slice(path.lastIndexOf('/') + 1), fileName, type: 'FILE' as const },
      ...{ kind: fileSays(path), state, size: bytesOf(content), version: row?.version ?? 0 },
      updatedAt: row ? formatTime(row.updatedAt) : null,
      updatedByName: row?.updatedByName ?? null,
    }
  })
}

/** Files that were made here and taken away: their wordings are kept, and bring them back. */
export async function goneRows(ctx: Ctx, skin: string): Promise<SkinFileRow[]> {
  const found = await filesFound(ctx, skin)
  const rows = await keptOf(ctx, skin)
  return rows.flatMap(({ fileName, version, updatedAt, updatedByName }): SkinFileRow[] => {
    const path = fileName.slice(skin.length + 1)
    if (found.has(path)) return []
    const told = { version, updatedAt: formatTime(updatedAt), updatedByName }
    const name = path.slice(path.lastIndexOf('/') + 1)
    return [{ name, fileName, type: 'FILE', kind: fileSays(path), state: 'gone', size: 0, ...told }]
  })
}

const folderRow = (fileName: string): SkinFileRow => ({
  ...{ name: fileName.slice(fileName.lastIndexOf('/') + 1), fileName, type: 'DIR' },
  ...{ kind: null, state: null, size: null, version: null, updatedAt: null, updatedByName: null },
})

/** What lies in a folder of a skin, folders first. @throws Refused NOT_FOUND, BAD_INPUT */
export async function childrenOf(ctx: Ctx, folder: string): Promise<SkinFileRow[]> {
  const [skin = '', ...parts] = folder.replace(/(?<!\/)\/$/, '').split('/')
  const within = parts.map((part) => `${part}/`).join('')
  // a folder is there where a file in it could be
  if (!isSkinName(skin) || (within !== '' && !isSkinPath(`${within}a.css`)))
    throw new Refused('BAD_INPUT', `「${folder}」不是皮肤或其中的文件夹`)
  const inside = (await fileRows(ctx, skin)).filter(({ fileName }) => fileName.startsWith(`${skin}/${within}`))
  const rest = (fileName: string) => fileName.slice(skin.length + 1 + within.length).split('/')
  const folders = new Set(
    inside.flatMap(({ fileName }) => (rest(fileName).length > 1 ? [rest(fileName)[0] as string] : [])),
  )
  if (inside.length === 0) throw new Refused('NOT_FOUND', `文件夹 ${folder} 不存在`)
  return foldersFirst([
    ...[...folders].map((name) => folderRow(`${skin}/${within}${name}`)),
    ...inside.filter(({ fileName }) => rest(fileName).length === 1),
  ])
}

/** One file with its content. @throws Refused NOT_FOUND, BAD_INPUT */
export async function fileRow(ctx: Ctx, fileName: string): Promise<SkinContentRow> {
  const { skin, path } = needFileName(fileName)
  const row = (await fileRows(ctx, skin)).find((one) => one.fileName === fileName)
  const content = (await filesFound(ctx, skin)).get(path)?.content
  if (!row || content === undefined) throw new Refused('NOT_FOUND', `文件 ${fileName} 不存在`)
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('base64')
  return { ...row, content: text, binary: !isTextFile(path), fixed: isFixedFile(path) }
}

/** All skins: those that come with the program, then those that were made here. */
export async function skinRows(ctx: Ctx): Promise<SkinRow[]> {
  const active = await activeSkin(ctx)
  const made = await ctx.db.selectFrom('skin').select(['name', 'title', 'base']).orderBy('id').execute()
  const edits = await ctx.db
    .selectFrom('skinFile')
    .select((eb) => ['skin', eb.fn.countAll<number>().as('n'), eb.fn.max('updatedAt').as('at')])
    .where('content', 'is not', null)
    .groupBy('skin')
    .execute()
  const shipped = shippedSkins(skinsOf(ctx))
  const all = [...shipped.values(), ...made.filter(({ name }) => !shipped.has(name))]
  const rows: SkinRow[] = []
  for (const { name, title, base } of all) {
    const edit = edits.find(({ skin }) => skin === name)
    rows.push({
      ...{ name, title, base, active: name === active, shipped: shipped.has(name) },
      files: (await filesFound(ctx, name)).size,
      edited: Number(edit?.n ?? 0),
      updatedAt: edit ? formatTime(Number(edit.at)) : null,
    })
  }
  return rows
}

/** One of them. @throws Refused NOT_FOUND */
export async function skinRow(ctx: Ctx, name: string): Promise<SkinRow> {
  const found = (await skinRows(ctx)).find((one) => one.name === name)
  if (!found) throw new Refused('NOT_FOUND', `网站皮肤 ${name} 不存在`)
  return found
}
