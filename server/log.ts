import { createHash, createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { quoted } from '../core/domain/log-things.ts'
import { Refused } from '../core/errors.ts'
import { type Call, type Change, type Staff, strangerSays, visitorSays, type Who } from './context.ts'
import { isSqlite } from './db/near.ts'
import { prepared, type Slots, slotsOf } from './db/prepared.ts'
import type { Schema } from './db/tables.ts'
import type { Key } from './secret.ts'

/** The fields of a row that its hash covers beside its number, in their order. */
const covered = [
  'at',
  'kind',
  'userId',
  'userAccount',
  'userName',
  'address',
  'call',
  'says',
  'targetIds',
  'before',
  'after',
  'result',
  'requestId',
] as const
/** What the log says of a call. */
export type LoggedCall = Partial<Call> & Pick<Call, 'name' | 'says' | 'address' | 'requestId'>

type Covered = { readonly [F in (typeof covered)[number]]: string | number | null }

const sign = (key: Key, parts: readonly unknown[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')

/** What a row must carry for its place in the chain. */
export const rowHash = (key: Key, previous: string, row: Covered & { readonly id: number }): string =>
  sign(key, ['row', row.id, previous, ...covered.map((field) => row[field])])

/** The same of a row from before numbers were part of it. */
export const unnumberedHash = (key: Key, previous: string, row: Covered): string =>
  sign(key, [previous, ...covered.map((field) => row[field])])

/** The call of the row in which the numbers of all rows before it are sealed; its `after` tells their print. */
export const numbersCall = 'log.numbers'

/** A print of the numbers of rows, in their order. */
export function numbersPrint() {
  const hash = createHash('sha256')
  return {
    add: (id: number) => void hash.update(`${id},`),
    end: () => hash.digest('base64url'),
  }
}

/** The signature of the log's head: nobody without the key can set it back to an earlier row. */
export const signHead = (key: Key, rows: number, hash: string): string => sign(key, ['head', rows, hash])

/** The signature of an anchor: what the head was at a time. */
export const signAnchor = (key: Key, anchor: { at: number; rows: number; id: number; hash: string }): string =>
  sign(key, ['anchor', anchor.at, anchor.rows, anchor.id, anchor.hash])

/** A row of the system's own, as far as it speaks of anchors. */
export interface SystemRow {
  readonly call: string
  readonly at: number
  readonly after: string | null
}

/** Rows that stand in a file and no longer in the database: from the first of a log, or from where the archive before ends. */
export interface ArchivedPart {
  /** The month, or where one file has several the last: `2025-01`. */
  readonly month: string
  readonly firstId: number
  readonly lastId: number
  readonly count: number
  /** How many rows the log had up to the last one of them. */
  readonly rows: number
  /** The hash of the row before them; empty: they are the first. */
  readonly previous: string
  /** The hash of the last one. */
  readonly hash: string
  /** Of their lines in the file. */
  readonly sha256: string
  /** What all archived rows say of anchors: those that follow are still compared. */
  readonly records: readonly SystemRow[]
}

/** The signature of an archive's end: nobody without the key can take rows from the log's beginning. */
export const signArchived = (key: Key, part: ArchivedPart): string => {
  const { month, firstId, lastId, count, rows, previous, hash, sha256, records } = part
  const said = records.map(({ call, at, after }) => [call, at, after])
  return sign(key, ['archive', month, firstId, lastId, count, rows, previous, hash, sha256, said])
}

/** A head that was meddled with stays so: signing it again would cover what was cut off. Tells from which row on. */
const broken = 'broken:'

interface Head {
  readonly rows: number
  readonly hash: string
  readonly mac: string
}

/** The head that this process signed last: most often it is the next one's, and need not be reckoned again. */
const signed = new WeakMap<Key, Head>()

function isSigned(key: Key, { rows, hash, mac }: Head): boolean {
  const last = signed.get(key)
  if (last && last.rows === rows && last.hash === hash && last.mac === mac) return true
  return mac === signHead(key, rows, hash)
}

function nextMac(key: Key, head: Head, hash: string, resign: boolean): string {
  const rows = head.rows + 1
  if (!resign && !isSigned(key, head)) return head.mac.startsWith(broken) ? head.mac : `${broken}${rows}`
  const mac = signHead(key, rows, hash)
  signed.set(key, { rows, hash, mac })
  return mac
}

/** The first row that came after somebody had meddled with the head; null when nobody did, or it is not known. */
export const brokenFrom = (mac: string): number | null =>
  mac.startsWith(broken) ? Number(mac.slice(broken.length)) || null : null

/** Whom a row names: of visitors no more than their number, for nothing takes a name out of the log again. */
/** A script does it in its maker's name, and is told apart from them. */
const nameOf = ({ name, token }: Staff): string =>
  token === null ? name : `${name}（脚本令牌${quoted('session', token)}）`

function namesIn(who: Who | null, kind: Change['kind']) {
  if (who?.kind === 'visitor') return { userId: null, account: null, name: visitorSays(who.peopleId) }
  if (who?.kind === 'partner') return { userId: null, account: null, name: who.name }
  return {
    userId: who?.userId ?? null,
    account: who?.account ?? null,
    name: who ? nameOf(who) : kind === undefined ? strangerSays : null,
  }
}

const asJson = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value))

/** Nobody else appends until the transaction ends: SQLite has one writer at a time anyway. */
const takeHead = prepared((db) => {
  const head = db.selectFrom('logHead').select(['rows', 'hash', 'mac', 'lastId']).where('one', '=', 1)
  return isSqlite(db) ? head : head.forUpdate()
})
const insertRow = prepared((db, _: Slots<object>) =>
  db.insertInto('log').values(slotsOf(['id', ...covered, 'previous', 'hash'] as const)),
)
const setHead = prepared((db, p: Slots<Head & { lastId: number }>) =>
  db.updateTable('logHead').set({ rows: p.rows, lastId: p.lastId, hash: p.hash, mac: p.mac }).where('one', '=', 1),
)

/**
 * Appends a row to the operation log, in the caller's transaction. The head row makes writers queue up, and its hash is part of
 * the new row's, so that a changed, missing or cut-off row is found by `checkLog`.
 * @param entry.resign signs a head that was meddled with: only for the row that says so
 */
export async function appendLog(
  trx: Kysely<Schema>,
  key: Key,
  entry: { call: LoggedCall; who: Who | null; now: number; change: Change; resign?: boolean },
): Promise<number> {
  const { call, who, change } = entry
  const as = change.as ?? namesIn(who, change.kind)
  const [head] = await takeHead(trx, {})
  if (!head) throw new Refused('UNAVAILABLE', '操作日志不能写入，操作没有完成，请联系服务器管理员')
  const row = {
    id: head.lastId + 1,
    at: entry.now,
    kind: change.kind ?? 'operation',
    userId: as.userId,
    userAccount: as.account,
    userName: as.name,
    address: call.address,
    call: call.name,
    says: change.says ?? call.says,
    targetIds: JSON.stringify((change.ids ?? []).map(String)),
    before: asJson(change.before),
    after: asJson(change.after),
    result: change.result ?? '成功',
    requestId: call.requestId,
  }
  const hash = rowHash(key, head.hash, row)
  await insertRow(trx, { ...row, previous: head.hash, hash })
  const mac = nextMac(key, head, hash, entry.resign === true)
  await setHead(trx, { rows: head.rows + 1, lastId: row.id, hash, mac })
  return row.id
}
