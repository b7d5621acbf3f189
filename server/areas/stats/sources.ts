import type { article as articleContract } from '../../../core/contract/article.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { type CountedRows, countedRows } from '../../../core/domain/statistics.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import type { Columns, Table } from '../../db/table.ts'
import { article, articleColumnMonth, articleMonth, articleYear } from '../../db/tables/article.ts'
import { mail, mailMonth, mailTypeMonth, mailYear } from '../../db/tables/mail.ts'
import { type Condition, equal, isEmpty } from '../../rows/condition.ts'
import { narrowed as ofArticles } from '../article/narrow.ts'
import { narrowed as ofLetters } from '../mail/letters.ts'

/** What narrows a count, as the list's search has it. */
export interface Narrowing {
  readonly startTime?: number
  readonly endTime?: number
  readonly deptId?: number
  readonly columnId?: number
  readonly withChildren?: true
  readonly status?: number
}

/** Rows that are counted: their table, and the conditions of the list in which they stand; of visits days are kept alone. */
export interface Source {
  readonly table: Table<Columns>
  /** The time by whose days is counted. */
  readonly time: string
  /** The counts that are kept of each year; what these do not tell is counted by months alone. */
  readonly years: readonly Table<Columns>[]
  /** The counts that are kept of each month, those with fewer lines first. */
  readonly months: readonly Table<Columns>[]
  /** By which its rows are told apart. */
  readonly state: string
  where(ctx: Ctx, narrowing: Narrowing): Promise<Condition[]>
}

/** The caller, asking by the right of the list behind the numbers: what they do not see there is not counted. */
const byRightOf = (ctx: Ctx, key: string): Ctx => ({ ...ctx, call: { ...ctx.call, key } })

export const sources: Readonly<Record<Exclude<CountedRows, 'visit'>, Source>> = {
  article: {
    table: article as unknown as Table<Columns>,
    time: 'publishTime',
    years: [articleYear] as unknown as Table<Columns>[],
    months: [articleColumnMonth, articleMonth] as unknown as Table<Columns>[],
    state: 'status',
    where: async (ctx, { status, ...rest }) => [
      ...(await ofArticles(byRightOf(ctx, countedRows.article.needs), rest as Parsed<typeof articleContract.counts>)),
      // a published one is one: no copy under review is
      ...equal('status', status),
    ],
  },
  mail: {
    table: mail as unknown as Table<Columns>,
    time: 'createdAt',
    years: [mailYear] as unknown as Table<Columns>[],
    months: [mailTypeMonth, mailMonth] as unknown as Table<Columns>[],
    state: 'state',
    where: async (ctx, { startTime, endTime, deptId }) => [
      ...scopeOf(ctx, mail, countedRows.mail.needs),
      isEmpty('deletedAt'),
      ...(await ofLetters(ctx, { startTime, endTime, deptId } as never)),
    ],
  },
}
