import type { Parsed } from '../../core/contract/endpoint.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import { surveyBrief, surveyWhole } from '../../core/contract/survey/rows.ts'
import { survey as contract } from '../../core/contract/survey.ts'
import { type SurveyMove, type SurveyState, seenStates, statusOf, surveyFlow } from '../../core/domain/survey-states.ts'
import { Refused } from '../../core/errors.ts'
import { holdsKey } from '../access/rights.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as created from '../db/migrations/202611260513-survey.ts'
import * as judged from '../db/migrations/202611271310-survey-keyword-version.ts'
import { survey as table } from '../db/tables/survey.ts'
import { FileReply, implement, ownTransactions } from '../pipeline.ts'
import { eachOf } from '../rows/bulk.ts'
import type { Paging } from '../rows/list.ts'
import { pilesOf } from '../rows/piles.ts'
import { sheetOf } from '../rows/sheet.ts'
import { refuseStale } from '../rows/stale.ts'
import { stateHandlers } from '../rows/state-handlers.ts'
import { touchArea } from '../rows/touch-area.ts'
import { pageName } from '../site/areas/lists.ts'
import { loadSurvey } from '../site/areas/survey.ts'
import { drawAreaPage } from '../site/preview.ts'
import { answer } from './survey/answer.ts'
import { keepTime as timeKeeper } from './survey/clock.ts'
import { countsOf } from './survey/counts.ts'
import * as design from './survey/design.ts'
import * as keywords from './survey/keywords.ts'
import * as open from './survey/open.ts'
import * as plain from './survey/plain.ts'
import * as records from './survey/records.ts'
import { briefs, history, logged, narrowed, surveys, whole, withSaid } from './survey/surveys.ts'

/** How the area's tables came to be. */
export const migrations = { '202611260513-survey': created, '202611271310-survey-keyword-version': judged }
export const demo = () => import('../demo/survey.ts')

const { move, toBin, handlers } = stateHandlers<typeof table.columns, SurveyState, SurveyMove>(table, {
  states: surveyFlow,
  columns: { status: 'state', reason: 'reason' },
  row: surveyWhole,
  binned: contract.binList.output,
  withSaid,
  narrowed,
  logged,
  writes: {},
  async guard(ctx, row, { move: name }) {
    if (name === 'examine') await design.refuseUnready(ctx, row)
    if (name === 'open' || name === 'resume') design.refuseOver(ctx, row)
    if (name === 'delete' && row.resultFlag === 1)
      throw new Refused(
        'BAD_STATE',
        `《${row.title}》的结果在网站上公布着，请先撤下结果（命令 xzx survey result 编号 --result-flag 不公布），再删除`,
      )
    return false
  },
  // what has ended stands on the site again
  async returned(ctx, row) {
    if (seenStates.includes(row.state)) await touchArea(ctx, 'survey')
  },
  set(ctx, { move: name }) {
    if (name === 'open') return { openedAt: ctx.now }
    return name === 'end' ? { endedAt: ctx.now } : {}
  },
  async after(ctx, decided) {
    const seen = decided.some(({ at, to }) => seenStates.includes(at) || seenStates.includes(Number(to)))
    if (seen)
      await touchArea(
        ctx,
        'survey',
        decided.some(({ at, to }) => seenStates.includes(at) && to === 'deleted'),
      )
  },
})

/** Surveys begin and end at their times. */
export const keepTime = timeKeeper(move as never)

/** What waits: designs, for who examines them. */
export const piles = pilesOf(
  table,
  surveyFlow,
  [{ name: 'toExamine', state: 4, needs: 'survey_examine', since: 'updatedAt' }],
  { status: 'state' },
)

type Search = Omit<Parsed<typeof contract.list>, keyof Paging>

async function list(ctx: Ctx, input: Search & Paging) {
  const page = await briefs.page(ctx, input, ...narrowed(ctx, input))
  return { ...page, list: await withSaid(ctx, page.list) }
}

/** Rows as a move takes them, each with the version in which it was looked at. */
const itemsOf = (
  ids: readonly number[],
  { reason, versions }: Pick<Parsed<typeof contract.examine>, 'reason' | 'versions'>,
) => ids.map((id) => ({ id, reason, version: versions?.get(id) }))

/** Approves designs, or gives approved ones back to be changed. */
const examine = (ctx: Ctx, { ids, status, ...given }: Parsed<typeof contract.examine>) =>
  move(Number(status ?? 1) === 1 ? 'examine' : 'reject')(ctx, { items: itemsOf(ids, given) })

/** One that has begun is never again one that has not. @throws Refused BAD_STATE */
async function refuseBegun(ctx: Ctx, id: number): Promise<void> {
  const { state } = await surveys.need(ctx, id)
  if (statusOf(state) !== 0)
    throw new Refused('BAD_STATE', `当前为「${surveyFlow.words[state as SurveyState]}」，不能改回未开始：请暂停或结束`)
}

