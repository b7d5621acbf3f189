import { chunksOf } from '../../../core/chunks.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { surveyWeb } from '../../../core/contract/survey/web.ts'
import { type Answered, judge } from '../../../core/domain/survey.ts'
import { problemStatus } from '../../../core/domain/survey-states.ts'
import { Refused } from '../../../core/errors.ts'
import { hideOwn } from '../../../core/words/hide.ts'
import { keywordsOf } from '../../../core/words/keywords.ts'
import { breather } from '../../breather.ts'
import type { Ctx } from '../../context.ts'
import { networkOf } from '../../http/network.ts'
import { beforehand, judgedFirst } from '../../pipeline.ts'
import { refuseFaults } from './design.ts'
import { questionsOf, type Survey } from './surveys.ts'

/** What a visitor answers: kept once, and counted in the same transaction (docs/decisions/0053-survey-visitors.md). */

const closedSays: Readonly<Record<number, string>> = {
  2: '问卷已暂停，暂时不能提交，您填写的内容仍在这里，请稍后再试',
  3: `问卷${problemStatus[3]}，不再接受答卷`,
}

/** The survey as it takes answers. @param hold so that nobody stops it meanwhile @throws Refused NOT_FOUND, BAD_STATE, STALE */
async function needOpen(ctx: Ctx, id: number, edition: number, hold: boolean): Promise<Survey> {
  const query = ctx.db.selectFrom('survey').selectAll().where('id', '=', id).where('deletedAt', 'is', null)
  const row = await (hold && ctx.dialect === 'postgres' ? query.forShare() : query).executeTakeFirst()
  if (!row || row.state === 4 || row.state === 0) throw new Refused('NOT_FOUND', `问卷 ${id} 不存在或还没有开始`)
  const closed = closedSays[row.endAt !== null && row.endAt <= ctx.now ? 3 : row.state]
  if (closed) throw new Refused('BAD_STATE', closed)
  if (row.edition !== edition)
    throw new Refused('STALE', '问卷的题目已经改变，请刷新网页后再提交', { version: row.edition })
  return row
}

interface Counted {
  readonly questionId: number
  readonly choice: number
}

/** In one order for everybody: two who answer at once do not wait for one another in a circle. */
const ordered = (a: Counted, b: Counted) => a.questionId - b.questionId || a.choice - b.choice

/** So many rows of their columns fit into one statement of either database. */
const rowsAtOnce = 1000

async function count(ctx: Ctx, surveyId: number, answered: readonly Answered[]): Promise<void> {
  const counted: Counted[] = [
    { questionId: 0, choice: 0 },
    ...answered.flatMap(({ questionId, chosen }) => [0, ...chosen].map((choice) => ({ questionId, choice }))),
  ]
  for (const some of chunksOf(counted.sort(ordered), rowsAtOnce))
    await ctx.db
      .insertInto('surveyCount')
      .values(some.map((one) => ({ ...one, surveyId, n: 1 })))
      .onConflict((oc) =>
        oc.columns(['surveyId', 'questionId', 'choice']).doUpdateSet((eb) => ({ n: eb('surveyCount.n', '+', 1) })),
      )
      .execute()
}

async function countWords(ctx: Ctx, surveyId: number, answered: readonly Answered[]): Promise<void> {
  const said = answered
    .flatMap(({ questionId, words }) => (words ? [{ questionId, words }] : []))
    .sort((a, b) => a.questionId - b.questionId)
  const values = said.flatMap(({ questionId, words }) =>
    keywordsOf(words).map((word) => ({ surveyId, questionId, word, n: 1, state: 0, version: 1 })),
  )
  for (const some of chunksOf(values, rowsAtOnce))
    await ctx.db
      .insertInto('surveyKeyword')
      .values(some)
      .onConflict((oc) =>
        oc.columns(['surveyId', 'questionId', 'word']).doUpdateSet((eb) => ({ n: eb('surveyKeyword.n', '+', 1) })),
      )
      .execute()
}

type Sent = Pick<Parsed<typeof surveyWeb.webSave>, 'id' | 'edition' | 'visitorKey' | 'answers'>

/** What is answered, where all of it fits the survey's questions. @throws Refused NOT_FOUND, BAD_STATE, STALE, BAD_INPUT */
async function judgedBy(ctx: Ctx, { id, edition, answers }: Sent, hold: boolean) {
  const survey = await needOpen(ctx, id, edition, hold)
  const { faults, answered, foreign } = judge(await questionsOf(ctx.db, id), answers)
  if (foreign)
    throw new Refused('BAD_INPUT', '回答（answers）：有不属于这份问卷的题目，或同一题答了两次，请刷新网页后再提交')
  refuseFaults(faults, 'answers')
  if (answered.length === 0) throw new Refused('BAD_INPUT', '回答（answers）：请至少回答一题')
  return { survey, answered }
}

interface Ready {
  readonly sent: Sent
  /** What was written, as it is kept: without what is somebody's own. */
  readonly told: ReadonlyMap<string, string>
}

/** Hides what is somebody's own in what was written, before anything is held: of many long texts it is the work of many moments. */
async function read(ctx: Ctx, sent: Sent): Promise<Ready> {
  const { answered } = await judgedBy(ctx, sent, false)
  const told = new Map<string, string>()
  const breathe = breather()
  for (const { words } of answered) {
    if (words) told.set(words, hideOwn(words))
    await breathe()
  }
  return { sent, told }
}

/** Keeps a visitor's answers, once. @throws Refused CONFLICT for a second time */
async function keep(ctx: Ctx, { sent, told }: Ready) {
  const { survey, answered: given } = await judgedBy(ctx, sent, true)
  const answered = given.map((one) => ({ ...one, words: one.words && (told.get(one.words) ?? hideOwn(one.words)) }))
  const { id, visitorKey } = sent
  const { secret } = ctx.parts
  const mark = (what: string, value: string) => secret.mark('survey', id, what, value)
  const record = await ctx.db
    .insertInto('surveyRecord')
    .values({
      surveyId: id,
      visitorHash: survey.shared === 1 ? null : mark('visitor', visitorKey),
      placeHash: mark('place', networkOf(ctx.call.address)),
      createdAt: ctx.now,
    })
    .onConflict((oc) => oc.columns(['surveyId', 'visitorHash']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!record) throw new Refused('CONFLICT', '您已提交过这份问卷，每台设备只能提交一份')
  await ctx.db
    .insertInto('surveyAnswer')
    .values(
      answered.map(({ questionId, chosen, words }) => ({
        ...{ surveyId: id, recordId: record.id, questionId, createdAt: ctx.now, words },
        chosen: chosen.length > 0 ? chosen.join(',') : null,
      })),
    )
    .execute()
  await count(ctx, id, answered)
  await countWords(ctx, id, answered)
  // no row of the log: it would hold the address beside the answers
  return { id: String(id) }
}

export const answer = judgedFirst((ctx, sent: Sent) => judgedBy(ctx, sent, false), beforehand(read, keep))
