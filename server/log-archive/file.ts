import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { flush } from '../backup/files.ts'
import { DataFault, isThere, NotThere } from '../data.ts'
import type { Schema } from '../db/tables.ts'
import { makeFolder } from '../folder/closed.ts'
import { type ArchivedPart, signArchived } from '../log.ts'
import { chainOf, type LogRow, lostCall, restoreCall } from '../log-check.ts'
import type { Key } from '../secret.ts'
import { logBase } from './base.ts'
import type { Month } from './plan.ts'

/** Where a data folder keeps the months that left the database. */
export const archiveFolder = 'log-archive'

/** The lines of an archive: its first, a row of the log each, and its last, with the signature. */
const format = 'xzx-log-archive-1'
const unfinished = '.part'

type Row = LogRow & { readonly at: number; readonly kind: string; readonly call: string; readonly after: string | null }

/** The first line. What it says is believed once the last one, which is signed, says the same; what is told before that is at least a month and numbers. */
const firstPart = z.strictObject({
  ...{ format: z.literal(format), month: z.string().regex(/^\d{4}-\d{2}$/) },
  ...{ firstId: z.int(), lastId: z.int(), count: z.int() },
})

/** The last line, which anybody may have written who reaches the file. */
const signedPart = z.strictObject({
  ...{ month: z.string(), firstId: z.int(), lastId: z.int(), count: z.int(), rows: z.int() },
  ...{ previous: z.string(), hash: z.string(), sha256: z.string(), mac: z.string() },
  records: z.array(z.object({ call: z.string(), at: z.number(), after: z.string().nullable() })),
}) satisfies z.ZodType<ArchivedPart>
type SignedPart = z.infer<typeof signedPart>

