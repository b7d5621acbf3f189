import type { article as contract } from '../../../core/contract/article.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { ReviewStep } from '../../../core/domain/article-states.ts'
import type { Ctx } from '../../context.ts'
import { column } from '../../db/tables/column.ts'
import {
  allOf,
  among,
  amongRows,
  anyOf,
  between,
  type Condition,
  equal,
  isEmpty,
  like,
  notAmong,
  notEmpty,
  oneOf,
  test,
} from '../../rows/condition.ts'
import { descendants, readTree } from '../../rows/tree.ts'
import { recheckedAs } from './approval.ts'
import { unscheduled } from './calendar.ts'
import { reach } from './find.ts'
import { topAs } from './top.ts'
import { validityAs } from './validity.ts'
import { saying } from './words.ts'

/** In one of the states, the copy under review included: an auditor must find what waits behind a published text. */
export function inState(given: readonly number[] | undefined): Condition[] {
  if (given === undefined) return []
  const states = [...new Set(given)]
  const own = states.map((state) => test('status', '=', state))
  const copies = states.map((state) => allOf([test('reviewStatus', '=', state), notAmong('status', states)]))
  return [anyOf([among('status', states), among('reviewStatus', states)], [...own, ...copies])]
}

/** Approved for a time to come, or not. */
const timedAs = (timed: number | undefined): Condition[] =>
  timed === undefined ? [] : timed === 1 ? [notEmpty('scheduledAt')] : [unscheduled]

/** What waits for a step on its way to the site; what is approved for a time to come waits for none. */
const atStep = (step: ReviewStep | undefined): Condition[] =>
  step === undefined ? [] : step === 1 ? inState([1]) : [...inState([0]), unscheduled, recheckedAs(step === 2)]

/** In a column, or also in those below it. */
async function inColumn(ctx: Ctx, input: { columnId?: number | undefined; withChildren?: boolean | undefined }) {
  if (!input.columnId || !input.withChildren) return equal('columnId', input.columnId)
  const tree = await readTree(ctx.db, column)
  return oneOf('columnId', descendants(tree.values(), input.columnId))
}

/** What narrows the list beside the state. */
export const narrowed = async (ctx: Ctx, input: Parsed<typeof contract.counts>) => [
  ...reach(ctx),
  ...saying(ctx, ['title'], input.title),
  ...saying(ctx, ['title', 'content'], input.keyword),
  ...(await inColumn(ctx, input)),
  ...like('source', input.source, 'full text'),
  ...equal('deptId', input.deptId),
  ...equal('createdBy', input.createdBy),
  ...oneOf('id', input.articleIds),
  ...between('publishTime', input.startTime, input.endTime),
  // of the article itself, whatever its copy under review has come to: what statistics count
  ...equal('status', input.ownState),
  ...equal('newsType', input.newsType),
  ...(input.without === undefined ? [] : [isEmpty(input.without)]),
  ...timedAs(input.timed),
  ...topAs(input.top),
  ...atStep(input.reviewStep),
  ...validityAs(input.validity),
  // by the index of those that an import brought
  ...(input.batch === undefined ? [] : [amongRows('id', 'article', 'id', [test('batch', '=', input.batch)])]),
]
