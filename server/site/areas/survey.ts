import { otherChoice, problemType } from '../../../core/domain/survey.ts'
import { problemStatus, seenStates, statusOf } from '../../../core/domain/survey-states.ts'
import { formatDate, formatTime } from '../../../core/domain/time.ts'
import { countsOf } from '../../areas/survey/counts.ts'
import { questionsOf, questionsShown } from '../../areas/survey/surveys.ts'
import type { Reader } from '../../db/open.ts'
import type { AreaSite } from '../area-site.ts'
import { beginning } from '../content.ts'
import { type Plain, plainQuestions } from '../survey-plain.ts'
import { type Lines, listFiles, listName, listView, loadLines, pageName } from './lists.ts'

const frontSize = 5

/** Those that visitors see, what began last first. */
const seen = ({ read }: Reader) =>
  read
    .selectFrom('survey')
    .where('state', 'in', [...seenStates])
    .where('deletedAt', 'is', null)
    .orderBy('openedAt', 'desc')
    .orderBy('id', 'desc')

const lineColumns = ['id', 'title', 'state', 'openedAt', 'resultFlag'] as const

interface Line {
  readonly id: number
  readonly title: string
  readonly state: number
  readonly openedAt: number | null
  readonly resultFlag: number
}
type Tools = Parameters<NonNullable<AreaSite['view']>>[1]

const wordOf = (state: number) => problemStatus[statusOf(state) as keyof typeof problemStatus]
const item = ({ id, title, state, openedAt, resultFlag }: Line, { url }: Tools) => ({
  title: `${title}（${wordOf(state)}${state === 3 && resultFlag === 1 ? '，结果已公布' : ''}）`,
  url: url(pageName(id)),
  date: openedAt === null ? null : formatDate(openedAt),
})

type List = Lines<Line>
type One = NonNullable<Awaited<ReturnType<typeof loadSurvey>>> & {
  /** Of the form without scripts. */
  readonly plain?: Plain
}

const title = '问卷调查'

/** What a survey's page shows; `preview`: whatever its state, as if it ran. */
export async function loadSurvey({ read }: Reader, id: number, preview?: 'preview') {
  const row = await read
    .selectFrom('survey')
    .select(['id', 'title', 'intro', 'state', 'startAt', 'endAt', 'endedAt', 'shared', 'edition', 'resultFlag'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row || !(preview || seenStates.includes(row.state))) return null
  const state = preview && !seenStates.includes(row.state) ? 1 : row.state
  const shown = state === 3 && row.resultFlag === 1
  return {
    ...row,
    state,
    preview: preview && wordOf(row.state),
    questions: state === 3 ? [] : questionsShown(await questionsOf(read, id)),
    results: shown ? await countsOf(read, row) : null,
  }
}

/** What whoever answers is told, by either form: a device of many may send more than one. */
const answerSays = (shared: number): string =>
  `${shared === 1 ? '' : '每台设备只能提交一份。'}不登录，不记录您是谁；写下的手机号、身份证号等会自动隐去。`

const sizes = 5
/** Keywords by how often they stand there, each with a size from 1 to 5. */
function cloudOf(words: readonly { readonly word: string; readonly count: number }[]) {
  const most = Math.max(1, ...words.map(({ count }) => count))
  return words.map(({ word, count }) => ({ word, count, size: Math.max(1, Math.ceil((count * sizes) / most)) }))
}

function oneOf(one: One, tools: Tools) {
  const { id, edition, state, intro, startAt, shared, questions, results } = one
  // ended by hand it ended earlier than it was to, ended by the clock a moment later
  const ends = [one.endAt, state === 3 ? one.endedAt : null].filter((at) => at !== null)
  const endAt = ends.length > 0 ? Math.min(...ends) : null
  const pages = [
    ...Map.groupBy(
      questions.map((row, i) => ({ ...row, number: i + 1 })),
      ({ page }) => page,
    ).values(),
  ]
  return {
    template: one.plain ? 'survey-plain' : 'survey',
    title: one.title,
    description: beginning(intro ?? '', 120) || one.title,
    scope: {
      ...(one.plain && { plain: one.plain, questions: plainQuestions(questions, one.plain) }),
      survey: {
        ...{
          id,
          edition,
          title: one.title,
          status: one.preview ? `预览，${one.preview}` : wordOf(state),
          running: state === 1,
          paused: state === 2,
          ...{ shared, says: answerSays(shared) },
        },
        ...{ preview: one.preview, intro: (intro ?? '').split(/\n+/).filter((line) => line.trim() !== '') },
        ...{
          from: startAt === null ? null : formatDate(startAt),
          until: endAt === null ? null : formatTime(endAt).slice(0, 16),
        },
        pages: pages.map((some) => ({
          questions: some.map((row) => ({
            ...row,
            input: row.type === problemType.one ? 'radio' : row.type === problemType.several ? 'checkbox' : 'text',
            otherChoice,
          })),
        })),
        results: results && {
          total: results.recordCount,
          questions: results.questions.map((row, i) => ({ ...row, number: i + 1, cloud: cloudOf(row.keywords) })),
        },
        list: tools.url(listName(1)),
      },
    },
    above: [{ title, url: tools.url(listName(1)) }],
  }
}

/** Surveys that run, rest or are over: a list, and for each the form or its results. */
export const survey: AreaSite = {
  title,
  folder: 'public_survey',
  ways: [{ no: 7, name: listName(1), title, says: '正在进行和已结束的问卷，公布的结果。' }],
  async pages(db) {
    const found = await seen(db).select(lineColumns).execute()
    const ones = found.map((one) => ({
      name: pageName(one.id),
      id: one.id,
      listed: { title: one.title, at: one.openedAt ?? 0 },
    }))
    return [...listFiles(found.length), ...ones]
  },
  load: (db, { id }) => (id < 0 ? loadLines(seen(db).select(lineColumns), -id) : loadSurvey(db, id)),
  view(shown: List | One, tools) {
    if ('questions' in shown) return oneOf(shown, tools)
    const words = { heading: title, description: '正在进行和已结束的问卷调查', none: '暂无问卷' }
    return listView(words, { ...shown, items: shown.items.map((one) => item(one, tools)) }, tools)
  },
  async front(db, _at, tools) {
    const found = await seen(db).select(lineColumns).limit(frontSize).execute()
    return { items: found.map((one) => item(one, tools)), url: tools.url(listName(1)) }
  },
}
