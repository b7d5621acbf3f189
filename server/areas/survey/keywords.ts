import type { Parsed } from '../../../core/contract/endpoint.ts'
import { keywordRow } from '../../../core/contract/survey/rows.ts'
import type { survey as contract } from '../../../core/contract/survey.ts'
import { keywordStates } from '../../../core/domain/survey-states.ts'
import { Refused } from '../../../core/errors.ts'
import { personalHits } from '../../../core/words/hits.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { surveyKeyword } from '../../db/tables/survey.ts'
import { eachOf } from '../../rows/bulk.ts'
import { equal, like } from '../../rows/condition.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { refuseStale } from '../../rows/stale.ts'
import { touchArea } from '../../rows/touch-area.ts'
import { checkNow } from '../../words/check.ts'
import { wordsNow } from '../../words/known.ts'
import { refuseWords } from '../article/word-check.ts'
import { ofSurveys, surveyOf } from './surveys.ts'

/** The words of what visitors wrote. Nobody outside reads one before a person has allowed it. */

const keywords = rowsOf(surveyKeyword, {
  reply: keywordRow,
  logged: ['state'],
  order: [
    ['n', 'desc'],
    ['id', 'desc'],
  ],
})

export function list(ctx: Ctx, input: Parsed<typeof contract.keywords>) {
  const { surveyId, questionId, word, state, ...paging } = input
  return keywords.page(
    ctx,
    paging,
    ofSurveys(ctx),
    ...equal('surveyId', surveyId || undefined),
    ...equal('questionId', questionId || undefined),
    ...like('word', word),
    ...equal('state', state === undefined ? undefined : Number(state)),
  )
}

/** @throws Refused SENSITIVE_WORDS, PRIVATE_DATA for a word that nobody outside may read */
async function refuseUnfit(ctx: Ctx, word: string): Promise<void> {
  const texts = [{ field: 'word', text: word }]
  refuseWords({ found: checkNow(await wordsNow(ctx), texts), wordsSeen: [] })
  const { kinds } = personalHits(texts.map((one) => ({ ...one, strangers: true })))
  if (kinds.length > 0)
    throw new Refused('PRIVATE_DATA', `「${word}」含有个人信息，不能公开`, {
      kinds: kinds.map(([kind, count]) => ({ kind, count })),
    })
}

/** Allows keywords, or keeps them from the site. */
export const setState = (ctx: Ctx, { ids, state: asked, versions }: Parsed<typeof contract.keywordState>) => {
  const state = Number(asked) as keyof typeof keywordStates
  return eachOf(ctx, ids, async (one, id) => {
    const row = await keywords.need(one, id, { lock: true })
    const survey = await surveyOf(one, row.surveyId, `${surveyKeyword.says} ${id}`)
    if (row.state === state) return
    // one that was never judged is as it was counted
    await refuseStale(one, { ...row, updatedAt: row.updatedAt ?? one.now }, versions?.get(id), surveyKeyword.says)
    if (state === 1) await refuseUnfit(one, row.word)
    await one.db
      .updateTable('surveyKeyword')
      .set({ state, updatedBy: whoOf(one).userId, updatedAt: one.now, version: row.version + 1 })
      .where('id', '=', id)
      .execute()
    one.record({ ids: [id], before: { state: row.state }, after: { state }, result: keywordStates[state] })
    if (survey.resultFlag === 1) await touchArea(one, 'survey', state === 2)
  })
}
