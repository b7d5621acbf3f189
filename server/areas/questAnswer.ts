import type { Parsed } from '../../core/contract/endpoint.ts'
import {
  questAnswer as contract,
  questAnswerBrief,
  questAnswerRow,
  searchFeedbackRow,
} from '../../core/contract/questAnswer.ts'
import { type QuestAnswerMove, type QuestAnswerState, questAnswerFlow } from '../../core/domain/questAnswer-states.ts'
import { Refused } from '../../core/errors.ts'
import { hideOwn } from '../../core/words/hide.ts'
import type { OwnEntry } from '../access/menu.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611260906-quest-answer.ts'
import { questFeedback, questAnswer as table } from '../db/tables/questAnswer.ts'
import { pageOf } from '../letters/plain-form.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { eachOf } from '../rows/bulk.ts'
import { between, equal, isEmpty, like, test } from '../rows/condition.ts'
import { pilesOf } from '../rows/piles.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { refuseAtOnce } from '../rows/stale.ts'
import { stateHandlers } from '../rows/state-handlers.ts'
import { refuseText } from '../rows/texts.ts'
import { touchRows } from '../rows/touch-area.ts'
import { setting } from '../settings.ts'
import { listName } from '../site/areas/lists.ts'
import { commonOnes, loadAsked } from '../site/areas/questAnswer.ts'
import { refuseForbidden } from '../words/forbidden.ts'
import { likeThis, published } from './questAnswer/like.ts'

/** How the area's tables came to be. */
export const migrations = { '202611260906-quest-answer': made }
export const demo = () => import('../demo/questAnswer.ts')
export const entry: OwnEntry = { under: 'interact', name: '在线问答', url: 'interact/questAnswer' }

const logged = ['title', 'deptId'] as const
const rows = rowsOf(table, { reply: questAnswerRow, logged, history: questAnswerFlow.area })
const briefs = rowsOf(table, { reply: questAnswerBrief, logged })
const said = rowsOf(questFeedback, { reply: searchFeedbackRow, logged: ['helpful'] })
const open = 1

/** What narrows the list beside the state. */
const narrowed = (_ctx: Ctx, input: Parsed<typeof contract.counts>) => [
  ...like('title', input.title),
  ...like('content', input.content),
  ...equal('common', input.common),
  ...equal('satisfied', input.satisfied),
  ...equal('deptId', input.deptId || undefined),
]

/** Its texts that visitors read. */
const looked = ['title', 'content'] as const

const { move, toBin, handlers } = stateHandlers<typeof table.columns, QuestAnswerState, QuestAnswerMove>(table, {
  states: questAnswerFlow,
  row: questAnswerRow,
  binned: contract.binList.output,
  narrowed,
  logged,
  writes: { save },
  async guard(ctx, row, { move: name, version }) {
    if (name !== 'publish') return false
    // another clerk has just written another answer
    await refuseAtOnce(ctx, row, version, questAnswerFlow.noun)
    await refuseForbidden(ctx, row, looked)
    return false
  },
  async after(ctx, decided) {
    const seen = decided.filter(({ at, to }) => at === open || to === open)
    const left = seen.some(({ at }) => at === open)
    const rows = seen.map(({ row }) => ({ id: row.id, place: null }))
    if (rows.length > 0) await touchRows(ctx, 'questAnswer', rows, left)
  },
})

/** What waits: for who publishes it. */
export const piles = pilesOf(table, questAnswerFlow, [
  { name: 'toPublish', state: 0, needs: 'questAnswer_publish', since: 'createdAt' },
])

async function save(ctx: Ctx, { id, version, deptId, ...given }: Parsed<typeof contract.save>) {
  const dept = deptId === undefined ? {} : { deptId: deptId || null }
  if (!id) {
    const { title = '', content = '', keywords = null } = given
    for (const [field, value, says] of [
      ['title', title, '问题'],
      ['content', content, '答案'],
    ] as const)
      if (value === '') throw new Refused('MISSING_PARAMETER', `${says}（${field}）：请输入${says}`)
    const zero = { status: 0, common: 0, satisfied: 0, ratedCount: 0, satisfiedCount: 0 } as const
    return rows.add(ctx, { title, content, keywords, ...zero, ...dept })
  }
  const row = await rows.need(ctx, id, { lock: true })
  refuseText(ctx, questAnswerFlow, 'save', row.status as QuestAnswerState)
  if (row.status === open) {
    await refuseForbidden(ctx, { ...row, ...given }, looked)
    await touchRows(ctx, 'questAnswer', [{ id, place: null }], true)
  }
  return rows.change(ctx, id, { ...given, ...dept }, version)
}

