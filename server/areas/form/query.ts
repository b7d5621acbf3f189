import { randomUUID } from 'node:crypto'
import { apply as applyContract } from '../../../core/contract/apply.ts'
import type { Area, Endpoint, Parsed } from '../../../core/contract/endpoint.ts'
import type { form as contract } from '../../../core/contract/form.ts'
import { mail as mailContract } from '../../../core/contract/mail.ts'
import { suggestion as suggestionContract } from '../../../core/contract/suggestion.ts'
import { actsOf, type ByCodeName, byCode } from '../../../core/domain/by-code.ts'
import { Refused } from '../../../core/errors.ts'
import { readable, refusedFields } from '../../../core/refused-fields.ts'
import type { Ctx } from '../../context.ts'
import { pageOf, sentFor } from '../../letters/plain-form.ts'
import type { FileReply, Handler } from '../../pipeline.ts'
import { queryPage as applyPage } from '../../site/areas/apply.ts'
import { queryPage as mailPage } from '../../site/areas/mail.ts'
import { queryPage as suggestionPage } from '../../site/areas/suggestion.ts'
import type { PlainQuery } from '../../site/plain-query.ts'
import { apply } from '../apply.ts'
import { mail } from '../mail.ts'
import { suggestion } from '../suggestion.ts'

/** What visitors ask for by code and phone, and do with it, in browsers without scripts: the same calls, behind the same limits. */

const areas: Readonly<Record<ByCodeName, readonly [Area, Readonly<Record<string, Handler>>]>> = {
  mail: [mailContract, mail as unknown as Readonly<Record<string, Handler>>],
  apply: [applyContract, apply as unknown as Readonly<Record<string, Handler>>],
  suggestion: [suggestionContract, suggestion as unknown as Readonly<Record<string, Handler>>],
}
const pages = { mail: mailPage, apply: applyPage, suggestion: suggestionPage }

interface Key {
  readonly code: string
  readonly phone: string
}
const none: Omit<PlainQuery, 'of' | 'requestKey'> = {
  ...{ code: '', phone: '', own: null, thanks: '', wrong: {}, typed: {} },
}

async function drawn(ctx: Ctx, of: ByCodeName, given: Partial<PlainQuery> = {}): Promise<FileReply> {
  const { file, shown } = pages[of]
  const plain: PlainQuery = { ...none, of, requestKey: randomUUID(), ...given }
  return pageOf(ctx, { area: of, file, shown: await shown(ctx, plain) })
}

/** Has a call done for who has the code. @throws Refused as the call itself */
async function done(ctx: Ctx, of: ByCodeName, call: string, given: object, requestKey = '') {
  const [area, handlers] = areas[of]
  const sent = { ...given, requestKey, verifyCode: '' }
  const e = area[call] as Endpoint
  return (await sentFor(ctx, [`${of}.${call}`, e, handlers[call] as Handler], sent)) as PlainQuery['own']
}

export const page = (ctx: Ctx, { of }: Parsed<typeof contract.query>) => drawn(ctx, of as ByCodeName)

/** What is said of a refusal: what is about the one field that is written without its name. */
function wordsOf(e: Endpoint, { message }: Refused): string {
  const [first, ...more] = refusedFields(e, message)
  return first && more.length === 0 ? first.says : readable(message)
}

/** What the key finds, with more to tell; a wrong one is asked for again. */
async function looked(ctx: Ctx, of: ByCodeName, key: Key, more: Partial<PlainQuery> = {}): Promise<FileReply> {
  try {
    return await drawn(ctx, of, { ...key, ...more, own: await done(ctx, of, byCode[of].look, key) })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return drawn(ctx, of, { ...key, wrong: { look: readable(error.message) } })
  }
}

export async function send(ctx: Ctx, given: Parsed<typeof contract.ask>): Promise<FileReply> {
  const { act: name, code, phone, content, rating, seen, requestKey } = given
  const of = given.of as ByCodeName
  const key = { code: code.trim(), phone: phone.trim() }
  const act = actsOf(of)[name]
  if (!act) return looked(ctx, of, key)
  const typed = content ?? ''
  const said = {
    ...(act.choices ? { rating: rating ?? '' } : { content: typed }),
    ...(act.seen && seen && { [act.seen]: seen }),
  }
  try {
    const own = await done(ctx, of, act.call, { ...key, ...said }, requestKey ?? '')
    return await drawn(ctx, of, { ...key, own, thanks: act.thanks })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const wrong = wordsOf(areas[of][0][act.call] as Endpoint, error)
    return looked(ctx, of, key, { wrong: { [name]: wrong }, typed: { [name]: typed } })
  }
}
