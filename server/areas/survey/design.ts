import type { QuestionGiven } from '../../../core/contract/survey/rows.ts'
import { type Design, designFaults, problemType, tidied } from '../../../core/domain/survey.ts'
import { mayChange, type SurveyState, surveyFlow } from '../../../core/domain/survey-states.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { refuseElsewhere } from '../../access/beyond.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { refuseStale } from '../../rows/stale.ts'
import { touchArea } from '../../rows/touch-area.ts'
import { checkNow } from '../../words/check.ts'
import { wordsNow } from '../../words/known.ts'
import { refuseWords } from '../article/word-check.ts'
import { history, questionsOf, type Survey, surveys, whole } from './surveys.ts'

/** How a survey is designed, and what may still be changed of it. */

export interface Given {
  readonly title?: string | undefined
  readonly intro?: string | null | undefined
  readonly deptId?: number | undefined
  readonly startAt?: number | null | undefined
  readonly endAt?: number | null | undefined
  readonly shared?: number | string | undefined
  readonly questions?: readonly QuestionGiven[] | undefined
}

const titles: Readonly<Record<string, string>> = {
  title: '标题',
  intro: '说明',
  deptId: '主办部门',
  startAt: '开始时间',
  endAt: '结束时间',
  shared: '每人一份',
  questions: '题目',
}

/** A question as it is kept. */
const designOf = (one: QuestionGiven): Design =>
  tidied({
    page: one.page ?? 1,
    type: Number(one.type),
    title: one.title,
    required: Number(one.required ?? 1),
    least: one.least ?? null,
    most: one.most ?? null,
    maxLength: one.maxLength ?? null,
    other: Number(one.other ?? 0),
    options: one.options ?? [],
  })

/** @param most so many are said, the others are counted @throws Refused BAD_INPUT naming each question that is wrong */
export function refuseFaults(
  faults: readonly { readonly row: number; readonly says: string }[],
  field: string,
  most = 1,
): void {
  if (faults.length === 0) return
  const said = faults.slice(0, most).map(({ row, says }) => `第 ${row} 题，${says}`)
  const more = faults.length > most ? `；另有 ${faults.length - most} 题` : ''
  throw new Refused('BAD_INPUT', `题目（${field}）：${said.join('；')}${more}`, { rows: [...faults] })
}

/** Who designs one reads of so many questions what is wrong with them; who answers has it at each question. */
const designSaid = 20

function refuseTimes(ctx: Ctx, { startAt, endAt }: Pick<Survey, 'startAt' | 'endAt'>, changed: boolean): void {
  if (endAt === null || !changed) return
  if (startAt !== null && endAt <= startAt) throw new Refused('BAD_INPUT', '结束时间（endAt）：应晚于开始时间')
  if (endAt <= ctx.now) throw new Refused('BAD_INPUT', '结束时间（endAt）：已经过去')
}

/** The columns of what was given. */
const columnsOf = ({ title, intro, deptId, startAt, endAt, shared }: Given) =>
  Object.fromEntries(
    Object.entries({
      ...{ title, startAt, endAt },
      intro: intro === undefined ? undefined : intro || null,
      deptId: deptId === undefined ? undefined : deptId || null,
      shared: shared === undefined ? undefined : Number(shared),
    }).filter(([, value]) => value !== undefined),
  )

async function keepQuestions(ctx: Ctx, surveyId: number, designs: readonly Design[]): Promise<void> {
  await ctx.db.deleteFrom('surveyQuestion').where('surveyId', '=', surveyId).execute()
  const values = designs.map((one, sort) => ({ ...one, surveyId, sort, options: JSON.stringify(one.options) }))
  if (values.length > 0) await ctx.db.insertInto('surveyQuestion').values(values).execute()
}

/** Makes a survey, which waits to be examined. */
export async function add(ctx: Ctx, { questions, ...given }: Given & { readonly title: string }) {
  const designs = (questions ?? []).map(designOf)
  refuseFaults(designFaults(designs), 'questions', designSaid)
  const columns = columnsOf(given) as Partial<Survey>
  refuseTimes(ctx, { startAt: columns.startAt ?? null, endAt: columns.endAt ?? null }, true)
  if (columns.deptId) refuseElsewhere(ctx, columns.deptId)
  const { id } = await surveys.add(ctx, {
    ...columns,
    deptId: columns.deptId ?? whoOf(ctx).deptId,
    ...{ title: given.title, state: 4, shared: columns.shared ?? 0, resultFlag: 0, edition: 1 },
  })
  await keepQuestions(ctx, Number(id), designs)
  await history.keep(ctx, [{ id: Number(id), no: 1, step: { act: '新增', status: 4 } }])
  return whole(ctx, Number(id))
}

const copyWay = (id: number) => `请复制一份再改（命令 xzx survey copy ${id}）`

/** What of the fields may not be changed any more. @throws Refused BAD_STATE with the copy as the way */
function refuseClosed({ id, state }: Survey, fields: readonly string[]): void {
  const closed = fields.filter((field) => !mayChange[field]?.includes(state))
  if (closed.length === 0) return
  const named = closed.map((field) => titles[field]).join('、')
  throw new Refused(
    'BAD_STATE',
    `当前为「${surveyFlow.words[state as SurveyState]}」，不能修改${named}：${copyWay(id)}`,
  )
}

