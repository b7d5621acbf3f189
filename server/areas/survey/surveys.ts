import type { Kysely, Selectable } from 'kysely'
import { surveyBrief, surveyRow, type surveySearch } from '../../../core/contract/survey/rows.ts'
import { type problemTypes, type Question, questionSays } from '../../../core/domain/survey.ts'
import { statesFor, statusOf, surveyFlow } from '../../../core/domain/survey-states.ts'
import { Refused } from '../../../core/errors.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import type { RowOf, Table } from '../../db/table.ts'
import { survey as table } from '../../db/tables/survey.ts'
import type { Schema } from '../../db/tables.ts'
import { among, amongRows, between, type Condition, equal, isEmpty, like } from '../../rows/condition.ts'
import { historyOf } from '../../rows/history.ts'
import { rowsOf } from '../../rows/rows-of.ts'

export type Survey = Selectable<RowOf<typeof table.columns>>

export const logged = [
  ...(['title', 'deptId', 'state', 'startAt', 'endAt', 'shared', 'resultFlag', 'edition'] as const),
] as const
const order = [
  ['createdAt', 'desc'],
  ['id', 'desc'],
] as const
export const surveys = rowsOf(table, { reply: surveyRow, logged, order })
export const briefs = rowsOf(table, { reply: surveyBrief, logged, order })
export const history = historyOf(surveyFlow.area)

type Search = { readonly [F in keyof typeof surveySearch]?: (typeof surveySearch)[F]['_zod']['output'] }

/** What narrows lists and counts alike, the state too. */
export const narrowed = (_ctx: Ctx, input: Search): Condition[] => [
  ...like('title', input.title),
  ...equal('state', input.state),
  ...(input.status === undefined ? [] : [among('state', [...statesFor(Number(input.status))])]),
  ...equal('deptId', input.deptId || undefined),
  ...between('createdAt', input.startTime, input.endTime),
]

/** What belongs to surveys within the caller's reach that do not lie in the recycle bin. */
export const ofSurveys = (ctx: Ctx): Condition =>
  amongRows('surveyId', table.name, 'id', [...scopeOf(ctx, table as unknown as Table), isEmpty('deletedAt')])

/** The survey of something that belongs to it. @throws Refused NOT_FOUND as for what is not there, where the survey is out of reach */
export async function surveyOf(ctx: Ctx, surveyId: number, what: string): Promise<Survey> {
  try {
    return await surveys.need(ctx, surveyId)
  } catch (error) {
    if (error instanceof Refused && error.code === 'NOT_FOUND')
      throw new Refused('NOT_FOUND', `${what} 不存在或无权操作`)
    throw error
  }
}

/** How many answered each of some surveys. */
async function recordsOf(db: Kysely<Schema>, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('surveyCount')
    .select(['surveyId', 'n'])
    .where('surveyId', 'in', [...ids])
    .where('questionId', '=', 0)
    .execute()
  return new Map(rows.map(({ surveyId, n }) => [surveyId, n]))
}

/** What replies say of surveys beside what is stored: ProblemStatus, and how many answered. */
export async function withSaid<R extends { readonly id: string; readonly state: unknown }>(
  ctx: Ctx,
  shown: readonly R[],
): Promise<R[]> {
  const counts = await recordsOf(
    ctx.db,
    shown.map(({ id }) => Number(id)),
  )
  return shown.map((one) => ({
    ...one,
    status: statusOf(Number(one.state)),
    recordCount: counts.get(Number(one.id)) ?? 0,
  }))
}

/** The questions of a survey, in their order. */
export async function questionsOf(db: Kysely<Schema>, surveyId: number): Promise<Question[]> {
  const rows = await db
    .selectFrom('surveyQuestion')
    .selectAll()
    .where('surveyId', '=', surveyId)
    .orderBy('sort')
    .execute()
  return rows.map(({ surveyId: _, sort: __, options, ...one }) => ({
    ...one,
    options: JSON.parse(options) as string[],
  }))
}

/** The same as replies show them. */
export const questionsShown = (questions: readonly Question[]) =>
  questions.map((one) => ({
    ...one,
    id: String(one.id),
    type: one.type as keyof typeof problemTypes,
    required: one.required as 0 | 1,
    other: one.other as 0 | 1,
    options: [...one.options],
    says: questionSays(one),
  }))

/** A survey with its questions. */
export async function whole(ctx: Ctx, id: number) {
  const row = await surveys.need(ctx, id)
  const [[shown], questions] = await Promise.all([
    surveys.shown(ctx, [row]).then((rows) => withSaid(ctx, rows)),
    questionsOf(ctx.db, id),
  ])
  return { ...(shown as NonNullable<typeof shown>), edition: row.edition, questions: questionsShown(questions) }
}
