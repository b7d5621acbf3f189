import { formatTime } from '../../../core/domain/time.ts'
import { may } from '../../access/rights.ts'
import type { Condition } from '../../access/scope.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { type AnyDb, namesOf } from '../../rows/list.ts'
import { reach } from './find.ts'

interface Waiting {
  toAccept: number
  toApprove: number
  oldest: number | null
}

const found = (ctx: Ctx, key: string, state: Condition) =>
  (ctx.db as unknown as AnyDb)
    .selectFrom('article')
    .select((eb) => ['columnId', eb.fn.countAll<number>().as('n'), eb.fn.min('submittedAt').as('oldest')])
    .where((eb) => eb.and([...reach(ctx, 'live', key), state].map((c) => c(eb))))
    .groupBy('columnId')
    .execute()

/** What waits in a state, by column: articles, and copies under review. Each is counted from its own index: every screen asks for this. */
async function countIn(ctx: Ctx, key: string, state: number) {
  if (!may(whoOf(ctx).rights, key)) return []
  const articles = await found(ctx, key, (eb) => eb('status', '=', state))
  const copies = await found(ctx, key, (eb) => eb.and([eb('reviewStatus', '=', state), eb('status', '!=', state)]))
  return [...articles, ...copies].map((row) => ({
    columnId: Number(row.columnId),
    n: Number(row.n),
    oldest: row.oldest === null ? null : Number(row.oldest),
  }))
}

/** What waits for the caller: by column, what they may accept and what they may approve, and their own rejected ones. */
export async function waiting(ctx: Ctx) {
  const byColumn = new Map<number, Waiting>()
  const count = (rows: Awaited<ReturnType<typeof countIn>>, field: 'toAccept' | 'toApprove') => {
    for (const { columnId, n, oldest } of rows) {
      const entry = byColumn.get(columnId) ?? { toAccept: 0, toApprove: 0, oldest: null }
      entry[field] += n
      entry.oldest = oldest === null ? entry.oldest : Math.min(entry.oldest ?? oldest, oldest)
      byColumn.set(columnId, entry)
    }
    return rows.reduce((sum, row) => sum + row.n, 0)
  }
  const toAccept = count(await countIn(ctx, 'article_accept', 1), 'toAccept')
  const toApprove = count(await countIn(ctx, 'article_approve', 0), 'toApprove')
  const own = await ctx.db
    .selectFrom('article')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('createdBy', '=', whoOf(ctx).userId)
    .where('status', '=', 4)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const names = await namesOf(ctx.db, 'column', 'title', byColumn.keys())
  const columns = [...byColumn].map(([id, w]) => ({
    columnId: String(id),
    columnName: names.get(id) ?? null,
    toAccept: w.toAccept,
    toApprove: w.toApprove,
    oldest: w.oldest === null ? null : formatTime(w.oldest),
  }))
  return { toAccept, toApprove, rejected: Number(own.n), columns }
}
