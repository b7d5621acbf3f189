import type { Right } from '../../../core/contract/rights.ts'
import { articleStates } from '../../../core/domain/article-states.ts'
import { type Ctx, type Pile, type Waiting, whoOf } from '../../context.ts'
import type { Table } from '../../db/table.ts'
import { article } from '../../db/tables/article.ts'
import { type Condition, isEmpty, test } from '../../rows/condition.ts'
import { recheckedAs } from './approval.ts'
import { unscheduled } from './calendar.ts'
import { reach } from './find.ts'

const { area, noun, unit, words } = articleStates
const table = article as unknown as Table
const rows = { table, title: 'title' } as const

/** Articles in a state, and published ones whose copy is: each is read from its own index, for every screen asks for this. */
const inState = (
  state: number,
  where: readonly Condition[],
  { own, copy } = { own: 'submittedAt', copy: 'submittedAt' },
): readonly Waiting[] => [
  { ...rows, since: own, where: [...where, test('status', '=', state)] },
  {
    ...rows,
    since: copy,
    where: [...where, test('reviewStatus', '=', state), test('status', '!=', state)],
    copy: { via: 'reviewId', table: 'revision' },
  },
]

const stage = (
  name: string,
  state: keyof typeof words,
  needs: Right,
  title: string,
  where: readonly Condition[] = [],
  more: Readonly<Record<string, string>> = {},
): Pile => ({
  ...{ pile: `${area}.${name}`, area, noun, unit, title, needs },
  search: { status: String(state), ...more },
  by: { column: 'columnId', of: 'column', title: 'title' },
  waiting: (ctx) => inState(state, [...reach(ctx, 'live', needs), ...where]),
})

const rejected = 4
const mine = (ctx: Ctx) => [isEmpty('deletedAt'), test('createdBy', '=', whoOf(ctx).userId)]

/** What waits: articles and copies under review for who audits, by column; one's own that were rejected for who wrote them. */
export const piles: readonly Pile[] = [
  stage('toAccept', 1, 'article_accept', '待初审'),
  // what is approved for a time to come waits for nobody
  stage('toRecheck', 0, 'article_recheck', '待复审', [recheckedAs(true), unscheduled], { timed: '0', reviewStep: '2' }),
  stage('toApprove', 0, 'article_approve', '待发布', [recheckedAs(false), unscheduled], {
    timed: '0',
    reviewStep: '3',
  }),
  {
    ...{ pile: `${area}.rejected`, area, noun, unit, title: '被驳回的本人文章', needs: 'article_update' },
    search: { status: String(rejected) },
    own: 'createdBy',
    // not since it was submitted: it waits for its writer from its rejection on
    waiting: (ctx) => inState(rejected, mine(ctx), { own: 'updatedAt', copy: 'at' }),
  },
]
