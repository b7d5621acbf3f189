import { randomUUID } from 'node:crypto'
import { apply as applyContract } from '../../core/contract/apply.ts'
import type { Endpoint, Parsed } from '../../core/contract/endpoint.ts'
import { form as contract } from '../../core/contract/form.ts'
import { forum as forumContract } from '../../core/contract/forum.ts'
import { industrialProject as projectContract } from '../../core/contract/industrialProject.ts'
import { llTheme as llThemeContract } from '../../core/contract/llTheme.ts'
import { mail as mailContract } from '../../core/contract/mail.ts'
import { questAnswer as questAnswerContract } from '../../core/contract/questAnswer.ts'
import { suggestion as suggestionContract } from '../../core/contract/suggestion.ts'
import { theme as themeContract } from '../../core/contract/theme.ts'
import { xaxTheme as xaxThemeContract } from '../../core/contract/xaxTheme.ts'
import { thanksOf, type VisitorFormName, visitorForm } from '../../core/domain/visitor-forms.ts'
import { Refused } from '../../core/errors.ts'
import { readable, refusedFields } from '../../core/refused-fields.ts'
import type { Ctx } from '../context.ts'
import { opened, pageOf, sentFor } from '../letters/plain-form.ts'
import { type FileReply, type Handler, implement, ownTransactions } from '../pipeline.ts'
import type { AreaSiteName } from '../site/area-pages.ts'
import { choicesFor, type Filled, writeFile } from '../site/visitor-form.ts'
import { refuseClosed } from './apply/system.ts'
import { apply } from './apply.ts'
import * as query from './form/query.ts'
import { forum } from './forum.ts'
import { industrialProject } from './industrialProject.ts'
import { llTheme } from './llTheme.ts'
import { mail } from './mail.ts'
import { questAnswer } from './questAnswer.ts'
import { suggestion } from './suggestion.ts'
import { theme } from './theme.ts'
import { xaxTheme } from './xaxTheme.ts'

/** The calls that take the forms, with what does their work. */
const takers: Readonly<Record<VisitorFormName, readonly [Endpoint, Handler]>> = {
  apply: [applyContract.webSave, apply.webSave as Handler],
  forum: [forumContract.post, forum.post as Handler],
  forumComment: [forumContract.comment, forum.comment as Handler],
  industrialProject: [projectContract.webAdd, industrialProject.webAdd as Handler],
  mail: [mailContract.webAdd, mail.webAdd as Handler],
  questFeedback: [questAnswerContract.searchFeedbackSave, questAnswer.searchFeedbackSave as Handler],
  questRating: [questAnswerContract.assessSearchFeedback, questAnswer.assessSearchFeedback as Handler],
  suggestion: [suggestionContract.add, suggestion.add as Handler],
  theme: [themeContract.webAdd, theme.webAdd as Handler],
  llTheme: [llThemeContract.webAdd, llTheme.webAdd as Handler],
  xaxTheme: [xaxThemeContract.webAdd, xaxTheme.webAdd as Handler],
}

async function drawn(ctx: Ctx, name: VisitorFormName, given: Partial<Filled> = {}): Promise<FileReply> {
  const filled: Filled = { ...(await opened(ctx)), values: {}, wrong: {}, says: '', done: null, ...given }
  const [area] = visitorForm(name).call
  const choices = await choicesFor(ctx.parts.db, name)
  return pageOf(ctx, { area: area as AreaSiteName, file: writeFile, shown: { form: name, filled, choices } })
}

/** Where the words of a refusal stand: at the fields of the form, or by themselves. */
function refusedIn(e: Endpoint, name: VisitorFormName, { code, message }: Refused): Pick<Filled, 'wrong' | 'says'> {
  if (code === 'CAPTCHA_WRONG') return { wrong: { verifyCode: message }, says: '' }
  const shown = new Set([...visitorForm(name).fields.map((field) => field.name), 'verifyCode'])
  const parts = refusedFields(e, message)
  if (parts.length === 0 || parts.some(({ field }) => !shown.has(field))) return { wrong: {}, says: readable(message) }
  return { wrong: Object.fromEntries(parts.map(({ field, says }) => [field, says])), says: '' }
}

type Sent = Parsed<typeof contract.send> & Readonly<Record<string, string | null | undefined>>

/** Has what was typed done by the call that the form is for, behind its captcha and its limits, and answers with a page. */
async function send(ctx: Ctx, { form: given, codeId, verifyCode, requestKey, ...typed }: Sent): Promise<FileReply> {
  const name = given as VisitorFormName
  const [e, handler] = takers[name]
  const form = visitorForm(name)
  const values = Object.fromEntries(form.fields.map((field) => [field.name, String(typed[field.name] ?? '')]))
  const written = Object.entries(values).filter(([, value]) => value.trim() !== '')
  const [area, call] = form.call
  try {
    const given = { ...Object.fromEntries(written), codeId, verifyCode, requestKey }
    const value = await sentFor(ctx, [`${area}.${call}`, e, handler], given)
    return await drawn(ctx, name, { done: thanksOf(form, value) })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return drawn(ctx, name, { values, ...refusedIn(e, name, error) })
  }
}

/** What forms are for may be closed: who opens one is told before anything is typed. */
const closed: Partial<Record<VisitorFormName, (ctx: Ctx) => Promise<void>>> = { apply: refuseClosed }

/** Why what the form is for is not taken now; '': it is. */
async function closedSays(ctx: Ctx, name: VisitorFormName): Promise<string> {
  try {
    await closed[name]?.(ctx)
    return ''
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}

export const form = implement(contract, {
  page: async (ctx, { form: name, ...given }) => {
    const values = Object.entries(given).flatMap(([field, value]) => (value ? [[field, String(value)]] : []))
    // a page without scripts is a browser of its own: sent twice it counts once
    const keys = visitorForm(name as VisitorFormName).fields.filter(({ ofBrowser }) => ofBrowser)
    const own = Object.fromEntries(keys.map((field) => [field.name, randomUUID()]))
    const says = await closedSays(ctx, name as VisitorFormName)
    return drawn(ctx, name as VisitorFormName, { values: { ...Object.fromEntries(values), ...own }, says })
  },
  send: ownTransactions((ctx: Ctx, input: Parsed<typeof contract.send>) => send(ctx, input as Sent)),
  query: query.page,
  ask: ownTransactions(query.send),
})