/** Changes what may still be changed. What was approved with other words waits to be examined anew. */
export async function edit(
  ctx: Ctx,
  { id, version, questions, ...given }: Given & { readonly id: number; readonly version?: number | null | undefined },
) {
  const row = await surveys.need(ctx, id, { lock: true })
  await refuseStale(ctx, row, version, '问卷')
  const before = (await questionsOf(ctx.db, id)).map(({ id: _, ...one }) => one)
  const designs = questions?.map(designOf)
  const redesigned =
    designs !== undefined && JSON.stringify(designs.map(inOrder)) !== JSON.stringify(before.map(inOrder))
  const columns = columnsOf(given)
  const differing = Object.keys(columns).filter((name) => columns[name] !== row[name as keyof Survey])
  const fields = [...differing, ...(redesigned ? ['questions'] : [])]
  if (fields.length === 0) return whole(ctx, id)
  refuseClosed(row, fields)
  if (differing.includes('deptId')) refuseElsewhere(ctx, (columns.deptId as number | null) ?? null)
  refuseTimes(ctx, { ...row, ...columns }, differing.includes('endAt') || differing.includes('startAt'))
  if (redesigned) {
    refuseFaults(designFaults(designs), 'questions', designSaid)
    await refuseAnswered(ctx, id)
    await keepQuestions(ctx, id, designs)
  }
  const anew = row.state === 0 && fields.some((field) => field !== 'endAt')
  const state = anew ? 4 : row.state
  const wanted = { ...columns, state, ...(redesigned && { edition: row.edition + 1 }) }
  const written = await surveys.write(ctx, row, wanted)
  const picked = (values: Readonly<Record<string, unknown>>, list: readonly Design[]) => ({
    ...Object.fromEntries(differing.map((name) => [name, values[name] ?? null])),
    ...(redesigned && { questions: `${list.length} 题` }),
  })
  await history.keep(ctx, [
    {
      id,
      no: row.version + 1,
      step: {
        ...{ act: anew ? '修改，重新审核' : '修改', status: state },
        before: picked(row, before),
        after: picked(columns, designs ?? before),
      },
    },
  ])
  ctx.record({ ids: [id], before: written?.before, after: written?.after })
  if (state === 1 || state === 2) await touchArea(ctx, 'survey')
  return whole(ctx, id)
}

/** A question in one order of its fields, to be held against another one. */
const inOrder = ({ page, type, title, required, least, most, maxLength, other, options }: Design) => [
  ...[page, type, title, required, least, most, maxLength, other],
  options,
]

async function refuseAnswered(ctx: Ctx, id: number): Promise<void> {
  const one = await ctx.db.selectFrom('surveyRecord').select('id').where('surveyId', '=', id).executeTakeFirst()
  if (one) throw new Refused('BAD_STATE', `已有答卷，不能修改题目：${copyWay(id)}`)
}

/** A survey of the same questions, to be changed and examined. */
export async function copy(ctx: Ctx, { id, title }: { readonly id: number; readonly title?: string | undefined }) {
  const row = await surveys.need(ctx, id)
  const designs = (await questionsOf(ctx.db, id)).map(({ id: _, ...one }) => one)
  const { intro, shared, deptId } = row
  const named = title ?? `${[...row.title].slice(0, 95).join('')}（副本）`
  const made = await surveys.add(ctx, {
    ...{ title: named, intro, shared, deptId, state: 4, resultFlag: 0, edition: 1 },
  })
  await keepQuestions(ctx, Number(made.id), designs)
  await history.keep(ctx, [{ id: Number(made.id), no: 1, step: { act: `复制自问卷 ${id}`, status: 4 } }])
  return whole(ctx, Number(made.id))
}

/** Nothing is approved that asks nothing, or holds words that must not be there. @throws Refused BAD_STATE, SENSITIVE_WORDS */
export async function refuseUnready(ctx: Ctx, { id, title, intro, endAt }: Survey): Promise<void> {
  const questions = await questionsOf(ctx.db, id)
  if (questions.length === 0) throw new Refused('BAD_STATE', `《${title}》还没有题目，请先设计题目`)
  if (!questions.some(({ type, required }) => required === 1 || type === problemType.text))
    throw new Refused('BAD_STATE', `《${title}》没有必答题，请至少设一道`)
  refuseOver(ctx, { endAt })
  const asked = questions.map(({ title: asks, options }, i) => ({
    field: `第 ${i + 1} 题`,
    text: [asks, ...options].join('\n'),
  }))
  const texts = [{ field: 'title', text: title }, ...(intro ? [{ field: 'intro', text: intro }] : []), ...asked]
  refuseWords({ found: checkNow(await wordsNow(ctx), texts) })
}

/** @throws Refused BAD_STATE for one whose time is over */
export function refuseOver(ctx: Ctx, { endAt }: Pick<Survey, 'endAt'>): void {
  if (endAt !== null && endAt <= ctx.now)
    throw new Refused('BAD_STATE', `结束时间 ${formatTime(endAt)} 已经过去，请先修改结束时间`)
}
