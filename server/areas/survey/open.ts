import type { Parsed } from '../../../core/contract/endpoint.ts'
import { surveyWeb } from '../../../core/contract/survey/web.ts'
import { seenStates, statesFor, statusOf } from '../../../core/domain/survey-states.ts'
import type { Ctx } from '../../context.ts'
import { survey as table } from '../../db/tables/survey.ts'
import { among, isEmpty, like } from '../../rows/condition.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { countsOf } from './counts.ts'
import { questionsOf, questionsShown } from './surveys.ts'

/** What everybody reads of surveys: those that run, rest or are over. */

const seen = rowsOf(table, {
  reply: surveyWeb.webList.output.shape.list.element,
  logged: [],
  order: [
    ['openedAt', 'desc'],
    ['id', 'desc'],
  ],
  everybody: [among('state', [...seenStates]), isEmpty('deletedAt')],
})

async function withStatus<R extends { readonly id: string }>(ctx: Ctx, shown: readonly R[]) {
  const ids = shown.map(({ id }) => Number(id))
  const rows =
    ids.length === 0 ? [] : await ctx.db.selectFrom('survey').select(['id', 'state']).where('id', 'in', ids).execute()
  const states = new Map(rows.map(({ id, state }) => [String(id), state]))
  return shown.map((one) => ({ ...one, status: statusOf(states.get(one.id) ?? 3) }))
}

export async function list(ctx: Ctx, { title, status, ...paging }: Parsed<typeof surveyWeb.webList>) {
  const states = status === undefined ? [] : [among('state', [...statesFor(Number(status))])]
  const page = await seen.page(ctx, paging, ...like('title', title), ...states)
  return { ...page, list: await withStatus(ctx, page.list) }
}

export async function find(ctx: Ctx, id: number) {
  const row = await seen.need(ctx, id)
  const [shown] = await withStatus(ctx, await seen.shown(ctx, [row]))
  return {
    ...(shown as NonNullable<typeof shown>),
    intro: row.intro,
    edition: row.edition,
    questions: questionsShown(await questionsOf(ctx.db, id)),
    results: row.state === 3 && row.resultFlag === 1 ? await countsOf(ctx.db, row) : null,
  }
}
