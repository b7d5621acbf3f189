import type { Parsed } from '../../core/contract/endpoint.ts'
import { theme as contract, topicCountRow } from '../../core/contract/theme.ts'
import { columnsFrom } from '../../core/sheet/columns.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611260910-theme.ts'
import * as opening from '../db/migrations/202611261230-open-texts.ts'
import * as places from '../db/migrations/202611261720-theme-places.ts'
import { deptsIn, pageIn } from '../letters/by-dept.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { equal, notEmpty, test } from '../rows/condition.ts'
import { sheetReply } from '../rows/sheet.ts'
import { countByDept, noTopics } from '../themes/counts.ts'
import { type Judged, topicsOf } from '../themes/topics.ts'

/** How the tables of all groups came to be, and the wording of these, of posts and of proposals that everybody may read. */
export const migrations = {
  '202611260910-theme': made,
  '202611261230-open-texts': opening,
  '202611261720-theme-places': places,
}
export const demo = () => import('../demo/theme.ts')

const { handlers, group, web, audit, list, piles: waiting } = topicsOf('theme', contract)
export const piles = waiting
const recommended = test('recommend', '=', 1)
const policies = test('kind', '=', 3)

/** Judges all that a search finds, however many pages it has; each topic by itself. */
async function examineAll(ctx: Ctx, { audit: state, reason, ...search }: Parsed<typeof contract.examineAll>) {
  const ids: number[] = []
  for (let afterId: number | undefined = Number.MAX_SAFE_INTEGER; afterId !== undefined; ) {
    const page = await list(ctx, { ...search, afterId, sortOrder: 'desc', pageSize: 200, withTotal: 0 })
    ids.push(...page.list.map(({ id }) => Number(id)))
    afterId = page.list.length === 200 ? ids.at(-1) : undefined
  }
  return audit(ctx, { ids, state, reason })
}

const byPeople = (ctx: Ctx, { peopleId, ...input }: Parsed<typeof contract.listByPeopleId>) =>
  group.briefs.page(
    ctx,
    input,
    ...(peopleId ? [test('peopleId', '=', peopleId)] : [notEmpty('peopleId')]),
    ...equal('state', input.state),
  )

async function counts(ctx: Ctx, { deptName, ...span }: Parsed<typeof contract.themeCountExcel>) {
  const byDept = await countByDept(ctx, 'theme', span)
  const depts = await deptsIn(ctx, byDept.keys(), deptName)
  return depts.map(({ id, name }) => ({ id: String(id), deptName: name, ...(byDept.get(id) ?? noTopics) }))
}

export const theme = implement(contract, {
  ...handlers,
  examine: ownTransactions((ctx: Ctx, input: Judged) => audit(ctx, input)),
  examineAll: ownTransactions(examineAll),
  queryStateThemeAll: handlers.counts,
  listByPeopleId: byPeople,
  themeListBypeopleId: byPeople,
  hotThemeList: (ctx, input) => web.openPage(group.hot)(ctx, input),
  themeRecommendList: (ctx, input) => web.openPage(group.shown, recommended)(ctx, input),
  zcwdThemeList: (ctx, input) => web.openPage(group.shown, policies)(ctx, input),
  themeCountList: async (ctx, input) => pageIn(await counts(ctx, input), input),
  themeCountExcel: async (ctx, input) => {
    const columns = columnsFrom(topicCountRow, Object.keys(topicCountRow.shape))
    return sheetReply(ctx, contract.themeCountExcel, input, '话题统计', columns, await counts(ctx, input))
  },
})
