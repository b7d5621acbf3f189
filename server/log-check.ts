import type { Kysely } from 'kysely'
import { formatTime } from '../core/domain/time.ts'
import type { Schema } from './db/tables.ts'
import { brokenFrom, numbersCall, numbersPrint, rowHash, type SystemRow, signHead, unnumberedHash } from './log.ts'
import type { Anchor } from './log-anchor.ts'
import { type LogBase, logBase } from './log-archive/base.ts'
import type { Key } from './secret.ts'

/** The call of a row that records that the database was set back deliberately; its `after` tells `from` which row on. */
export const restoreCall = 'log.accept'

/** The call of a row that records that a server found no anchors beside a log that had rows. */
export const lostCall = 'log.anchorsLost'

/** What a check found. */
export interface CheckedLog {
  readonly whole: boolean
  /** So many rows were checked … */
  readonly rows: number
  /** … and compared with so many anchors. */
  readonly anchors: number
  /** The first row that does not fit; null when none is, or only the end is missing. */
  readonly brokenAt: number | null
  readonly says: string
  /** What is to be looked after though nothing is broken. */
  readonly warning: string | null
}

interface Misfit {
  readonly anchor: Anchor
  /** The row that stands in its place now; null: the log is shorter. */
  readonly id: number | null
}
/** A row that tells that what comes after row `from` is not what anchors from before it say. */
export interface SetBack {
  readonly at: number
  readonly from: number
  /** Files of archived months that it gives up. */
  readonly archives?: readonly string[]
}

const saidIn = (after: string | null) => JSON.parse(after ?? '{}') as { from?: number; archives?: string[] }
const told = (setBacks: readonly SetBack[], anchor: Anchor) =>
  setBacks.some(({ at, from }) => at >= anchor.at && from <= anchor.rows)

/** What the system's own rows, in their order, say of anchors. */
export function anchorRecords(rows: readonly SystemRow[] = [], assumed?: SetBack) {
  const setBacks: SetBack[] = assumed ? [assumed] : []
  let lost: number | null = null
  const givenUp = new Map<string, number>()
  const pass = ({ call, at, after }: SystemRow) => {
    if (call === lostCall) lost = at
    if (call !== restoreCall) return
    const { from, archives = [] } = saidIn(after)
    setBacks.push({ at, from: Number(from) })
    for (const file of archives) givenUp.set(file, at)
    lost = null
  }
  rows.forEach(pass)
  return {
    pass,
    setBacks,
    /** Files of archived months that are gone, and when it was said why. */
    givenUp,
    /** Whether one says why an anchor does not fit. */
    tells: (anchor: Anchor) => told(setBacks, anchor),
    /** When anchors were found to be gone, and nobody has said why since. */
    lostAt: () => lost,
  }
}

/** What is said where anchors are gone. @param at when that was found; null: they are gone now */
export const lostSays = (at: number | null): string =>
  `${at === null ? '服务器上没有日志的留存记录（锚点文件 log-anchors）' : `${formatTime(at)} 发现服务器上日志的留存记录（锚点文件 log-anchors）不见了，此后重新记起`}，不能证明更早的日志没有被换成旧的。请服务器管理员用另存的锚点核对（xzx log verify --anchor 锚点文件）；查明原因后（如换了数据目录、从旧版本升级），运行 xzx log accept --data 目录 --reason 原因 记录下来`

/** What to do about any of it. */
export const keepAsItIs = '请保留现场，不要删改数据，请服务器管理员查明原因或用备份核对'

/** What is said where the log has no row, and somebody has signed in. */
export const emptiedSays =
  '日志一条也没有，而数据库中已有用户登录过或增加过用户：日志可能被清空，请保留现场，用备份恢复或查明原因'

/** What is said where the row is gone that tells how the log ends. */
export const headlessSays =
  '操作日志末尾的记录（logHead）不见了，末尾的日志可能被删除，新的操作也无法记录：请保留现场，用备份恢复（xzx restore）'

/** The row that tells how the log ends; only whoever writes to the database takes it away. */
export const headOf = (db: Kysely<Schema>) => db.selectFrom('logHead').selectAll().executeTakeFirst()

/** Whether a log without rows should have some: sign-ins, and all users but the first, come with a row. */
export async function isEmptied(db: Kysely<Schema>): Promise<boolean> {
  const row = await db.selectFrom('log').select('id').limit(1).executeTakeFirst()
  if (row) return false
  const users = await db.selectFrom('user').select('id').limit(2).execute()
  if (users.length > 1) return true
  const one = (table: 'session' | 'signIn') => db.selectFrom(table).select('id').limit(1).executeTakeFirst()
  return ((await one('session')) ?? (await one('signIn'))) !== undefined
}

