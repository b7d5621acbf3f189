import { randomUUID } from 'node:crypto'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { surveyWeb } from '../../../core/contract/survey/web.ts'
import { Refused } from '../../../core/errors.ts'
import { readable } from '../../../core/refused-fields.ts'
import type { Ctx } from '../../context.ts'
import { opened, pageOf, sentFor } from '../../letters/plain-form.ts'
import type { FileReply, Handler } from '../../pipeline.ts'
import { pageName } from '../../site/areas/lists.ts'
import { loadSurvey } from '../../site/areas/survey.ts'
import type { Plain } from '../../site/survey-plain.ts'
import { answer } from './answer.ts'

/** The form of a survey for browsers without scripts: the server draws it, and answers with a page. */

/** @throws Refused NOT_FOUND */
async function drawn(ctx: Ctx, id: number, given: Partial<Plain> = {}): Promise<FileReply> {
  const shown = await loadSurvey({ read: ctx.parts.db.read, dialect: ctx.dialect }, id)
  if (!shown) throw new Refused('NOT_FOUND', `问卷 ${id} 不存在或还没有开始`)
  const plain: Plain = {
    ...{ ...(await opened(ctx)), visitorKey: randomUUID() },
    ...{ chosen: [], words: {}, wrong: {}, says: '', done: null, ...given },
  }
  return pageOf(ctx, { area: 'survey', file: { name: pageName(id), id }, shown: { ...shown, plain } })
}

export const page = (ctx: Ctx, { id }: Parsed<typeof surveyWeb.formPage>) => drawn(ctx, id)

const listOf = (value: string | readonly string[] | null | undefined): readonly string[] =>
  value == null ? [] : typeof value === 'string' ? [value] : value

/** What was chosen, as `question:choice`, and what was written, by its question. */
function answersOf(chosen: readonly string[], words: Readonly<Record<string, string>>) {
  const choices = new Map<string, string[]>(Object.keys(words).map((questionId) => [questionId, []]))
  for (const one of chosen) {
    const [questionId = '', choice = ''] = one.split(':')
    const known = choices.get(questionId)
    if (known && choice !== '') known.push(choice)
    else if (choice !== '') choices.set(questionId, [choice])
  }
  return [...choices].map(([questionId, those]) => ({ questionId, chosen: those, words: words[questionId] ?? '' }))
}

/** Has what was answered done by the public call, behind its captcha and its limits. */
export async function send(ctx: Ctx, given: Parsed<typeof surveyWeb.formSend>): Promise<FileReply> {
  const { id, edition, visitorKey, requestKey, codeId, verifyCode } = given
  const chosen = listOf(given.chosen)
  const typed = listOf(given.words)
  const words = Object.fromEntries(listOf(given.wordsOf).map((questionId, i) => [questionId, typed[i] ?? '']))
  try {
    const answers = answersOf(chosen, words)
    const sent = { id, edition, visitorKey, answers, codeId, verifyCode, requestKey }
    await sentFor(ctx, ['survey.webSave', surveyWeb.webSave, answer as Handler], sent)
    return await drawn(ctx, id, { done: '提交成功，感谢您的参与。' })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { rows = [] } = (error.detail ?? {}) as { rows?: readonly { row: number; says: string }[] }
    const wrong = Object.fromEntries(rows.map(({ row, says }) => [row, says]))
    const says = rows.length > 0 ? '请按标出的提示修改' : readable(error.message)
    return drawn(ctx, id, { visitorKey, chosen, words, wrong, says })
  }
}
