import { apply as applyContract } from '../../core/contract/apply.ts'
import type { Endpoint, Parsed } from '../../core/contract/endpoint.ts'
import { form as contract } from '../../core/contract/form.ts'
import { mail as mailContract } from '../../core/contract/mail.ts'
import { suggestion as suggestionContract } from '../../core/contract/suggestion.ts'
import { thanksOf, type VisitorFormName, visitorForm } from '../../core/domain/visitor-forms.ts'
import { Refused } from '../../core/errors.ts'
import { readable, refusedFields } from '../../core/refused-fields.ts'
import type { Ctx } from '../context.ts'
import { opened, pageOf, sentFor } from '../letters/plain-form.ts'
import { type FileReply, type Handler, implement, ownTransactions } from '../pipeline.ts'
import { type Filled, writeFile } from '../site/visitor-form.ts'
import { apply } from './apply.ts'
import * as query from './form/query.ts'
import { mail } from './mail.ts'
import { suggestion } from './suggestion.ts'

/** The calls that take the forms, with what does their work. */
const takers: Readonly<Record<VisitorFormName, readonly [Endpoint, Handler]>> = {
  apply: [applyContract.webSave, apply.webSave as Handler],
  mail: [mailContract.webAdd, mail.webAdd as Handler],
  suggestion: [suggestionContract.add, suggestion.add as Handler],
}

async function drawn(ctx: Ctx, name: VisitorFormName, given: Partial<Filled> = {}): Promise<FileReply> {
  const filled: Filled = { ...(await opened(ctx)), values: {}, wrong: {}, says: '', done: null, ...given }
  return pageOf(ctx, { area: name, file: writeFile, shown: { form: name, filled } })
}

/** Where the words of a refusal stand: at the fields of the form, or by themselves. */
function refusedIn(e: Endpoint, name: VisitorFormName, { message }: Refused): Pick<Filled, 'wrong' | 'says'> {
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

export const form = implement(contract, {
  page: (ctx, input) => drawn(ctx, input.form as VisitorFormName),
  send: ownTransactions((ctx: Ctx, input: Parsed<typeof contract.send>) => send(ctx, input as Sent)),
  query: query.page,
  ask: ownTransactions(query.send),
})
