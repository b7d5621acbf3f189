import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { videoBytesMax } from '../../core/contract/file.ts'
import { plainName } from '../../core/domain/unfit.ts'
import { Refused } from '../../core/errors.ts'
import { uploadSays } from '../../core/text.ts'
import type { Held } from './read.ts'

/** An upload that has arrived whole, under a temporary name. */
export class Upload {
  readonly path: string
  readonly originalName: string
  readonly size: number
  constructor(path: string, originalName: string, size: number) {
    this.path = path
    this.originalName = originalName
    this.size = size
  }
}

const filesMax = 20
const fieldsMax = 20
/** All files of a request together. */
const totalMax = videoBytesMax

const limits = {
  fileSize: videoBytesMax,
  files: filesMax,
  fields: fieldsMax,
  parts: filesMax + fieldsMax,
  fieldSize: 4096,
  fieldNameSize: 100,
  headerPairs: 50,
}

const mb = (bytes: number) => `${bytes / 1024 / 1024} MB`
/** What a form has too much of, by the parser's own code. */
const tooMuch: Readonly<Record<string, string>> = {
  FST_REQ_FILE_TOO_LARGE: uploadSays.fileSize,
  FST_FILES_LIMIT: `一次最多上传 ${filesMax} 个文件`,
  FST_FIELDS_LIMIT: `表单的字段不能超过 ${fieldsMax} 个`,
  FST_PARTS_LIMIT: `一次最多上传 ${filesMax} 个文件、${fieldsMax} 个字段`,
}

/** How much more may come, and what is said to more. */
interface Room {
  left: number
  readonly refusal: Refused
  /** What it takes of what may lie there at the same time. */
  readonly held: readonly Held[]
}

const tooMany = () => new Refused('TOO_MANY', '同时上传的文件过多，请等其他文件上传完再试')

/** Writes a part to a file; nothing of it stays when it does not arrive whole. */
async function keep(part: MultipartFile, folder: string, gone: AbortSignal, room: Room): Promise<Upload> {
  const path = join(folder, `.${randomUUID()}.part`)
  let size = 0
  part.file.on('data', (chunk: Buffer) => {
    size += chunk.length
    room.left -= chunk.length
    if (room.left < 0) part.file.destroy(room.refusal)
    else if (!room.held.every((held) => held.take(chunk.length))) part.file.destroy(tooMany())
  })
  try {
    await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal: gone })
    // one byte over the limit would otherwise pass, cut
    if (part.file.truncated) throw new Refused('TOO_LARGE', uploadSays.fileSize)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return new Upload(path, [...plainName(part.filename ?? '')].slice(0, 200).join(''), size)
}

/** Tells when the caller has gone before the request was whole: the form's reader waits for ever then. */
function goneOf(request: FastifyRequest): AbortController {
  const gone = new AbortController()
  request.raw.once('close', () => {
    if (!request.raw.complete) gone.abort()
  })
  return gone
}

const tooLarge = (most = totalMax) => new Refused('TOO_LARGE', `一次上传合计不能超过 ${mb(most)}，请分几次上传`)
const fileTooLarge = (most: number) => new Refused('TOO_LARGE', `附件不能超过 ${mb(most)}，请缩小或压缩后再上传`)
/** What a form has beside its files. */
const besideMax = 1024 * 1024
/** Time for the answer to arrive before the rest, which may have no end, is cut off. */
const answerMs = 2000

/** Fails once more has come than files and fields together may be: what stands before, between and after them counts for no part. */
function tooLong(request: FastifyRequest): Promise<never> {
  const { raw } = request
  let size = 0
  return new Promise((_, reject) => {
    raw.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= totalMax + besideMax) return
      reject(tooLarge())
      readNoFurther(request)
    })
  })
}