/** Sets a mark on some, or takes it away. */
const marking = (field: 'common' | 'satisfied') =>
  ownTransactions(async (ctx: Ctx, { ids, mark = 1 }: Parsed<typeof contract.commonAudit>) => {
    const value = mark === 0 ? 0 : 1
    return eachOf(ctx, ids, async (one, id) => {
      const row = await rows.need(one, id, { lock: true })
      if (row[field] === value) return
      await rows.write(one, row, { [field]: value })
      one.record({ ids: [id], after: { mark: value } })
      if (row.status === open) await touchRows(one, 'questAnswer', [{ id, place: null }], false)
    })
  })

/** Once for each answer: the browser is known again by a mark that is that answer's alone. @throws Refused CONFLICT, NOT_FOUND */
async function assess(ctx: Ctx, { answerId, rating, visitorKey }: Parsed<typeof contract.assessSearchFeedback>) {
  const there = await published(ctx.db).select('id').where('id', '=', answerId).executeTakeFirst()
  if (!there) throw new Refused('NOT_FOUND', '看到的问答（answerId）：它已不在网站上，不能评价')
  const visitorHash = ctx.parts.secret.mark('quest rating', answerId, visitorKey)
  const kept = await ctx.db
    .insertInto('questRating')
    .values({ answerId, visitorHash, rating: Number(rating), createdAt: ctx.now })
    .onConflict((oc) => oc.columns(['answerId', 'visitorHash']).doNothing())
    .executeTakeFirst()
  if (!kept.numInsertedOrUpdatedRows) throw new Refused('CONFLICT', '您已评价过这条答案，每台设备对每条只能评价一次')
  await ctx.db
    .updateTable('questAnswer')
    .set((eb) => ({
      ratedCount: eb('ratedCount', '+', 1),
      satisfiedCount: eb('satisfiedCount', '+', Number(rating) === 1 ? 1 : 0),
    }))
    .where('id', '=', answerId)
    .execute()
  return { id: String(answerId) }
}

const shownTo = ({ id, ...row }: Awaited<ReturnType<typeof likeThis>>[number]) => ({ id: String(id), ...row })

export const questAnswer = implement(contract, {
  list: (ctx, input) => briefs.page(ctx, input, ...narrowed(ctx, input), ...equal('status', input.status)),
  get: (ctx, { id }) => rows.get(ctx, id),
  commonList: async (ctx, { size }) =>
    (await briefs.page(ctx, { pageNumber: 1, pageSize: size }, test('common', '=', 1), isEmpty('deletedAt'))).list,
  getWelcomeMessage: async (ctx) => ({
    message: await setting(ctx.db, 'questAnswer.welcome'),
    common: (await commonOnes(ctx.db)).map(({ id, ...one }) => ({ ...one, id: String(id) })),
  }),
  getQuestLikeDetail: async (ctx, { quest, size }) => (await likeThis(ctx.db, quest, size)).map(shownTo),
  queryQuestLikeDetail: async (ctx, { quest, size, index }) =>
    (await likeThis(ctx.db, quest, size, index)).map(shownTo),
  page: async (ctx, { quest }) =>
    pageOf(ctx, {
      area: 'questAnswer',
      file: { name: listName(1), id: -1 },
      shown: await loadAsked(ctx.parts.db, quest),
    }),
  save,
  publish: ownTransactions(move('publish')),
  withdraw: ownTransactions(move('withdraw')),
  commonAudit: marking('common'),
  satisfiedAudit: marking('satisfied'),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => toBin(ctx, ids)),
  searchFeedbackSave: async (ctx, { quest, answerId, helpful, remark }) => {
    const there = answerId ? await published(ctx.db).select('id').where('id', '=', answerId).executeTakeFirst() : null
    const { id } = await said.add(ctx, {
      ...{ title: hideOwn(quest), answerId: there?.id ?? null },
      ...{ helpful: Number(helpful) === 1 ? 1 : 0, remark: remark ? hideOwn(remark) : null },
    })
    return { id }
  },
  assessSearchFeedback: assess,
  searchFeedbackList: (ctx, { startTime, endTime, quest, helpful, answerId, ...paging }) =>
    said.page(
      ctx,
      paging,
      ...[...like('title', quest), ...equal('helpful', helpful), ...equal('answerId', answerId || undefined)],
      ...between('createdAt', startTime, endTime),
    ),
  searchFeedbackGet: (ctx, { id }) => said.get(ctx, id),
  searchFeedbackDels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => said.remove(ctx, ids)),
  ...handlers,
})