/** Walks along the anchors while the rows pass. Those of the archived part were compared when it was archived; its end still is. */
function alongAnchors(given: readonly Anchor[], base: LogBase | null, assumed?: SetBack) {
  const anchors = given.filter(({ rows }) => rows >= (base?.rows ?? 0)).sort((a, b) => a.rows - b.rows)
  const misfits: Misfit[] = []
  const records = anchorRecords(base?.records, assumed)
  let next = 0
  for (let anchor = anchors[next]; base && anchor?.rows === base.rows; anchor = anchors[++next])
    if (anchor.hash !== base.hash || anchor.id !== base.lastId) misfits.push({ anchor, id: base.lastId })
  return {
    count: anchors.length,
    pass(
      rows: number,
      row: { id: number; at: number; kind: string; call: string; after: string | null; hash: string },
    ) {
      if (row.kind === 'system') records.pass(row)
      for (let anchor = anchors[next]; anchor?.rows === rows; anchor = anchors[++next])
        if (anchor.hash !== row.hash || anchor.id !== row.id) misfits.push({ anchor, id: row.id })
    },
    /** What does not fit: with a record of why, and without. */
    end() {
      for (const anchor of anchors.slice(next)) misfits.push({ anchor, id: null })
      const known = ({ anchor }: Misfit) => records.tells(anchor)
      const { setBacks, lostAt } = records
      return {
        recorded: misfits.filter(known),
        unexplained: misfits.find((misfit) => !known(misfit)),
        setBacks,
        lost: lostAt(),
      }
    },
  }
}

/** A row as its place in the chain is reckoned by. */
export type LogRow = Parameters<typeof rowHash>[2] & { readonly previous: string; readonly hash: string }

/** Where a chain is taken up. */
interface From {
  /** The hash of the row before. */
  readonly previous: string
  /** Numbers are part of it from here on; else from the row on that seals those before it. */
  readonly numbered?: boolean
  /** The rows that such a seal is about are not all here. */
  readonly sealed?: boolean
}

/** Follows the chain from its first row on. From the row that seals the numbers of those before it, numbers are part of it. */
export function chainOf(key: Key, from: From = { previous: '' }) {
  const print = numbersPrint()
  let { previous, numbered = false } = from
  let unnumbered = 0
  const fits = (row: LogRow): boolean => {
    if (row.previous !== previous) return false
    if (!numbered && row.hash === unnumberedHash(key, previous, row)) {
      print.add(row.id)
      unnumbered += 1
      return true
    }
    return row.hash === rowHash(key, previous, row)
  }
  const seals = ({ kind, call, after }: LogRow) =>
    kind === 'system' && call === numbersCall && after === JSON.stringify({ numbers: print.end() })
  return {
    end: () => previous,
    /** @returns what is wrong with the next row; null: nothing */
    next(row: LogRow): string | null {
      const before = unnumbered
      if (!fits(row)) return `第 ${row.id} 号日志被改动过（内容或编号），或者它前面有日志被删除`
      if (!numbered && before === unnumbered) {
        numbered = true
        if (before > 0 && !from.sealed && !seals(row))
          return `第 ${row.id} 号之前的日志，编号与当时记下的不同，可能被改动`
      }
      previous = row.hash
      return null
    },
  }
}

/** The chain from where the archived part ends. */
const chainFrom = (key: Key, base: LogBase | null) =>
  chainOf(key, base ? { previous: base.hash, numbered: true } : undefined)

/** What of the log is in the database, and what in files. */
const rowsSaid = (rows: number, base: LogBase | null) =>
  base ? `共 ${rows} 条，其中 ${base.rows} 条已归档（至 ${base.month}，末条为第 ${base.lastId} 号）` : `共 ${rows} 条`

function wholeSays(said: string, anchors: number, recorded: number, setBacks: readonly SetBack[]): string {
  const compared =
    anchors === 0
      ? '还没有留存的记录（锚点）可以对照'
      : recorded === 0
        ? `与留存的 ${anchors} 次记录（锚点）一致`
        : `与其余 ${anchors - recorded} 次留存的记录（锚点）一致`
  const last = setBacks.at(-1)
  const back = last ? `；最近一次恢复记录于 ${formatTime(last.at)}` : ''
  const lost = recorded > 0 ? `；有 ${recorded} 次记录之后的日志已随恢复失去` : ''
  return `日志完整，${said}，没有被改动或删除；${compared}${lost}${back}`
}

const atOnce = 1000

/** The rows behind a number, in their order. */
const rowsAfter = (db: Kysely<Schema>, id: number, size: number) =>
  db.selectFrom('log').selectAll().where('id', '>', id).orderBy('id').limit(size).execute()

/**
 * Rows that were archived and are still there: a run ended before it had taken them out, which goes from the first on. They are true ones, up to the last.
 * @returns what is wrong with them, and the row; null: nothing
 */
async function checkLeft(db: Kysely<Schema>, key: Key, base: LogBase): Promise<{ id: number; says: string } | null> {
  let chain: ReturnType<typeof chainOf> | null = null
  for (let after = 0; after < base.lastId; ) {
    const batch = (await rowsAfter(db, after, atOnce)).filter(({ id }) => id <= base.lastId)
    for (const row of batch) {
      chain ??= chainOf(key, { previous: row.previous, sealed: true })
      const says = chain.next(row)
      if (says) return { id: row.id, says }
      after = row.id
    }
    if (batch.length === 0) break
  }
  if (chain === null || chain.end() === base.hash) return null
  return { id: base.lastId, says: `第 ${base.lastId} 号之前已归档而未删除的日志，与归档时的不同` }
}