/** What a line says; null: it is none of these. */
function readAs<T>(part: z.ZodType<T>, line: string): T | null {
  try {
    return part.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
const readEnd = (line: string): SignedPart | null => readAs(signedPart, line)

/** Whether a line is the last one of an archive, signed with this key. */
export function isSignedEnd(key: Key, line: string): boolean {
  const part = readEnd(line)
  return part !== null && part.mac === signArchived(key, part)
}

const speaksOfAnchors = ({ kind, call }: Row) => kind === 'system' && [restoreCall, lostCall].includes(call)

const firstLine = ({ month, firstId, lastId, count }: Month) =>
  JSON.stringify({ format, month, firstId, lastId, count })

/** The lines of a part of the log; what they came to is told behind the last one. */
async function* linesOf(db: Kysely<Schema>, key: Key, { month, firstId, lastId, count }: Month, until: number) {
  const base = await logBase(db, key)
  const hash = createHash('sha256')
  const records = [...(base?.records ?? [])]
  let end = ''
  let found = 0
  yield `${firstLine({ month, firstId, lastId, count })}\n`
  for (let after = firstId - 1; after < lastId; ) {
    const batch = await db
      .selectFrom('log')
      .selectAll()
      .where('id', '>', after)
      .where('id', '<=', lastId)
      .orderBy('id')
      .limit(500)
      .execute()
    for (const row of batch) {
      if (row.at >= until) throw new DataFault(`第 ${row.id} 号日志还没有到归档的期限，没有归档 ${month}`)
      const line = `${JSON.stringify(row)}\n`
      hash.update(line)
      yield line
      if (speaksOfAnchors(row)) records.push({ call: row.call, at: row.at, after: row.after })
      end = row.hash
      after = row.id
      found += 1
    }
    if (batch.length === 0) break
  }
  if (found !== count) throw new DataFault(`${month} 应有 ${count} 条日志，只读到 ${found} 条，没有归档`)
  const part: ArchivedPart = {
    ...{ month, firstId, lastId, count, rows: (base?.rows ?? 0) + found, previous: base?.hash ?? '', hash: end },
    ...{ sha256: hash.digest('hex'), records },
  }
  yield `${JSON.stringify({ ...part, mac: signArchived(key, part) })}\n`
}

/** What a check of an archive found. */
export interface CheckedArchive {
  readonly whole: boolean
  readonly month: string | null
  /** So many rows were read and fit. */
  readonly rows: number
  readonly firstId: number | null
  readonly lastId: number | null
  /** The first row that does not fit; null: none does, or it is not a row. */
  readonly brokenAt: number | null
  readonly says: string
  /** Its last line, where all of it fits. */
  readonly part: ArchivedPart | null
}

/** Characters of a line: the last one has a record for each time that the data were set back. */
const lineMost = 16_000_000

export const another = '请用备份中的同一文件核对'

/** Follows the lines of an archive. */
function archiveLines(key: Key) {
  const hash = createHash('sha256')
  let state: 'first' | 'rows' | 'ended' = 'first'
  let head: Partial<Month> = {}
  let first = ''
  let previous = ''
  let chain: ReturnType<typeof chainOf> | null = null
  let pending: string | null = null
  let lastId: number | null = null
  let rows = 0
  let wrong: { brokenAt: number | null; says: string } | null = null
  const fail = (says: string, brokenAt: number | null = null) => {
    wrong ??= { brokenAt, says: `${says}。${another}` }
  }
  const row = (line: string) => {
    let read: Row
    try {
      read = JSON.parse(line) as Row
    } catch {
      return fail(`第 ${rows + 1} 条日志（${lastId ?? head.firstId} 号附近）无法识别，文件被改动或损坏`)
    }
    if (!Number.isSafeInteger(read?.id))
      return fail(`第 ${rows + 1} 条（${lastId ?? head.firstId} 号附近）不是日志，文件被改动或重复写入`)
    // the first one names what it goes on from, which the signed last line must name too
    if (rows === 0) previous = read.previous
    chain ??= chainOf(key, { previous, sealed: previous !== '' })
    const says = chain.next(read)
    if (says) return fail(says, read.id)
    hash.update(`${line}\n`)
    rows += 1
    lastId = read.id
    if (rows === 1 && head.firstId !== read.id) fail(`首条应为第 ${head.firstId} 号日志，却是第 ${read.id} 号`, read.id)
  }
  return {
    wrong: () => wrong,
    next(line: string) {
      if (wrong) return
      if (state === 'first') {
        state = 'rows'
        first = line
        head = readAs(firstPart, line) ?? {}
        if (head.month === undefined) fail('这不是日志的归档文件，或开头被改动过')
        return
      }
      // the last line is no row, and known when no other follows
      if (pending !== null) row(pending)
      pending = line
    },
    end(cut: boolean): CheckedArchive {
      const part = wrong || cut || pending === null ? null : readEnd(pending)
      const { month, firstId, count } = head
      if (!wrong) {
        if (cut || !part) fail(`文件不完整：读到第 ${lastId ?? 0} 号日志（${rows} 条）之后损坏或被截断`)
        else if (part.mac !== signArchived(key, part)) fail('签名不符：文件末尾被改动过，或密钥不是当时的')
        else if (rows !== part.count || rows !== count) fail(`应有 ${part.count} 条日志，实有 ${rows} 条`)
        else if (chain?.end() !== part.hash || lastId !== part.lastId) fail('末条日志与签名所记的不同')
        else if (previous !== part.previous || first !== firstLine(part)) fail('文件开头与签名所记的不同')
        else if (hash.digest('hex') !== part.sha256) fail('内容的 SHA-256 与签名所记的不同')
      }
      const about = { month: month ?? null, rows, firstId: firstId ?? null, lastId }
      if (wrong) return { whole: false, ...about, ...wrong, part: null }
      const says = `归档完整：${month}，第 ${firstId}–${lastId} 号，共 ${rows} 条，没有被改动`
      return { whole: true, ...about, brokenAt: null, says, part }
    },
  }
}

export const noSuchFile = (file: string): NotThere =>
  new NotThere(`没有这个文件：${file}`, `应为数据目录下 ${archiveFolder} 中的文件`)

/**
 * Reads an archive line by line, flat in memory, until it ends or enough was seen.
 * @returns whether it is cut off or damaged, or has a line that is longer than any that is written
 */
export async function eachLine(file: string, next: (line: string) => boolean): Promise<boolean> {
  let pieces: string[] = []
  let length = 0
  try {
    await pipeline(createReadStream(file), createGunzip(), async (text: AsyncIterable<Buffer>) => {
      const decoder = new TextDecoder('utf-8', { fatal: true })
      for await (const chunk of text) {
        const [end = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
        pieces.push(end)
        length += end.length
        if (length > lineMost) return
        if (others.length === 0) continue
        const rest = others.pop() ?? ''
        for (const line of [pieces.join(''), ...others]) if (!next(line)) return
        pieces = [rest]
        length = rest.length
      }
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EISDIR')
      throw new NotThere(
        `这是目录，不是归档文件：${file}`,
        `写出其中的归档文件，可以一次写几个：${join(file, 'log-*.ndjson.gz')}`,
      )
    return true
  }
  return length > 0
}

/**
 * Checks an archive: signature, chain, count and SHA-256; flat in memory.
 * @throws NotThere where there is no such file
 */
export async function checkArchive(key: Key, file: string): Promise<CheckedArchive> {
  if (!isThere(file)) throw noSuchFile(file)
  const along = archiveLines(key)
  return along.end(
    await eachLine(file, (line) => {
      along.next(line)
      return along.wrong() === null
    }),
  )
}

/** What the archive of a month is called; the second one of the same month gets a number. */
export const nameOfMonth = (month: string, n = 1): string => `log-${month}${n === 1 ? '' : `-${n}`}.ndjson.gz`

/** Whether it is one of these names. */
export const isNameOf = (name: string, month: string): boolean => {
  const [first = '', ending = ''] = nameOfMonth(month).split('.ndjson')
  return (
    name.startsWith(first) &&
    name.endsWith(`.ndjson${ending}`) &&
    /^(?:-\d+)?$/.test(name.slice(first.length, -`.ndjson${ending}`.length))
  )
}

/** Whether an archive of any month is called so. */
export const isArchiveName = (name: string): boolean => {
  const [, month] = /^log-(\d{4}-\d{2})/.exec(name) ?? []
  return month !== undefined && isNameOf(name, month)
}

/** A name that is free, or has just these rows already: a run ended before they were taken out of the database. */
async function nameFor(
  folder: string,
  key: Key,
  { month, firstId, lastId }: Month,
  hash: string | undefined,
): Promise<{ file: string; part: ArchivedPart | null }> {
  for (let n = 1; ; n += 1) {
    const file = nameOfMonth(month, n)
    if (!existsSync(join(folder, file))) return { file, part: null }
    const { part } = await checkArchive(key, join(folder, file))
    if (part?.firstId === firstId && part.lastId === lastId && part.hash === hash) return { file, part }
  }
}

/**
 * Writes a part of the log into a file of its own, and reads it back before it counts. What is there already is kept.
 * @param until no row that is as young as this is written
 * @throws DataFault where something does not fit; then no file is left
 */
export async function writeArchive(
  db: Kysely<Schema>,
  key: Key,
  { dataDir, month, until }: { readonly dataDir: string; readonly month: Month; readonly until: number },
): Promise<{ readonly file: string; readonly part: ArchivedPart }> {
  const folder = join(dataDir, archiveFolder)
  makeFolder(folder, 0o700)
  const end = await db.selectFrom('log').select('hash').where('id', '=', month.lastId).executeTakeFirst()
  const { file, part } = await nameFor(folder, key, month, end?.hash)
  if (part) return { file, part }
  const path = join(folder, file)
  const temporary = `${path}${unfinished}`
  try {
    await pipeline(
      Readable.from(linesOf(db, key, month, until)),
      createGzip(),
      createWriteStream(temporary, { mode: 0o600 }),
    )
    await flush(temporary)
    const found = await checkArchive(key, temporary)
    if (!found.part) throw new DataFault(`写出的归档核对不符：${found.says}`)
    renameSync(temporary, path)
    await flush(dirname(path))
    return { file, part: found.part }
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
