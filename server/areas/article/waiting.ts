import type { Right } from '../../../core/contract/rights.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { may } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { allHold, allOf, type Condition, isEmpty, test } from '../../rows/condition.ts'
import { type AnyDb, namesOf } from '../../rows/list.ts'
import { countStates } from './counts.ts'
import { reach } from './find.ts'

const rejected = 4

type Pile = 'toAccept' | 'toApprove'

/** How many wait in a column, and since when the longest does. */
interface Found {
  readonly columnId: number
  readonly n: number
  readonly oldest: number | null
}

const asFound = (rows: readonly Record<string, unknown>[]): Found[] =>
  rows.map(({ columnId, n, oldest }) => ({
    columnId: Number(columnId),
    n: Number(n),
    oldest: oldest === null ? null : Number(oldest),
  }))

const within = (ctx: Ctx, key: string, state: Condition) => allHold([...reach(ctx, 'live', key), state])

const articlesIn = async (ctx: Ctx, key: string, state: Condition) =>
  asFound(
    await (ctx.db as unknown as AnyDb)
      .selectFrom('article')
      .select((eb) => ['columnId', eb.fn.countAll<number>().as('n'), eb.fn.min('submittedAt').as('oldest')])
      .where(within(ctx, key, state))
      .groupBy('columnId')
      .execute(),
  )

/** Copies under review wait since they were submitted themselves, not since their articles were. */
const copiesIn = async (ctx: Ctx, key: string, state: Condition) =>
  asFound(
    await (ctx.db as unknown as AnyDb)
      .selectFrom((eb) =>
        eb
          .selectFrom('article')
          .select(['columnId', 'reviewId'])
          .where(within(ctx, key, state))
          .as('copy'),
      )
      .innerJoin('revision', 'revision.id', 'copy.reviewId')
      .select((eb) => [
        'copy.columnId',
        eb.fn.countAll<number>().as('n'),
        eb.fn.min('revision.submittedAt').as('oldest'),
      ])
      .groupBy('copy.columnId')
      .execute(),
  )

/** What waits in a state, by column: articles, and copies under review. Each is counted from its own index: every screen asks for this. */
async function countIn(ctx: Ctx, key: Right, state: number): Promise<Found[]> {
  if (!may(whoOf(ctx).rights, key)) return []
  const articles = await articlesIn(ctx, key, test('status', '=', state))
  const copies = await copiesIn(ctx, key, allOf([test('reviewStatus', '=', state), test('status', '!=', state)]))
  return [...articles, ...copies]
}

/** The earliest of some times; null where there is none. */
const earliest = (times: readonly (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null)
  return known.length > 0 ? Math.min(...known) : null
}

const shown = (time: number | null) => (time === null ? null : formatTime(time))

/** What waits for the caller: by column, what they may accept and what they may approve, and their own that were rejected, or whose copy was. */
export async function waiting(ctx: Ctx) {
  const piles: Readonly<Record<Pile, readonly Found[]>> = {
    toAccept: await countIn(ctx, 'article_accept', 1),
    toApprove: await countIn(ctx, 'article_approve', 0),
  }
  const own = await countStates(ctx, [isEmpty('deletedAt'), test('createdBy', '=', whoOf(ctx).userId)])
  const ids = new Set(Object.values(piles).flatMap((found) => found.map(({ columnId }) => columnId)))
  const names = await namesOf(ctx.db, 'column', 'title', ids)
  const sum = (found: readonly Found[]) => found.reduce((n, one) => n + one.n, 0)
  const columns = [...ids].map((id) => {
    const of = (pile: Pile) => piles[pile].filter(({ columnId }) => columnId === id)
    const since = (pile: Pile) => earliest(of(pile).map(({ oldest }) => oldest))
    const [toAccept, toApprove] = [since('toAccept'), since('toApprove')]
    return {
      columnId: String(id),
      columnName: names.get(id) ?? null,
      toAccept: sum(of('toAccept')),
      toApprove: sum(of('toApprove')),
      oldest: shown(earliest([toAccept, toApprove])),
      oldestToAccept: shown(toAccept),
      oldestToApprove: shown(toApprove),
    }
  })
  return {
    toAccept: sum(piles.toAccept),
    toApprove: sum(piles.toApprove),
    rejected: own.states.find(({ status }) => status === rejected)?.count ?? 0,
    columns,
  }
}
