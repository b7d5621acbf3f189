import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import { isSkinName, isSkinPath, isTextFile, skinLimits } from '../../core/domain/skin-files.ts'
import { Refused } from '../../core/errors.ts'
import type { Schema } from '../db/tables.ts'

/** All files of a skin by their paths, texts as such; it can be handed to a thread. */
export interface SkinFiles {
  readonly name: string
  /** Tells one state of them from another. */
  readonly stand: string
  readonly files: Readonly<Record<string, string | Uint8Array>>
  /** Templates that were written here, whose pages are looked at when they are made. */
  readonly own: readonly string[]
}

/** A skin that comes with the program: what people call it, and the one behind it, whose files it has where it has none of its own. */
export interface Shipped {
  readonly name: string
  readonly title: string
  readonly base: string | null
  readonly files: Readonly<Record<string, string | Uint8Array>>
}

/** The folder of the shipped skins: in the package, beside the sources or the bundle alike. */
export function skinsFolder(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return join(at, 'server/site/skins')
    if (at === dirname(at)) throw new Error('找不到网站皮肤所在的目录')
  }
}

/** Plain files below a folder by their paths; links and odd names are no part of a skin. */
function filesBelow(folder: string): Record<string, string | Uint8Array> {
  const found: Record<string, string | Uint8Array> = {}
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = name.replaceAll('\\', '/')
    if (!isSkinPath(path) || !lstatSync(join(folder, name)).isFile()) continue
    found[path] = isTextFile(path) ? readFileSync(join(folder, name), 'utf8') : readFileSync(join(folder, name))
  }
  return found
}

/** What tells that nothing in a folder was changed: names, times and sizes of its files. */
const standOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { mtimeMs, size } = lstatSync(join(folder, name))
      return `${name} ${mtimeMs} ${size}`
    })
    .join('\n')

const read = new Map<string, { readonly stand: string; readonly skins: ReadonlyMap<string, Shipped> }>()

/** The skins that come with the program, by their names; read again when one of their files is changed. */
export function shippedSkins(folder = skinsFolder()): ReadonlyMap<string, Shipped> {
  const stand = standOf(folder)
  const known = read.get(folder)
  if (known?.stand === stand) return known.skins
  const skins = new Map<string, Shipped>()
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || !isSkinName(entry.name)) continue
    const about = join(folder, entry.name, 'skin.json')
    const said = existsSync(about) ? (JSON.parse(readFileSync(about, 'utf8')) as { title?: string; base?: string }) : {}
    const { title = entry.name, base = null } = said
    skins.set(entry.name, { name: entry.name, title, base, files: filesBelow(join(folder, entry.name)) })
  }
  read.set(folder, { stand, skins })
  return skins
}

type Reading = Kysely<Schema>

/** A skin and those behind it, the nearest first. @throws Refused NOT_FOUND where there is none of that name */
export async function chainOf(db: Reading, name: string, folder?: string): Promise<string[]> {
  const shipped = shippedSkins(folder)
  const chain: string[] = []
  const standsOn = async (one: string): Promise<string | null> => {
    const here = shipped.get(one)
    if (here) return here.base
    const made = await db.selectFrom('skin').select('base').where('name', '=', one).executeTakeFirst()
    if (!made) throw new Refused('NOT_FOUND', `网站皮肤 ${one} 不存在`)
    return made.base
  }
  for (let at: string | null = name; at !== null; ) {
    const base: string | null = await standsOn(at)
    chain.push(at)
    at = base !== null && !chain.includes(base) && chain.length < skinLimits.bases ? base : null
  }
  return chain
}

/** One file of one layer. */
export type Content = string | Uint8Array

const contentOf = (content: string, binary: 0 | 1): Content => (binary === 1 ? Buffer.from(content, 'base64') : content)

/** What was written here of some skins: their own wordings of files, by skin and path. */
async function written(db: Reading, skins: readonly string[]): Promise<Map<string, Map<string, Content>>> {
  const rows = await db
    .selectFrom('skinFile')
    .select(['skin', 'fileName', 'binary', 'content'])
    .where('skin', 'in', skins)
    .where('content', 'is not', null)
    .execute()
  const found = new Map(skins.map((skin) => [skin, new Map<string, Content>()]))
  for (const { skin, fileName, binary, content } of rows) {
    const path = fileName.slice(skin.length + 1)
    if (isSkinPath(path)) found.get(skin)?.set(path, contentOf(content ?? '', binary))
  }
  return found
}

