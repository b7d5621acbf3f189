import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Call, Change, Who } from './context.ts'
import { prepared, type Slots, slotsOf } from './db/prepared.ts'
import type { Schema } from './db/tables.ts'
import type { Key } from './secret.ts'

/** The fields of a row that its hash covers, in their order. */
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
type Covered = { readonly [F in (typeof covered)[number]]: string | number | null }

const hashOf = (key: Key, previous: string, row: Covered): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([previous, ...covered.map((field) => row[field])]))
    .digest('base64url')

const asJson = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value))

const takeHead = prepared((db) =>
  db
    .updateTable('logHead')
    .set((eb) => ({ rows: eb('rows', '+', 1) }))
    .where('one', '=', 1)
    .returning('hash'),
)
const insertRow = prepared((db, _: Slots<object>) =>
  db
    .insertInto('log')
    .values(slotsOf([...covered, 'previous', 'hash'] as const))
    .returning('id'),
)
const setHead = prepared((db, p: Slots<{ hash: string }>) =>
  db.updateTable('logHead').set({ hash: p.hash }).where('one', '=', 1),
)

/**
 * Appends a row to the operation log, in the caller's transaction. The head row makes writers queue up, and its hash is part of
 * the new row's, so that a changed, missing or cut-off row is found by `checkLog`.
 */
export async function appendLog(
  trx: Kysely<Schema>,
  key: Key,
  entry: { call: Call; who: Who | null; now: number; change: Change },
): Promise<number> {
  const { call, who, change } = entry
  const [head] = await takeHead(trx, {})
  if (!head) throw new Error('the head of the log is missing')
  const row = {
    at: entry.now,
    kind: change.kind ?? 'operation',
    userId: change.as ? change.as.userId : (who?.userId ?? null),
    userAccount: change.as?.account ?? who?.account ?? null,
    userName: change.as?.name ?? who?.name ?? null,
    address: call.address,
    call: call.name,
    says: call.says,
    targetIds: JSON.stringify((change.ids ?? []).map(String)),
    before: asJson(change.before),
    after: asJson(change.after),
    result: change.result ?? '成功',
    requestId: call.requestId,
  }
  const hash = hashOf(key, head.hash, row)
  const [made] = await insertRow(trx, { ...row, previous: head.hash, hash })
  await setHead(trx, { hash })
  return (made as { id: number }).id
}

/** Walks the whole chain; flat in memory. `brokenAt` is the first row that does not fit, null when only the end is missing. */
export async function checkLog(
  db: Kysely<Schema>,
  key: Key,
): Promise<{ whole: boolean; rows: number; brokenAt: number | null; says: string }> {
  const end = await db.selectFrom('logHead').selectAll().executeTakeFirstOrThrow()
  let previous = ''
  let rows = 0
  let after = 0
  for (;;) {
    const batch = await db.selectFrom('log').selectAll().where('id', '>', after).orderBy('id').limit(1000).execute()
    for (const row of batch) {
      if (row.previous !== previous || row.hash !== hashOf(key, previous, row))
        return {
          whole: false,
          rows,
          brokenAt: row.id,
          says: `第 ${row.id} 号日志与前一条不衔接，可能被修改或其前有日志被删除`,
        }
      previous = row.hash
      rows += 1
      after = row.id
      // rows that came after the head was read belong to a later check
      if (rows === end.rows) break
    }
    if (rows === end.rows || batch.length < 1000) break
  }
  if (rows !== end.rows || previous !== end.hash)
    return {
      whole: false,
      rows,
      brokenAt: null,
      says: `应有 ${end.rows} 条日志，只找到 ${rows} 条：末尾的日志可能被删除`,
    }
  return { whole: true, rows, brokenAt: null, says: `共 ${rows} 条日志，哈希链完整` }
}
