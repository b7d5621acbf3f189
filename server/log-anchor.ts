import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { formatTime, parseTime } from '../core/domain/time.ts'
import type { Schema } from './db/tables.ts'
import { signAnchor, signHead } from './log.ts'
import { restoreCall } from './log-check.ts'
import type { Key } from './secret.ts'

/** What the log was at a time: so many rows, the last of them with this id and hash. Stands outside the database (docs/decisions/0003). */
export interface Anchor {
  readonly at: number
  readonly rows: number
  readonly id: number
  readonly hash: string
}

/** The anchors that a server keeps in its data folder, one in each line. */
export const anchorFile = 'log-anchors'
const everyMs = 60_000

/** An anchor as a line to keep. */
export const anchorLine = (key: Key, anchor: Anchor): string =>
  JSON.stringify({ ...anchor, at: formatTime(anchor.at), mac: signAnchor(key, anchor) })

/** Reads a line. @returns null when it is no anchor at all; `signed` false: not of this key, or altered */
export function readAnchor(key: Key, line: string): { anchor: Anchor; signed: boolean } | null {
  try {
    const { at, rows, id, hash, mac } = JSON.parse(line) as Record<string, unknown>
    const time = typeof at === 'string' ? parseTime(at, 'start') : null
    if (time === null || !Number.isSafeInteger(rows) || !Number.isSafeInteger(id) || typeof hash !== 'string')
      return null
    const anchor = { at: time, rows: rows as number, id: id as number, hash }
    return { anchor, signed: mac === signAnchor(key, anchor) }
  } catch {
    return null
  }
}

/** The anchors of a data folder. Lines that are none (the power went while one was written) are passed over; `forged` counts those with another signature. */
export async function readAnchors(dataDir: string, key: Key): Promise<{ anchors: Anchor[]; forged: number }> {
  const text = await readFile(join(dataDir, anchorFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const read = text.split('\n').flatMap((line) => readAnchor(key, line) ?? [])
  const anchors = read.filter(({ signed }) => signed).map(({ anchor }) => anchor)
  return { anchors, forged: read.length - anchors.length }
}

/** What the log is now; null while it has no rows. `signed` false: somebody meddled with its end. */
export async function headAnchor(
  db: Kysely<Schema>,
  key: Key,
  now: number,
): Promise<{ anchor: Anchor; signed: boolean } | null> {
  const head = await db
    .selectFrom('logHead')
    // in one statement, so that both are of one moment
    .select((eb) => [
      'rows',
      'hash',
      'mac',
      eb
        .selectFrom('log')
        .select((one) => one.fn.max('id').as('id'))
        .as('id'),
    ])
    .executeTakeFirstOrThrow()
  const { rows, hash, mac, id } = head
  if (rows === 0 || id === null) return null
  // to the second, as the line tells it
  return { anchor: { at: Math.floor(now / 1000) * 1000, rows, id, hash }, signed: mac === signHead(key, rows, hash) }
}

/** Whether the log still goes on from an anchor, or a row says why not. */
async function stillHolds(db: Kysely<Schema>, anchor: Anchor): Promise<boolean> {
  const row = await db.selectFrom('log').select('hash').where('id', '=', anchor.id).executeTakeFirst()
  if (row?.hash === anchor.hash) return true
  const told = await db
    .selectFrom('log')
    .select('id')
    .where('at', '>=', anchor.at)
    .where('kind', '=', 'system')
    .where('call', '=', restoreCall)
    .limit(1)
    .executeTakeFirst()
  return told !== undefined
}

async function append(file: string, line: string): Promise<void> {
  const handle = await open(file, 'a+', 0o600)
  try {
    const { size } = await handle.stat()
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    // what a broken line begins is not to take this one with it
    await handle.appendFile(`${size === 0 || buffer.toString() === '\n' ? '' : '\n'}${line}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes anchors while a server runs. */
export interface AnchorKeeper {
  /** Notes what the log is now, if it has grown. @returns what is wrong with it; null: nothing */
  note(): Promise<string | null>
  stop(): Promise<void>
}

export const setBackSays =
  '操作日志与数据目录中的锚点不符：数据库可能被换成了旧的，或末尾的日志被删除。请运行 xzx log verify 核对；若确是有意恢复，运行 xzx log accept --data 目录 --reason 原因 记录下来'

/**
 * Notes an anchor every minute in which the log grew, at start and at the end. Several servers over one database each keep their own.
 * @param tell told once of each thing that is wrong
 */
export async function keepAnchors(
  parts: { db: { read: Kysely<Schema> }; key: Key; dataDir: string; now(): number },
  tell: (says: string) => void,
): Promise<AnchorKeeper> {
  const { db, key, dataDir, now } = parts
  const { anchors, forged } = await readAnchors(dataDir, key)
  let last = anchors.at(-1)
  const told = new Set<string>()
  const report = (says: string) => {
    if (!told.has(says)) tell(says)
    told.add(says)
    return says
  }
  if (forged > 0) report(`${join(dataDir, anchorFile)} 中有 ${forged} 行的签名不符，可能被改动过`)

  const note = async () => {
    const head = await headAnchor(db.read, key, now())
    if (last && !(await stillHolds(db.read, last))) return report(setBackSays)
    if (!head) return null
    if (!head.signed) return report('操作日志末尾的签名不符，可能有日志被删除；请运行 xzx log verify 核对')
    if (last?.hash === head.anchor.hash) return null
    await append(join(dataDir, anchorFile), anchorLine(key, head.anchor))
    last = head.anchor
    return null
  }
  let running: Promise<unknown> = Promise.resolve()
  const inTurn = () => {
    const next = running.then(note)
    running = next.catch(() => undefined)
    return next
  }
  const timed = () => inTurn().catch((error: Error) => void report(`无法写入日志锚点：${error.message}`))
  const timer = setInterval(timed, everyMs).unref()
  await timed()
  return {
    note: inTurn,
    async stop() {
      clearInterval(timer)
      await timed()
    },
  }
}