/** The files of a skin and of those behind it, layer by layer, the nearest first: what was written here stands over what was shipped. */
export async function layersOf(
  db: Reading,
  name: string,
  folder?: string,
): Promise<{ readonly skin: string; readonly own: boolean; readonly files: ReadonlyMap<string, Content> }[]> {
  const chain = await chainOf(db, name, folder)
  const here = await written(db, chain)
  return chain.flatMap((skin) => [
    { skin, own: true, files: here.get(skin) ?? new Map<string, Content>() },
    { skin, own: false, files: new Map(Object.entries(shippedSkins(folder).get(skin)?.files ?? {})) },
  ])
}

/** Files under a name, with what tells their state. */
export function skinFiles(
  name: string,
  files: Readonly<Record<string, Content>>,
  own: readonly string[] = [],
): SkinFiles {
  const stand = createHash('sha256')
  for (const path of Object.keys(files).sort())
    stand
      .update(`${path}\0`)
      .update(files[path] as Content)
      .update('\0')
  return { name, stand: stand.digest('base64url'), files, own }
}

const kept = new Map<string, SkinFiles>()
const keptMost = 4

/** What a skin's files are made from, as a short text: nothing long is read to see that all is as it was. */
export async function stateOf(db: Reading, chain: readonly string[]): Promise<string> {
  const rows = await db
    .selectFrom('skinFile')
    .select(['id', 'version'])
    .where('skin', 'in', chain)
    .orderBy('id')
    .execute()
  return JSON.stringify([chain, rows.map(({ id, version }) => [id, version])])
}

const places = new WeakMap<object, number>()
let placed = 0
/** A database's own number in this process: tests have several. */
const placeOf = (db: object): number => {
  const known = places.get(db) ?? ++placed
  places.set(db, known)
  return known
}

/**
 * The files that a skin has at this moment, in every process alike: the shipped ones, over them those that were written here.
 * @param folder of the shipped skins
 * @throws Refused NOT_FOUND
 */
export async function loadSkinFiles(db: Reading, name: string, folder = skinsFolder()): Promise<SkinFiles> {
  const chain = await chainOf(db, name, folder)
  const shipped = shippedSkins(folder)
  const key = `${placeOf(db)} ${folder} ${read.get(folder)?.stand} ${await stateOf(db, chain)}`
  const known = kept.get(key)
  if (known) return known
  const layers = await layersOf(db, name, folder)
  const files: Record<string, Content> = {}
  const own = new Set<string>()
  for (const layer of layers.toReversed())
    for (const [path, content] of layer.files) {
      files[path] = content
      if (layer.own) own.add(path)
      else own.delete(path)
    }
  const made = skinFiles(name, files, [...own].filter((path) => path.endsWith('.liquid')).sort())
  if (shipped.size > 0) {
    if (kept.size >= keptMost) kept.delete(kept.keys().next().value as string)
    kept.set(key, made)
  }
  return made
}

/** A skin's files as they were shipped, with nothing of a database: what stands behind it too. */
export function shippedFiles(name: string, folder = skinsFolder()): SkinFiles {
  const skins = shippedSkins(folder)
  const files: Record<string, Content> = {}
  const chain: string[] = []
  for (let at: string | null = name; at !== null && !chain.includes(at); at = skins.get(at)?.base ?? null)
    chain.push(at)
  if (!skins.has(name)) throw new Refused('NOT_FOUND', `网站皮肤 ${name} 不存在`)
  for (const skin of chain.toReversed()) Object.assign(files, skins.get(skin)?.files)
  return skinFiles(name, files)
}

/** The same files with one of them otherwise; null: without it. */
export function withFile({ name, files }: SkinFiles, path: string, content: Content | null): SkinFiles {
  const { [path]: _before, ...others } = files
  return skinFiles(name, content === null ? others : { ...others, [path]: content })
}
