import type { Parsed } from '../../../core/contract/endpoint.ts'
import { answersRow, recordRow, textRow } from '../../../core/contract/survey/rows.ts'
import { survey as contract } from '../../../core/contract/survey.ts'
import { answerWords, type Question } from '../../../core/domain/survey.ts'
import { Refused } from '../../../core/errors.ts'
import type { SheetColumn } from '../../../core/sheet/columns.ts'
import type { Ctx } from '../../context.ts'
import { surveyAnswer, surveyQuestion, surveyRecord } from '../../db/tables/survey.ts'
import { equal, notEmpty, test } from '../../rows/condition.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { sheetReply } from '../../rows/sheet.ts'
import { ofSurveys, questionsOf, surveyOf, surveys } from './surveys.ts'

/** What was answered, one visitor after the other, without who they were. */

const newest = [['id', 'desc']] as const
const records = rowsOf(surveyRecord, { reply: recordRow, logged: [], order: newest })
const lines = rowsOf(surveyRecord, { reply: answersRow, logged: [], order: newest })
const texts = rowsOf(surveyAnswer, { reply: textRow, logged: [], order: newest })
const questionRows = rowsOf(surveyQuestion, {
  reply: contract.questions.output.shape.list.element,
  logged: [],
  order: newest,
})

/** How many of a survey came from the same network as each of some records: a hint and no more. Each network is counted once. */
async function samePlaces(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const from = ctx.db.selectFrom('surveyRecord').where('id', 'in', [...ids])
  const places = from.where('placeHash', 'is not', null).select(['surveyId', 'placeHash']).distinct()
  const counted = await ctx.db
    .selectFrom(places.as('place'))
    .innerJoin('surveyRecord as other', (join) =>
      join.onRef('other.surveyId', '=', 'place.surveyId').onRef('other.placeHash', '=', 'place.placeHash'),
    )
    .groupBy(['place.surveyId', 'place.placeHash'])
    .select((eb) => ['place.surveyId', 'place.placeHash', eb.fn.countAll<number>().as('n')])
    .execute()
  const n = new Map(counted.map((one) => [`${one.surveyId} ${one.placeHash}`, Number(one.n)]))
  const rows = await from.select(['id', 'surveyId', 'placeHash']).execute()
  return new Map(
    rows.flatMap(({ id, surveyId, placeHash }) => {
      const same = n.get(`${surveyId} ${placeHash}`)
      return same === undefined ? [] : [[id, same] as const]
    }),
  )
}

async function withPlaces<R extends { readonly id: string }>(ctx: Ctx, shown: readonly R[]) {
  const counts = await samePlaces(
    ctx,
    shown.map(({ id }) => Number(id)),
  )
  return shown.map((one) => ({ ...one, samePlace: counts.get(Number(one.id)) ?? null }))
}

export async function list(ctx: Ctx, { surveyId, ...paging }: Parsed<typeof contract.recordList>) {
  const page = await records.page(ctx, paging, ofSurveys(ctx), ...equal('surveyId', surveyId || undefined))
  return { ...page, list: await withPlaces(ctx, page.list) }
}

/** The answers of some records in words, by record and question. */
async function answersOf(ctx: Ctx, ids: readonly number[], questions: readonly Question[]) {
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('surveyAnswer')
          .select(['recordId', 'questionId', 'chosen', 'words'])
          .where('recordId', 'in', [...ids])
          .execute()
  const found = new Map(rows.map((row) => [`${row.recordId}/${row.questionId}`, row]))
  return (recordId: number) =>
    questions.map((question) => {
      const row = found.get(`${recordId}/${question.id}`)
      const chosen = row?.chosen ? row.chosen.split(',').map(Number) : []
      return row ? answerWords(question, { chosen, words: row.words }) : ''
    })
}

export async function get(ctx: Ctx, id: number) {
  const row = await records.need(ctx, id)
  await surveyOf(ctx, row.surveyId, `答卷 ${id}`)
  const questions = await questionsOf(ctx.db, row.surveyId)
  const says = (await answersOf(ctx, [id], questions))(id)
  const [shown] = await withPlaces(ctx, await records.shown(ctx, [row]))
  return {
    ...(shown as NonNullable<typeof shown>),
    answers: questions.map(({ id: questionId, title }, i) => ({
      ...{ questionId: String(questionId), title, says: says[i] || null },
    })),
  }
}

type Paged = Parsed<typeof contract.answers>

/** A page of the sheet with a column for each question. */
async function page(ctx: Ctx, { id, ...paging }: Paged, questions: readonly Question[]) {
  const found = await lines.page(ctx, paging, test('surveyId', '=', id))
  const ids = found.list.map((one) => Number(one.id))
  const answers = await answersOf(ctx, ids, questions)
  return { ...found, list: found.list.map((one) => ({ ...one, answers: answers(Number(one.id)) })) }
}

export async function answers(ctx: Ctx, input: Paged) {
  await surveys.need(ctx, input.id)
  return page(ctx, input, await questionsOf(ctx.db, input.id))
}

const pageSize = 200

/** The answers as a sheet's rows, in the order in which they came, page by page. */
async function* rowsFor(ctx: Ctx, id: number, questions: readonly Question[]) {
  for (let afterId = 0; ; ) {
    const paging = { afterId, sortOrder: 'asc', pageSize, withTotal: 0 } as const
    const { list } = await page(ctx, { id, ...paging }, questions)
    for (const { id: recordId, createdAt, answers: says } of list)
      yield { id: recordId, createdAt, ...Object.fromEntries(says.map((one, i) => [`q${i + 1}`, one])) }
    if (list.length < pageSize) return
    afterId = Number(list.at(-1)?.id)
  }
}

/** All answers of a survey with a column for each question, written while they are read. */
export async function excel(ctx: Ctx, input: { readonly id: number }) {
  const { id, title } = await surveys.need(ctx, input.id)
  const questions = await questionsOf(ctx.db, id)
  const columns: SheetColumn[] = [
    { field: 'id', title: '答卷编号', kind: 'text', width: 10 },
    { field: 'createdAt', title: '提交时间', kind: 'time', width: 20 },
    ...questions.map(({ title: asks }, i): SheetColumn => {
      return { field: `q${i + 1}`, title: `${i + 1}. ${asks}`, kind: 'text', width: 30 }
    }),
  ]
  return sheetReply(ctx, contract.answersExcel, input, `${title}的答卷`, columns, rowsFor(ctx, id, questions))
}

/** What was written in words to a question, 「其他」 too. */
export async function text(ctx: Ctx, { id, ...paging }: Parsed<typeof contract.text>) {
  const question = await ctx.db.selectFrom('surveyQuestion').select('surveyId').where('id', '=', id).executeTakeFirst()
  if (!question) throw new Refused('NOT_FOUND', `题目 ${id} 不存在或无权操作`)
  await surveyOf(ctx, question.surveyId, `题目 ${id}`)
  return texts.page(ctx, paging, test('questionId', '=', id), notEmpty('words'))
}

export const questions = (ctx: Ctx, { surveyId, ...paging }: Parsed<typeof contract.questions>) =>
  questionRows.page(ctx, paging, ofSurveys(ctx), ...equal('surveyId', surveyId || undefined))
