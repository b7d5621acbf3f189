import { randomUUID } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metadata } from 'sharp'
import { file as contract, imageBytesMax } from '../../core/contract/file.ts'
import { formatDate } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { uploadSays } from '../../core/text.ts'
import { type Ctx, whoOf } from '../context.ts'
import { Upload } from '../http/form.ts'
import { implement, ownTransactions } from '../pipeline.ts'

const pixelsMax = 60_000_000
const framesMax = 1000
type Marks = readonly (readonly [string, (head: Buffer) => boolean])[]
/** How the formats begin. Nothing else is handed to the image library: it would also take apart an SVG of 200 MB. */
const imageMarks: Marks = [
  ['jpg', (head) => head.readUIntBE(0, 3) === 0xffd8ff],
  ['png', (head) => head.readUInt32BE(0) === 0x89504e47],
  ['gif', (head) => /^GIF8[79]a/.test(head.toString('latin1'))],
]
const videoMarks: Marks = [
  ['mp4', (head) => head.subarray(4, 8).toString('latin1') === 'ftyp'],
  ['webm', (head) => head.readUInt32BE(0) === 0x1a45dfa3],
]

interface Stored {
  readonly name: string
  readonly kind: 'image' | 'video'
  readonly size: number
  readonly width: number | null
  readonly height: number | null
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path)
  const { buffer } = await handle.read(Buffer.alloc(64), 0, 64, 0)
  await handle.close()
  return buffer
}

/** Names are ours alone: nothing of the caller's name gets into a path. */
const newName = (ctx: Ctx, ending: string) => `${formatDate(ctx.now).replaceAll('-', '')}-${randomUUID()}.${ending}`

/** Draws an image anew, which drops whatever else the file carried; what is no JPG, PNG or GIF is refused by its content. */
async function storeImage(ctx: Ctx, upload: Upload, folder: string, ending: string | undefined): Promise<Stored> {
  if (!ending) throw new Refused('BAD_INPUT', uploadSays.imageFormat)
  if (upload.size > imageBytesMax) throw new Refused('TOO_LARGE', uploadSays.imageSize)
  const { default: sharp } = await import('sharp')
  const name = newName(ctx, ending)
  const temporary = join(folder, `.${name}.part`)
  try {
    const image = sharp(upload.path, { limitInputPixels: pixelsMax, animated: ending === 'gif', failOn: 'error' })
    refuseEndless(await image.metadata())
    const info = await image
      .autoOrient()
      .toFormat(ending as 'jpeg', ending === 'jpg' ? { quality: 88 } : {})
      .toFile(temporary)
    await rename(temporary, join(folder, name))
    return { name, kind: 'image', size: info.size, width: info.width, height: info.pageHeight ?? info.height }
  } catch (error) {
    await rm(temporary, { force: true })
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error
    throw new Refused('BAD_INPUT', '图片已损坏或过大，无法处理，请换一张')
  }
}

/** The library's limit is for one frame; an animation is as large as all of them. */
function refuseEndless({ width, height, pageHeight = height, pages = 1 }: Metadata): void {
  if (pages > framesMax || width * pageHeight * pages > pixelsMax) throw new Error('too many frames')
}

async function store(ctx: Ctx, upload: Upload, type: string): Promise<Stored> {
  const folder = join(ctx.parts.dataDir, 'uploads')
  const head = await headOf(upload.path)
  const find = (marks: Marks) => marks.find(([, fits]) => fits(head))
  const video = find(videoMarks)
  if (!video) {
    if (type === 'video') throw new Refused('BAD_INPUT', uploadSays.choose)
    return storeImage(ctx, upload, folder, find(imageMarks)?.[0])
  }
  if (type === 'image') throw new Refused('BAD_INPUT', uploadSays.imageFormat)
  const name = newName(ctx, video[0])
  await rename(upload.path, join(folder, name))
  const { size } = await stat(join(folder, name))
  return { name, kind: 'video', size, width: null, height: null }
}

const show = (s: Stored) => ({
  newFileName: s.name,
  url: `/uploads/${s.name}`,
  kind: s.kind,
  size: s.size,
  width: s.width,
  height: s.height,
})

/** Stores all or none: a file that is refused takes the others back. */
async function storeAll(ctx: Ctx, uploads: readonly Upload[], type: string): Promise<Stored[]> {
  const who = whoOf(ctx)
  const stored: Stored[] = []
  try {
    for (const upload of uploads) stored.push(await store(ctx, upload, type))
    await ctx.transaction(async (inner) => {
      const rows = stored.map((s, i) => ({
        ...s,
        originalName: uploads[i]?.originalName ?? null,
        createdBy: who.userId,
        deptId: who.deptId,
        createdAt: ctx.now,
      }))
      const made = await inner.db.insertInto('file').values(rows).returning('id').execute()
      inner.record({ ids: made.map((row) => row.id), after: stored.map(({ name, size }) => ({ name, size })) })
    })
    return stored
  } catch (error) {
    for (const { name } of stored) await rm(join(ctx.parts.dataDir, 'uploads', name), { force: true })
    throw error
  }
}

/** Only what arrived as a file with this request: anything else could name a file of the machine. */
function listOf(file: unknown): Upload[] {
  const uploads: unknown[] = Array.isArray(file) ? file : [file]
  if (uploads.every((one) => one instanceof Upload)) return uploads
  throw new Refused('BAD_INPUT', uploadSays.choose)
}

export const file = implement(contract, {
  uploadName: ownTransactions(async (ctx: Ctx, input: { type: string; file: unknown }) => {
    const uploads = listOf(input.file)
    if (uploads.length > 1) throw new Refused('BAD_INPUT', '一次只能上传一个文件')
    const [stored] = await storeAll(ctx, uploads, input.type)
    return show(stored as Stored)
  }),
  uploadsName: ownTransactions(async (ctx: Ctx, input: { type?: string | null | undefined; file: unknown }) =>
    (await storeAll(ctx, listOf(input.file), input.type ?? '')).map(show),
  ),
})
