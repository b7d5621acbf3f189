import type { Kysely } from 'kysely'
import { otherChoice, otherSays, problemType, type Question } from '../../../core/domain/survey.ts'
import { statusOf } from '../../../core/domain/survey-states.ts'
import type { Schema } from '../../db/tables.ts'
import type { Survey } from './surveys.ts'
import { questionsOf, questionsShown } from './surveys.ts'

/** What was answered to a survey, from the counters that stand beside the answers. */

const wordsTold = 60
const percentOf = (n: number, all: number) => (all === 0 ? 0 : Math.round((n * 1000) / all) / 10)

const optionsOf = ({ options, other, type }: Question) =>
  type === problemType.text
    ? []
    : [
        ...options.map((title, i) => ({ choice: i + 1, title })),
        ...(other === 1 ? [{ choice: otherChoice, title: otherSays }] : []),
      ]

/** The statistics of a survey; of what visitors wrote only the keywords that somebody allowed. */
export async function countsOf(db: Kysely<Schema>, survey: Pick<Survey, 'id' | 'title' | 'state'>) {
  const [questions, counts, words] = await Promise.all([
    questionsOf(db, survey.id),
    db.selectFrom('surveyCount').select(['questionId', 'choice', 'n']).where('surveyId', '=', survey.id).execute(),
    db
      .selectFrom('surveyKeyword')
      .select(['questionId', 'word', 'n'])
      .where('surveyId', '=', survey.id)
      .where('state', '=', 1)
      .orderBy('n', 'desc')
      .orderBy('id')
      .limit(wordsTold * 10)
      .execute(),
  ])
  const found = new Map(counts.map(({ questionId, choice, n }) => [`${questionId}/${choice}`, n]))
  const n = (questionId: number, choice: number) => found.get(`${questionId}/${choice}`) ?? 0
  return {
    id: String(survey.id),
    title: survey.title,
    status: statusOf(survey.state),
    recordCount: n(0, 0),
    questions: questionsShown(questions).map(({ id, title, type, says }, i) => {
      const question = questions[i] as Question
      const answered = n(question.id, 0)
      return {
        ...{ id, title, type, says, answered },
        options: optionsOf(question).map((one) => {
          const count = n(question.id, one.choice)
          return { ...one, count, percent: percentOf(count, answered) }
        }),
        keywords: words
          .filter(({ questionId }) => questionId === question.id)
          .slice(0, wordsTold)
          .map(({ word, n: count }) => ({ word, count })),
      }
    }),
  }
}