/**
 * Looks at how the log begins, which costs a row however long it is: behind the archived part, or with its very first row.
 * @returns what is wrong there; null: nothing
 */
export async function beginFault(db: Kysely<Schema>, key: Key): Promise<string | null> {
  for (;;) {
    const base = await logBase(db, key)
    const [first] = await rowsAfter(db, base?.lastId ?? 0, 1)
    const begins = base ? `归档至 ${base.month}（第 ${base.lastId} 号）` : '没有归档'
    const rows = (await headOf(db))?.rows ?? 0
    const fits = first ? chainFrom(key, base).next(first) === null : rows === (base?.rows ?? 0)
    if (fits) return null
    // rows that were archived meanwhile were missing
    if ((await logBase(db, key))?.rows !== base?.rows) continue
    return first
      ? `日志${begins}，数据库中却从第 ${first.id} 号开始，接不上：之前的日志可能被删除，或第 ${first.id} 号被改动过`
      : `日志${begins}，其后应有 ${rows - (base?.rows ?? 0)} 条，数据库中却一条也没有：可能被删除`
  }
}

interface CheckOptions {
  /** The database is from before heads were signed. */
  readonly unsigned?: boolean
  /** What would be found if a row said this, and the head were signed with it. */
  readonly assumed?: SetBack
}

/**
 * Walks the whole chain, from where the archived part ends; flat in memory, and nothing but reads, so that it can be done anywhere.
 * @param anchors what the log was at earlier times; taken before the check begins
 */
export async function checkLog(
  db: Kysely<Schema>,
  key: Key,
  anchors: readonly Anchor[] = [],
  options: CheckOptions = {},
): Promise<CheckedLog> {
  for (;;) {
    const base = await logBase(db, key)
    const found = await walkLog(db, key, base, { ...options, anchors })
    // rows that were archived meanwhile were missing on the way
    if (found.whole || (await logBase(db, key))?.rows === base?.rows) return found
  }
}

async function walkLog(
  db: Kysely<Schema>,
  key: Key,
  base: LogBase | null,
  options: CheckOptions & { readonly anchors: readonly Anchor[] },
): Promise<CheckedLog> {
  const end = await headOf(db)
  const none = { whole: false, rows: 0, anchors: options.anchors.length, brokenAt: null, warning: null }
  if (!end) return { ...none, says: headlessSays }
  if (base && !base.signed)
    return { ...none, says: `日志归档的记录（至 ${base.month}）签名不符，被改写过。${keepAsItIs}` }
  const along = alongAnchors(options.anchors, base, options.assumed)
  const chain = chainFrom(key, base)
  let rows = base?.rows ?? 0
  let after = base?.lastId ?? 0
  const broken = (brokenAt: number | null, says: string): CheckedLog => ({
    whole: false,
    rows,
    anchors: along.count,
    brokenAt,
    says: `${says}。${keepAsItIs}`,
    warning: null,
  })
  const left = base && (await checkLeft(db, key, base))
  if (left) return broken(left.id, left.says)
  while (rows < end.rows) {
    // rows that came after the head was read belong to a later check
    const size = Math.min(atOnce, end.rows - rows)
    const batch = await rowsAfter(db, after, size)
    for (const row of batch) {
      const wrong = chain.next(row)
      if (wrong) return broken(row.id, wrong)
      rows += 1
      after = row.id
      along.pass(rows, row)
    }
    if (batch.length < size) break
  }
  if (rows !== end.rows || chain.end() !== end.hash)
    return broken(
      null,
      end.rows > rows
        ? `应有 ${end.rows} 条日志，只找到 ${rows} 条：末尾的日志可能被删除`
        : `最后一条日志与记下的不同，可能被换掉`,
    )
  if (!options.unsigned && !options.assumed && end.mac !== signHead(key, end.rows, end.hash)) {
    const from = brokenFrom(end.mac)
    return broken(null, `日志末尾的记录被改写过：${from ? `第 ${from} 条之前` : '末尾'}可能有日志被删除`)
  }
  const { recorded, unexplained, setBacks, lost } = along.end()
  if (unexplained) {
    const { anchor, id } = unexplained
    const then = `${formatTime(anchor.at)} 留存的记录（锚点）写明当时有 ${anchor.rows} 条日志`
    return broken(
      id,
      id === null
        ? `${then}，现在只有 ${rows} 条：其后的日志被删除，或数据库被换成了旧的`
        : `${then}，末条为第 ${anchor.id} 号，与现在的第 ${id} 号日志不同：当时的日志被换掉、改了编号，或数据库曾被换成旧的`,
    )
  }
  return {
    whole: true,
    rows,
    anchors: along.count,
    brokenAt: null,
    says: wholeSays(rowsSaid(rows, base), along.count, recorded.length, setBacks),
    warning: lost === null ? null : lostSays(lost),
  }
}
