import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { formatTime, parseTime } from '../core/domain/time.ts'
import { Refused } from '../core/errors.ts'
import { madeAt } from './db/migrations.ts'
import type { Db } from './db/open.ts'
import type { Schema } from './db/tables.ts'
import { plainReason } from './full-disk.ts'
import { appendLog, signAnchor, signHead } from './log.ts'
import { archivesOf, type LogBase, logBase } from './log-archive/base.ts'
import { archiveFolder } from './log-archive/file.ts'
import { putBack, type Wanting, wantingAmong, wantingSays } from './log-archive/wanting.ts'
import {
  anchorRecords,
  type CheckedLog,
  checkLog,
  emptiedSays,
  headlessSays,
  headOf,
  isEmptied,
  keepAsItIs,
  lostCall,
  lostSays,
  restoreCall,
  type SetBack,
} from './log-check.ts'
import type { AnchorKeeper, LogState } from './log-state.ts'
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

interface Read {
  readonly anchors: readonly Anchor[]
  /** So many lines have another signature. */
  readonly forged: number
  /** Whether there is any line that this server signed: one is written before the log has its first row. */
  readonly begun: boolean
}

/** The anchors of a data folder. Lines that are none (the power went while one was written) are passed over. */
export async function readAnchors(dataDir: string, key: Key): Promise<Read> {
  const text = await readFile(join(dataDir, anchorFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const read = text.split('\n').flatMap((line) => readAnchor(key, line) ?? [])
  const signed = read.filter(({ signed }) => signed).map(({ anchor }) => anchor)
  const anchors = signed.filter(({ rows }) => rows > 0)
  return { anchors, forged: read.length - signed.length, begun: signed.length > 0 }
}

/** Checks a log against the anchors of its data folder, and those that were kept elsewhere. */
export async function checkAgainst(
  db: Kysely<Schema>,
  key: Key,
  dataDir: string,
  { brought = [], assumed }: { readonly brought?: readonly Anchor[]; readonly assumed?: SetBack } = {},
): Promise<CheckedLog> {
  // before the log: what they say must be in it
  const { anchors, forged, begun } = await readAnchors(dataDir, key)
  const found = await withArchives(db, key, dataDir, {
    found: await checkLog(db, key, [...anchors, ...brought], assumed && { assumed }),
    assumed,
  })
  if (found.whole && found.rows === 0 && !assumed && (await isEmptied(db)))
    return { ...found, whole: false, says: emptiedSays }
  if (found.whole && forged > 0)
    return {
      ...found,
      whole: false,
      says: `日志的留存记录（锚点文件 ${anchorFile}）中有 ${forged} 行不是本系统写的，可能被改动过。${keepAsItIs}`,
    }
  return begun || found.rows === 0 ? found : { ...found, warning: lostSays(null) }
}

/** What a check found, and what is wrong with the files of archived months. */
async function withArchives(
  db: Kysely<Schema>,
  key: Key,
  dataDir: string,
  { found, assumed }: { readonly found: CheckedLog; readonly assumed: SetBack | undefined },
): Promise<CheckedLog> {
  const kept = await archivesKept(db, key)
  const wanting = await wantingOf(kept, key, dataDir, assumed?.archives)
  if (wanting.length === 0) return found.whole ? { ...found, says: `${found.says}${goneSays(kept, dataDir)}` } : found
  const says = `${wantingSays(wanting)}。${putBack}`
  return { ...found, whole: false, says: found.whole ? says : `${found.says}；${says}` }
}

/** The archives that the database names, the oldest first, and those of which a row of the log says why they are gone. */
async function archivesKept(db: Kysely<Schema>, key: Key) {
  const archives = await archivesOf(db, key)
  const last = archives.at(-1)
  return { archives, givenUp: last ? (await recordsOf(db, last)).givenUp : new Map<string, number>() }
}
type ArchivesKept = Awaited<ReturnType<typeof archivesKept>>

/** What of the log is no more, because a file of archived months is gone and somebody has said why; '': nothing. */
const goneSays = ({ archives, givenUp }: ArchivesKept, dataDir: string): string =>
  archives
    .filter(({ file }) => givenUp.has(file) && !existsSync(join(dataDir, archiveFolder, file)))
    .map(({ file, month, firstId, lastId, count }) => {
      const when = formatTime(givenUp.get(file) as number)
      return `；${month} 归档的 ${count} 条（第 ${firstId}–${lastId} 号）已不在，${when} 记录了原因`
    })
    .join('')

const wantingOf = (
  { archives, givenUp }: ArchivesKept,
  key: Key,
  dataDir: string,
  assumed: readonly string[] = [],
): Promise<Wanting[]> => wantingAmong(archives, key, dataDir, new Set([...givenUp.keys(), ...assumed]))

/** The archives that are gone, altered or not those that were noted. */
export const wantingArchives = async (db: Kysely<Schema>, key: Key, dataDir: string): Promise<Wanting[]> =>
  wantingOf(await archivesKept(db, key), key, dataDir)

const recordsOf = async (db: Kysely<Schema>, base: LogBase | null) =>
  anchorRecords([
    ...(base?.records ?? []),
    ...(await db
      .selectFrom('log')
      .select(['call', 'at', 'after'])
      // as it stands in the index of such rows
      .where('kind', '=', sql.lit('system'))
      .where('call', 'in', [restoreCall, lostCall])
      .where('id', '>', base?.lastId ?? 0)
      .orderBy('id')
      .execute()),
  ])

/** What is to be said of anchors that are gone, now or since nobody has said why; null: nothing. */
export async function missingAnchors(db: Kysely<Schema>, key: Key, dataDir: string): Promise<string | null> {
  const lost = (await recordsOf(db, await logBase(db, key))).lostAt()
  if (lost !== null) return lostSays(lost)
  if (existsSync(join(dataDir, anchorFile))) return null
  return (await headOf(db))?.rows === 0 ? null : lostSays(null)
}

/** As a line tells it. */
const floorSecond = (ms: number) => Math.floor(ms / 1000) * 1000

/**
 * What the log is now; null while it has no rows. `signed` false: somebody meddled with its end.
 * @throws Refused BAD_STATE where its end is not there at all
 */
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
    .executeTakeFirst()
  if (!head) throw new Refused('BAD_STATE', headlessSays)
  const { rows, hash, mac, id } = head
  if (rows === 0 || id === null) return null
  return { anchor: { at: floorSecond(now), rows, id, hash }, signed: mac === signHead(key, rows, hash) }
}

/** Whether the log still goes on from an anchor, or a row says why not. */
export async function stillHolds(db: Kysely<Schema>, key: Key, anchor: Anchor): Promise<boolean> {
  const row = await db.selectFrom('log').select('hash').where('id', '=', anchor.id).executeTakeFirst()
  if (row?.hash === anchor.hash) return true
  const base = await logBase(db, key)
  // of rows that are archived: it was compared then
  if (base?.signed && anchor.rows < base.rows) return true
  if (base?.signed && anchor.rows === base.rows && anchor.hash === base.hash) return true
  return (await recordsOf(db, base)).tells(anchor)
}

/**
 * Since when the files of a data folder are surely those of this database: files from before may belong to the one that stood in its
 * place. Null: the log is not as the folder's anchors say, and it is not known of any.
 */
export async function ownSince(db: Kysely<Schema>, key: Key, dataDir: string): Promise<number | null> {
  const { anchors, forged } = await readAnchors(dataDir, key)
  const last = anchors.at(-1)
  if (forged > 0 || (last && !(await stillHolds(db, key, last)))) return null
  const { setBacks } = await recordsOf(db, await logBase(db, key))
  return Math.max(await madeAt(db), ...setBacks.map(({ at }) => at))
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

/** Begins the anchors of a log that has no rows yet, so that a file that is missing later on is known to be missing. */
export async function beginAnchors(db: Kysely<Schema>, key: Key, dataDir: string, now: number): Promise<void> {
  const file = join(dataDir, anchorFile)
  if (existsSync(file) || (await headAnchor(db, key, now))) return
  await append(file, anchorLine(key, { at: floorSecond(now), rows: 0, id: 0, hash: '' }))
}

/** Notes in a data folder what the log is now. */
export async function noteAnchor(db: Kysely<Schema>, key: Key, dataDir: string, now: number): Promise<void> {
  const head = await headAnchor(db, key, now)
  if (head) await append(join(dataDir, anchorFile), anchorLine(key, head.anchor))
}

/** Who finds that anchors are gone: no session tells. */
const lostFound = { name: lostCall, says: '发现日志的锚点文件不见了', address: '本机', requestId: '' }

export const setBackSays =
  '操作日志与数据目录中的锚点不符：数据库可能被换成了旧的，或末尾的日志被删除。请运行 xzx log verify 核对；若确是有意恢复，运行 xzx log accept --data 目录 --reason 原因 记录下来'

const unsignedSays = '操作日志末尾的签名不符，可能有日志被删除；请运行 xzx log verify 核对'

/**
 * Notes an anchor at start and at the end; the schedule has one noted every minute in which the log grew. Several servers over one database each keep their own.
 * @param parts.logState told what is wrong for as long as it is
 * @param tell told once of each thing that is wrong
 */
export async function keepAnchors(
  parts: { db: Db; key: Key; dataDir: string; logState?: LogState; now(): number },
  tell: (says: string) => void,
): Promise<AnchorKeeper> {
  const { db, key, dataDir, logState = { wrong: null }, now } = parts
  const file = join(dataDir, anchorFile)
  const { anchors, forged, begun } = await readAnchors(dataDir, key)
  let last = anchors.at(-1)
  let there = begun
  const told = new Set<string>()
  const report = (says: string) => {
    if (!told.has(says)) tell(says)
    told.add(says)
    return says
  }
  const forgedSays = forged > 0 ? `${file} 中有 ${forged} 行的签名不符，可能被改动过` : null
  if (forgedSays !== null) report(forgedSays)

  /** The log itself keeps that they were gone: the file that is begun anew does not tell. */
  const noteLost = () =>
    db.transaction((trx) => appendLog(trx, key, { call: lostFound, who: null, now: now(), change: { kind: 'system' } }))

  const wrongNow = async () => {
    if (!(await headOf(db.read))) return headlessSays
    if (last && !(await stillHolds(db.read, key, last))) return setBackSays
    const head = await headAnchor(db.read, key, now())
    if (!head) return (await isEmptied(db.read)) ? emptiedSays : null
    return head.signed ? null : unsignedSays
  }

  const note = async () => {
    const wrong = await wrongNow()
    logState.wrong = wrong ?? forgedSays
    if (wrong !== null) return report(wrong)
    if (!(await headAnchor(db.read, key, now()))) return null
    if (!there || !existsSync(file)) await noteLost()
    there = true
    const head = await headAnchor(db.read, key, now())
    if (!head?.signed) return report(unsignedSays)
    if (last?.hash === head.anchor.hash) return null
    await append(file, anchorLine(key, head.anchor))
    last = head.anchor
    const missing = await missingAnchors(db.read, key, dataDir)
    return missing === null ? null : report(missing)
  }
  let running: Promise<unknown> = Promise.resolve()
  const inTurn = () => {
    const next = running.then(note)
    running = next.catch(() => undefined)
    return next
  }
  const noteOrTell = () => inTurn().catch((error: Error) => report(`无法写入日志锚点：${plainReason(error)}`))
  const keeper: AnchorKeeper = {
    note: inTurn,
    async stop() {
      await noteOrTell()
    },
  }
  logState.keeper = keeper
  await noteOrTell()
  return keeper
}
