import type { Kysely } from 'kysely'
import { otherChoice, problemType } from '../../core/domain/survey.ts'
import { dayNumber, momentOf } from '../../core/domain/time.ts'
import { keywordsOf } from '../../core/words/keywords.ts'
import type { Schema } from '../db/tables.ts'
import { type DemoPlace, day } from './place.ts'
import { type DemoSurvey, designs } from './survey-designs.ts'

const [designer, examiner] = ['bangongshi', 'fushen'] as const

interface Said {
  readonly questionId: number
  readonly chosen: readonly number[]
  readonly words: string | null
}

/** What the nth visitor answers: spread over the options as their parts say, and the same each time. */
function saidBy({ questions, answers = [] }: DemoSurvey, ids: readonly number[], n: number): Said[] {
  return questions.flatMap(({ type, other, most }, i): Said[] => {
    const parts = answers[i] ?? []
    const questionId = ids[i] as number
    const spread = (n * 37 + i * 53) % 100
    if (type === problemType.text) {
      const words = n % 4 === 0 ? (parts[(n / 4) % parts.length] as string | undefined) : undefined
      return words ? [{ questionId, chosen: [], words }] : []
    }
    const numbers = parts as readonly number[]
    const choiceAt = (place: number) => (other === 1 && place === numbers.length - 1 ? otherChoice : place + 1)
    if (type === problemType.several) {
      const picked = numbers.flatMap((part, k) => ((n * 29 + k * 41 + i * 7) % 100 < part ? [choiceAt(k)] : []))
      const chosen = (picked.length > 0 ? picked : [1]).slice(0, most ?? undefined)
      return [{ questionId, chosen, words: chosen.includes(otherChoice) ? '健身步道' : null }]
    }
    let sum = 0
    const found = numbers.findIndex((part) => {
      sum += part
      return spread < sum
    })
    const choice = choiceAt(Math.max(found, 0))
    return [{ questionId, chosen: [choice], words: choice === otherChoice ? '摩托车' : null }]
  })
}

/** Writes the answers of some visitors, and what is counted of them. */
async function answer(trx: Kysely<Schema>, surveyId: number, from: number, until: number, said: readonly Said[][]) {
  const counts = new Map<string, number>()
  const words = new Map<string, number>()
  const more = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
  for (const [n, answers] of said.entries()) {
    const createdAt = from + Math.round(((until - from) * n) / said.length)
    const { id: recordId } = await trx
      .insertInto('surveyRecord')
      .values({ surveyId, createdAt })
      .returning('id')
      .executeTakeFirstOrThrow()
    more(counts, '0/0')
    for (const { questionId, chosen, words: text } of answers) {
      for (const choice of [0, ...chosen]) more(counts, `${questionId}/${choice}`)
      for (const word of text ? keywordsOf(text) : []) more(words, `${questionId}/${word}`)
    }
    const rows = answers.map(({ chosen, ...one }) => ({ ...one, chosen: chosen.join(',') || null }))
    await trx
      .insertInto('surveyAnswer')
      .values(rows.map((one) => ({ ...one, surveyId, recordId, createdAt })))
      .execute()
  }
  const pairs = [...counts].map(([key, n]) => ({ key: key.split('/').map(Number) as [number, number], n }))
  await trx
    .insertInto('surveyCount')
    .values(pairs.map(({ key: [questionId, choice], n }) => ({ surveyId, questionId, choice, n })))
    .execute()
  const found = [...words].map(([key, n]) => ({
    questionId: Number(key.split('/')[0]),
    word: key.split('/')[1] ?? '',
    n,
  }))
  if (found.length > 0)
    await trx
      .insertInto('surveyKeyword')
      .values(found.map((one) => ({ ...one, surveyId, state: 0, version: 1 })))
      .execute()
}

type At = DemoPlace & { readonly survey: DemoSurvey }

/** The steps by which a survey came to its state. */
function stepsOf(
  { survey: { state, reason, days, opened, ended, result }, users, now }: At,
  names: ReadonlyMap<number, string>,
) {
  const by = (account: string) => {
    const byId = users.get(account) as number
    return { byId, byName: names.get(byId) ?? account }
  }
  const at = (ago: number) => now - Math.round(ago * day)
  return [
    { act: '新增', status: 4, at: at(days), ...by(designer) },
    ...(state === 4 ? [] : [{ act: '审核通过', status: 0, at: at(days - 0.5), ...by(examiner) }]),
    ...(opened === undefined ? [] : [{ act: '开始', status: 1, at: at(opened), ...by(examiner) }]),
    ...(state === 2 ? [{ act: '暂停', status: 2, at: at(2), reason: reason ?? null, ...by(examiner) }] : []),
    ...(ended === undefined ? [] : [{ act: '结束', status: 3, at: at(ended), ...by(examiner) }]),
    ...(result ? [{ act: '公布结果', status: 3, at: at((ended ?? 0) - 1), ...by(examiner) }] : []),
  ]
}

/** Surveys of the demo county in every state, with their answers. */
export async function add(place: DemoPlace): Promise<void> {
  const { trx, now, depts, users } = place
  const people = await trx.selectFrom('user').select(['id', 'name']).execute()
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const ago = (days: number | undefined) => (days === undefined ? null : now - Math.round(days * day))
  for (const survey of designs) {
    const { title, intro, dept, state, days, opened, ended, startIn, endIn, reason = null, result = 0 } = survey
    const steps = stepsOf({ ...place, survey }, names)
    const { id } = await trx
      .insertInto('survey')
      .values({
        ...{ title, intro, state, reason, resultFlag: result, shared: 0, edition: 1, version: steps.length },
        ...{ deptId: depts.get(dept) ?? null, createdBy: users.get(designer) ?? null, createdAt: now - days * day },
        ...{ openedAt: ago(opened), endedAt: ago(ended), forgottenAt: ago(ended), updatedAt: steps.at(-1)?.at ?? now },
        startAt: startIn === undefined ? null : now + startIn * day,
        endAt: endIn === undefined ? null : momentOf(dayNumber(now + endIn * day), 'end'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const questions = await trx
      .insertInto('surveyQuestion')
      .values(
        survey.questions.map((one, sort) => ({ ...one, surveyId: id, sort, options: JSON.stringify(one.options) })),
      )
      .returning('id')
      .execute()
    const ids = questions.map((one) => one.id).sort((a, b) => a - b)
    const said = Array.from({ length: survey.records ?? 0 }, (_, n) => saidBy(survey, ids, n))
    if (said.length > 0) await answer(trx, id, ago(opened) ?? now, ago(ended) ?? now, said)
    if (result)
      await trx
        .updateTable('surveyKeyword')
        .set({ state: 1, updatedBy: users.get(examiner) ?? null, updatedAt: now })
        .where('surveyId', '=', id)
        .where('n', '>', 3)
        .execute()
    await trx
      .insertInto('history')
      .values(steps.map((step, n) => ({ kind: 'survey', rowId: id, no: n + 1, reason: null, ...step })))
      .execute()
  }
}
