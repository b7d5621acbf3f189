import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { editor as contract, EditorAction } from '../../../core/contract/editor.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { plainName } from '../../../core/domain/unfit.ts'
import { Refused } from '../../../core/errors.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import { file as table } from '../../db/tables/file.ts'
import { callerOf } from '../../http/caller.ts'
import { Upload } from '../../http/form.ts'
import { allHold, equal } from '../../rows/condition.ts'
import { oneUpload, storeAll, uploadsIn } from '../file/store.ts'
import { editorConfig } from './config.ts'

type Asked = Parsed<typeof contract.exec>
type Action = (ctx: Ctx, asked: Asked) => Promise<Record<string, unknown>> | Record<string, unknown>
type Kind = 'image' | 'video' | ''

const success = 'SUCCESS'

const partPath = (ctx: Ctx) => join(ctx.parts.dataDir, 'uploads', `.${randomUUID()}.part`)

/** Stores an upload and answers it as the editor reads it. */
async function stored(ctx: Ctx, upload: Upload, kind: Kind) {
  const [made] = await storeAll(ctx, [upload], kind)
  const { name, size } = made as NonNullable<typeof made>
  const type = name.slice(name.lastIndexOf('.'))
  return {
    state: success,
    url: `/uploads/${name}`,
    title: upload.originalName,
    original: upload.originalName,
    type,
    size,
  }
}

/** What came as a file of a form. */
const uploaded =
  (kind: Kind): Action =>
  async (ctx, { file }) =>
    stored(ctx, oneUpload(file)[0] as Upload, kind)

/** A drawing comes as text; what is no picture is refused by its content as any other. */
async function scrawl(ctx: Ctx, { upfile, file }: Asked) {
  if (file) return stored(ctx, uploadsIn(file)[0] as Upload, 'image')
  const bytes = Buffer.from((upfile ?? '').replace(/^data:image\/png;base64,/, ''), 'base64')
  if (bytes.length < 64) throw new Refused('BAD_INPUT', '没有收到涂鸦的图片，请重新保存')
  const path = partPath(ctx)
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
    return await stored(ctx, new Upload(path, '涂鸦.png', bytes.length), 'image')
  } finally {
    await rm(path, { force: true })
  }
}

/** What the last part of an address calls a picture; signs that are no UTF-8 stay as they are. */
function nameIn(source: string): string {
  const last = new URL(source).pathname.split('/').at(-1) ?? ''
  try {
    return [...plainName(decodeURIComponent(last))].slice(0, 200).join('')
  } catch {
    return last.slice(0, 200)
  }
}

/** Brings one picture of another site; it is as any upload from then on. */
async function caught(ctx: Ctx, source: string) {
  const path = partPath(ctx)
  try {
    if (!/^https?:\/\//i.test(source) || !URL.canParse(source)) return { source, state: '不是网址' }
    const brought = await ctx.parts.ports.pictures.bring(source, path)
    if (typeof brought !== 'number') return { source, state: brought.refused }
    return { source, ...(await stored(ctx, new Upload(path, nameIn(source), brought), 'image')) }
  } catch (error) {
    if (error instanceof Refused) return { source, state: error.message }
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

/** One after the other: each may be 10 MB, and one that fails keeps none of the others. */
async function catchImages(ctx: Ctx, { source }: Asked) {
  const list: Record<string, unknown>[] = []
  const alive = () => !ctx.call.gone()
  const bring = async () => {
    for (const one of [source ?? []].flat()) if (alive()) list.push(await caught(ctx, one))
  }
  await ctx.parts.work.brought.run(callerOf(ctx.who, ctx.call.address), bring, alive)
  return { state: list.length > 0 ? success : '没有要抓取的图片', list }
}

const listMax = 100

/** Files that the caller may see, the newest first. */
const listed =
  (kind: Exclude<Kind, ''>): Action =>
  async (ctx, { start = 0, size = 20 }) => {
    const all = ctx.db.selectFrom('file').where(allHold([...scopeOf(ctx, table), ...equal('kind', kind)]))
    const rows = await all
      .select(['name', 'createdAt'])
      .orderBy('id', 'desc')
      .limit(Math.min(size, listMax))
      .offset(start)
      .execute()
    const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const list = rows.map(({ name, createdAt }) => ({ url: `/uploads/${name}`, mtime: Math.floor(createdAt / 1000) }))
    return { state: success, list, start, total: Number(total) }
  }

export const actions: Readonly<Record<EditorAction, Action>> = {
  config: () => editorConfig as Record<string, unknown>,
  uploadimage: uploaded('image'),
  uploadscrawl: scrawl,
  uploadvideo: uploaded('video'),
  uploadfile: uploaded(''),
  catchimage: catchImages,
  listimage: listed('image'),
  listfile: listed('video'),
}