/** What is left of a form after its refusal is not taken apart any more: the parser goes on beyond its own limits, part for part. */
function readNoFurther({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
  setTimeout(() => raw.complete || raw.destroy(), answerMs).unref()
}

/** No upload takes so long: what is older was left by a process that died. */
const leftAfterMs = 3600_000

/** Removes uploads that never arrived whole. @returns how many */
export async function dropLeft(dataDir: string): Promise<number> {
  let dropped = 0
  const folder = join(dataDir, 'uploads')
  for (const name of await readdir(folder)) {
    if (!/^\..+\.part$/.test(name)) continue
    // one that has arrived meanwhile has another name
    const left = await stat(join(folder, name)).catch(() => null)
    if (!left || Date.now() - left.mtimeMs <= leftAfterMs) continue
    await rm(join(folder, name), { force: true })
    dropped += 1
  }
  return dropped
}

/** What the caller is to hear of an error, if it says anything; a full disk is the server's own. */
function tellable(error: unknown): unknown {
  const { code = '' } = error as { code?: string }
  if (error instanceof Refused || code === 'ENOSPC') return error
  return tooMuch[code] && new Refused('TOO_LARGE', tooMuch[code])
}

/** Removes what is left of uploads under temporary names. */
export const dropUploads = (uploads: readonly Upload[]): Promise<unknown> =>
  Promise.all(uploads.map((upload) => rm(upload.path, { force: true })))

/**
 * Reads a multipart request: text fields as they are, files into the uploads folder under temporary names.
 * @param strangers who is none of the staff sends one file, and no more than so many bytes, beside what others of them are sending
 * @returns the fields, with `file` as the list of uploads, and all uploads for whoever cleans up
 */
export async function readForm(
  request: FastifyRequest,
  dataDir: string,
  strangers?: { readonly most: number; readonly held: readonly Held[] },
): Promise<{ fields: Record<string, unknown>; uploads: Upload[] }> {
  // validation then names the file, and whatever else is missing
  if (!request.isMultipart()) return { fields: { file: undefined }, uploads: [] }
  const folder = join(dataDir, 'uploads')
  const gone = goneOf(request)
  const fields: Record<string, unknown> = {}
  const kept: Promise<Upload>[] = []
  try {
    const room = {
      left: strangers?.most ?? totalMax,
      refusal: strangers ? fileTooLarge(strangers.most) : tooLarge(),
      held: strangers?.held ?? [],
    }
    const parts = request.parts({ limits: strangers ? { ...limits, files: 1 } : limits })
    const over = tooLong(request)
    const failed = Promise.withResolvers<never>()
    for (const refusal of [over, failed.promise]) refusal.catch(() => undefined)
    for (;;) {
      // beside the writing of files: thousands of parts could else be read while one file is on its way to the disk
      const { value: part, done } = await Promise.race([parts.next(), over, failed.promise])
      if (done) break
      // a field is text; one that says it is JSON would come as any object, and could pose as an upload
      if (part.type === 'field' && typeof part.value !== 'string') throw new Refused('BAD_INPUT', '表单字段应为文本')
      if (part.type === 'field' && part.valueTruncated)
        throw new Refused('TOO_LARGE', `表单字段不能超过 ${limits.fieldSize} 字节`)
      if (part.type === 'field') fields[part.fieldname] = part.value
      else if (part.filename) {
        const file = keep(part, folder, gone.signal, room)
        file.catch(failed.reject)
        kept.push(file)
      } else part.file.resume()
    }
    const uploads = await Promise.all(kept)
    return { fields: { ...fields, file: uploads.length > 0 ? uploads : undefined }, uploads }
  } catch (error) {
    readNoFurther(request)
    gone.abort()
    const ended = await Promise.allSettled(kept)
    await dropUploads(ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
    // a file that ends with an error ends the form with another one
    const causes = [...ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])), error]
    throw (
      causes.map(tellable).find((cause) => cause !== undefined) ??
      new Refused('BAD_INPUT', '上传的内容不完整或格式不正确，请重新上传')
    )
  }
}
