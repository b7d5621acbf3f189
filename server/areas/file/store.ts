import { randomUUID } from 'node:crypto'
import { chmod, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { imageBytesMax } from '../../../core/contract/file.ts'
import { defaultOf } from '../../../core/domain/settings.ts'
import { formatDate } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { uploadSays } from '../../../core/text.ts'
import { deptNow } from '../../access/dept-now.ts'
import { asStaff, type Ctx, visitorOf } from '../../context.ts'
import { fileModeIn } from '../../folder/closed.ts'
import { callerOf } from '../../http/caller.ts'
import { Upload } from '../../http/form.ts'
import { setting } from '../../settings.ts'
import { type Ending, keepPicture } from './picture.ts'

type Marks<Ending> = readonly (readonly [Ending, (head: Buffer) => boolean])[]
/** How the formats begin. Nothing else is handed to the image library: it would also take apart an SVG of 200 MB. */
const imageMarks: Marks<Ending> = [
  ['jpg', (head) => head.readUIntBE(0, 3) === 0xffd8ff],
  ['png', (head) => head.readUInt32BE(0) === 0x89504e47],
  ['gif', (head) => /^GIF8[79]a/.test(head.toString('latin1'))],
]
const videoMarks: Marks<string> = [
  ['mp4', (head) => head.subarray(4, 8).toString('latin1') === 'ftyp'],
  ['webm', (head) => head.readUInt32BE(0) === 0x1a45dfa3],
]

/** The format of a picture by how it begins; undefined: none that pages show. */
export const imageEnding = (bytes: Buffer): Ending | undefined =>
  bytes.length < 16 ? undefined : imageMarks.find(([, fits]) => fits(bytes))?.[0]

interface Stored {
  readonly name: string
  readonly kind: 'image' | 'video'
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  /** All files of it that lie in the uploads folder. */
  readonly names: readonly string[]
}

/** How a file begins. */
export async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path)
  const { buffer } = await handle.read(Buffer.alloc(64), 0, 64, 0)
  await handle.close()
  return buffer
}

/** Names are ours alone: nothing of the caller's name gets into a path. */
const newStem = (ctx: Ctx) => `${formatDate(ctx.now).replaceAll('-', '')}-${randomUUID()}`

/** The longest side of a picture in pixels; what is no such number, written past the server, counts as not set. */
async function longestSide(ctx: Ctx): Promise<number> {
  const side = Number(await setting(ctx.parts.db.read, 'upload.longestSide'))
  return Number.isInteger(side) && side > 0 ? side : Number(defaultOf('upload.longestSide'))
}

/** What is no JPG, PNG or GIF is refused by its content. */
async function storeImage(ctx: Ctx, upload: Upload, folder: string, ending: Ending | undefined): Promise<Stored> {
  if (!ending) throw new Refused('BAD_INPUT', uploadSays.imageFormat)
  if (upload.size > imageBytesMax) throw new Refused('TOO_LARGE', uploadSays.imageSize)
  const longest = await longestSide(ctx)
  try {
    const keep = () => keepPicture(upload.path, folder, newStem(ctx), ending, longest)
    const kept = await ctx.parts.work.pictures.run(callerOf(ctx.who, ctx.call.address), keep)
    return { ...kept, name: kept.names[0], kind: 'image' }
  } catch (error) {
    if (error instanceof Refused || (error as NodeJS.ErrnoException).code === 'ENOSPC') throw error
    throw new Refused('BAD_INPUT', '图片已损坏，无法处理，请换一张')
  }
}

async function store(ctx: Ctx, upload: Upload, type: string): Promise<Stored> {
  const folder = join(ctx.parts.dataDir, 'uploads')
  const head = await headOf(upload.path)
  const find = <E>(marks: Marks<E>) => marks.find(([, fits]) => fits(head))?.[0]
  const video = find(videoMarks)
  if (!video) {
    if (type === 'video') throw new Refused('BAD_INPUT', uploadSays.choose)
    return storeImage(ctx, upload, folder, find(imageMarks))
  }
  if (type === 'image') throw new Refused('BAD_INPUT', uploadSays.imageFormat)
  const name = `${newStem(ctx)}.${video}`
  await chmod(upload.path, fileModeIn(folder))
  await rename(upload.path, join(folder, name))
  const { size } = await stat(join(folder, name))
  return { name, names: [name], kind: 'video', size, width: null, height: null }
}

/** A file as replies show it. */
export const shownFile = (s: Stored) => ({
  newFileName: s.name,
  url: `/uploads/${s.name}`,
  kind: s.kind,
  size: s.size,
  width: s.width,
  height: s.height,
})

/**
 * Stores all or none: a file that is refused takes the others back.
 * @param also what is written in the same transaction
 */
export async function storeAll(
  ctx: Ctx,
  uploads: readonly Upload[],
  type: string,
  also: (ctx: Ctx) => Promise<void> = async () => {},
): Promise<Stored[]> {
  const staff = asStaff(ctx.who)
  const stored: Stored[] = []
  try {
    for (const upload of uploads) stored.push(await store(ctx, upload, type))
    await ctx.transaction(async (inner) => {
      const deptId = await deptNow(inner)
      const rows = stored.map(({ names: _names, ...s }, i) => ({
        ...s,
        originalName: uploads[i]?.originalName ?? null,
        createdBy: staff?.userId ?? null,
        deptId,
        peopleId: visitorOf(ctx)?.peopleId ?? null,
        createdAt: ctx.now,
      }))
      await also(inner)
      const made = await inner.db.insertInto('file').values(rows).returning('id').execute()
      inner.record({ ids: made.map((row) => row.id), after: stored.map(({ name, size }) => ({ name, size })) })
    })
    return stored
  } catch (error) {
    for (const name of stored.flatMap(({ names }) => names))
      await rm(join(ctx.parts.dataDir, 'uploads', name), { force: true })
    throw error
  }
}

/** Only what arrived as a file with this request: anything else could name a file of the machine. */
export function uploadsIn(file: unknown): Upload[] {
  const uploads: unknown[] = Array.isArray(file) ? file : [file]
  if (uploads.every((one) => one instanceof Upload)) return uploads
  throw new Refused('BAD_INPUT', uploadSays.choose)
}

/** The one file of a form. @throws Refused BAD_INPUT */
export function oneUpload(file: unknown): Upload[] {
  const uploads = uploadsIn(file)
  if (uploads.length > 1) throw new Refused('BAD_INPUT', '一次只能上传一个文件')
  return uploads
}