/** The move that leads to a ProblemStatus: one that is paused goes on, all others begin. */
async function setStatus(ctx: Ctx, { ids, status, ...given }: Parsed<typeof contract.setStatus>): Promise<BulkResult> {
  const asked = Number(status)
  if (asked === 0) return eachOf(ctx, ids, refuseBegun)
  const paused =
    asked === 1
      ? await ctx.db.selectFrom('survey').select('id').where('id', 'in', ids).where('state', '=', 2).execute()
      : []
  const going = new Set(paused.map(({ id }) => id))
  const nameOf = (id: number): SurveyMove =>
    asked === 1 ? (going.has(id) ? 'resume' : 'open') : asked === 2 ? 'pause' : 'end'
  const result: BulkResult = { done: [], failed: [] }
  for (const [name, some] of Map.groupBy(ids, nameOf)) {
    const key = surveyFlow.keyOf(name)
    if (!holdsKey(whoOf(ctx).rights, key))
      throw new Refused('NO_PERMISSION', `没有${surveyFlow.moves[name].says}问卷的权限（${key}）`)
    const part = await move(name)(ctx, { items: itemsOf(some, given) })
    result.done.push(...part.done)
    result.failed.push(...part.failed)
    if (part.unchanged) result.unchanged = [...(result.unchanged ?? []), ...part.unchanged]
  }
  return result
}

/** Shows the statistics of surveys that have ended on the site, or takes them off it. */
const result = (ctx: Ctx, { ids, resultFlag: asked, versions }: Parsed<typeof contract.result>) => {
  const resultFlag = Number(asked)
  return eachOf(ctx, ids, async (one, id) => {
    const row = await surveys.need(one, id, { lock: true })
    if (row.resultFlag === resultFlag) return
    await refuseStale(one, row, versions?.get(id), surveyFlow.noun)
    if (row.state !== 3) throw new Refused('BAD_STATE', `《${row.title}》还没有结束，结束后才能公布结果`)
    await one.db
      .updateTable('survey')
      .set({ resultFlag, version: row.version + 1, updatedAt: one.now, updatedBy: whoOf(one).userId })
      .where('id', '=', id)
      .execute()
    const act = resultFlag === 1 ? '公布结果' : '撤下结果'
    await history.keep(one, [{ id, no: row.version + 1, step: { act, status: row.state } }])
    one.record({ ids: [id], before: { resultFlag: row.resultFlag }, after: { resultFlag }, result: act })
    await touchArea(one, 'survey', resultFlag === 0)
  })
}

/** A survey as the site shows it, or would. */
async function preview(ctx: Ctx, { id }: { readonly id: number }): Promise<FileReply> {
  await surveys.need(ctx, id)
  const shown = await loadSurvey({ read: ctx.db, dialect: ctx.dialect }, id, 'preview')
  const html = await drawAreaPage(ctx.parts.site.site, { area: 'survey', file: { name: pageName(id), id }, shown })
  return new FileReply('text/html; charset=utf-8', html)
}

export const survey = implement(contract, {
  list,
  detail: (ctx, { id }) => whole(ctx, id),
  preview,
  survrveyExcel: sheetOf(contract.survrveyExcel, surveyBrief, { name: '问卷' }, list),
  add: (ctx, { id, version, ...given }) => (id ? design.edit(ctx, { id, version, ...given }) : design.add(ctx, given)),
  edit: design.edit,
  copy: design.copy,
  examine: ownTransactions(examine),
  reject: ownTransactions(move('reject')),
  setStatus: ownTransactions(setStatus),
  open: ownTransactions(move('open')),
  pause: ownTransactions(move('pause')),
  resume: ownTransactions(move('resume')),
  end: ownTransactions(move('end')),
  result: ownTransactions(result),
  answerdetail: async (ctx, { id }) => countsOf(ctx.db, await surveys.need(ctx, id)),
  recordList: records.list,
  recordGet: (ctx, { id }) => records.get(ctx, id),
  answers: records.answers,
  answersExcel: records.excel,
  text: records.text,
  questions: records.questions,
  keywords: keywords.list,
  keywordState: ownTransactions(keywords.setState),
  delete: ownTransactions((ctx: Ctx, { id }: { id: number }) => toBin(ctx, [id])),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => toBin(ctx, ids)),
  webList: open.list,
  webTop: async (ctx, { size }) => (await open.list(ctx, { pageSize: size, withTotal: 0 })).list,
  webFind: (ctx, { id }) => open.find(ctx, id),
  webSave: answer,
  formPage: plain.page,
  formSend: ownTransactions(plain.send),
  ...handlers,
})
