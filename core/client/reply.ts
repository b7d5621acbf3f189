import type { Endpoint } from '../contract/endpoint.ts'
import { documentOf } from '../contract/replies.ts'
import type { BulkResult } from '../contract/shared.ts'
import { itemFields } from '../contract/wire.ts'
import { ApiError, errorCodes, type FailureKind, isErrorCode } from '../errors.ts'

/** An answer as it came, whatever transport brought it. */
export interface RawReply {
  readonly status: number
  readonly contentType: string
  readonly bytes: Uint8Array
  /** From the header `x-request-id`, if it was there. */
  readonly requestId?: string
}

/** The largest answer that is taken when it is no file. */
export const replyMax = 64 * 1024 * 1024
/** The failure of an answer that is longer than `replyMax`. */
export const tooLargeReply = () =>
  new ApiError('other', 'FAULT', `服务器的回答超过 ${replyMax / 1024 / 1024} MB，已放弃接收`)

/** The failure of an answer that is not what its call answers, where it cannot be told from one that did nothing. */
export const unfitReply = () => new ApiError('other', 'FAULT', '无法识别服务器的回答：其中没有约定的内容')

/** The nearest code of the table for a status, where the answer names none itself. */
const statusCodes: Readonly<Record<number, string>> = {
  400: 'BAD_INPUT',
  401: 'NOT_SIGNED_IN',
  403: 'NO_PERMISSION',
  404: 'UNKNOWN_CALL',
  408: 'UNAVAILABLE',
  413: 'TOO_LARGE',
  429: 'TOO_MANY',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
}

/** What kind of failure a status is (main-console §8); null when the envelope decides. */
function kindOf(status: number): FailureKind | null {
  if (status >= 500) return 'server'
  if (status > 400) return 'session'
  return status >= 200 && status < 300 ? null : 'other'
}

function codeOf(status: number, kind: FailureKind): string {
  const known = statusCodes[status]
  if (known) return known
  if (kind === 'server') return 'FAULT'
  return kind === 'session' ? 'NOT_SIGNED_IN' : 'UNAVAILABLE'
}

type Envelope = { errorCode?: unknown; errorMsg?: unknown; value?: unknown; requestId?: unknown }

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Bytes → text; null when they are not UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const isEnvelope = (value: unknown): value is Envelope =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && Object.hasOwn(value, 'errorCode')

/** A short text that may be shown: no page, no stack. */
function shortText(text: string | null, contentType: string): string {
  const plain = text?.trim() ?? ''
  if (plain === '' || /html/i.test(contentType) || plain.startsWith('<') || plain.startsWith('{')) return ''
  return plain.length > 200 ? `${plain.slice(0, 200)}……` : plain
}

/** So much of what a server says is shown: its refusals are sentences. */
const spokenMax = 1000
const codeMax = 100
const cut = (text: string) => (text.length > spokenMax ? `${text.slice(0, spokenMax)}……` : text)
const spoken = (envelope: Envelope | null) => (typeof envelope?.errorMsg === 'string' ? cut(envelope.errorMsg) : '')

function failure(reply: RawReply, kind: FailureKind, envelope: Envelope | null, text: string | null): ApiError {
  const own = envelope ? String(envelope.errorCode).slice(0, codeMax) : ''
  const code = isErrorCode(own) ? own : codeOf(reply.status, kind)
  const told = spoken(envelope) || (kind === 'server' ? '' : shortText(text, reply.contentType))
  const says = told || (isErrorCode(code) ? errorCodes[code].says : '请求未成功')
  return new ApiError(kind, code, says, more(reply, envelope))
}

const more = (reply: RawReply, envelope: Envelope | null) => ({
  status: reply.status,
  requestId: typeof envelope?.requestId === 'string' ? envelope.requestId : (reply.requestId ?? ''),
  detail: envelope?.value ?? null,
})

const unreadable = (reply: RawReply, why: string) =>
  new ApiError('other', 'FAULT', `无法识别服务器的回答：${why}`, more(reply, null))

/** The value of an envelope; success only when its errorCode is the string '0'. */
function unwrap(reply: RawReply, envelope: Envelope): unknown {
  if (envelope.errorCode === '0') return envelope.value ?? null
  const code = String(envelope.errorCode).slice(0, codeMax)
  const says = spoken(envelope) || (isErrorCode(code) ? errorCodes[code].says : `操作未成功（${code}）`)
  throw new ApiError('refused', code, says, more(reply, envelope))
}

function whyUnreadable(reply: RawReply, text: string | null): string {
  if (text === null) return '不是 UTF-8 编码的文本'
  if (reply.bytes.length === 0) return '内容为空'
  return /html/i.test(reply.contentType) || text.trimStart().startsWith('<')
    ? '收到的是网页，请检查服务器地址'
    : '不是约定的 JSON 格式'
}

/**
 * Judges an answer before its body is used: throws for every status that is no success.
 * @returns true when the body is what the call asked for and no envelope (file, page, picture)
 */
export function isPlain(e: Endpoint, reply: Pick<RawReply, 'status' | 'contentType'>): boolean {
  return documentOf(e) !== undefined && kindOf(reply.status) === null && !/json/i.test(reply.contentType)
}

/**
 * An answer → the call's value.
 * @throws ApiError with the kind of main-console §8
 */
export function readReply(e: Endpoint, reply: RawReply, input: unknown): unknown {
  if (isPlain(e, reply)) return e.reply === 'page' ? (textOf(reply.bytes) ?? '') : reply.bytes
  const text = textOf(reply.bytes)
  const json = jsonOf(text)
  const envelope = isEnvelope(json) ? json : null
  const kind = kindOf(reply.status)
  if (kind !== null) throw failure(reply, kind, envelope, text)
  if (e.reply === 'raw' && json !== undefined && (!envelope || envelope.errorCode === '0')) return json
  if (!envelope) throw unreadable(reply, whyUnreadable(reply, text))
  const value = unwrap(reply, envelope)
  return isBulk(e) ? asBulk(e, value, input) : value
}

const isBulk = (e: Endpoint) => {
  const shape = (e.output as { shape?: object }).shape
  return shape !== undefined && 'done' in shape && 'failed' in shape
}

/** The ids that a bulk call was given. */
function sentIds(e: Endpoint, input: unknown): string[] {
  const given = input as { items?: unknown; ids?: unknown } | null
  const items = given?.items ?? given?.ids ?? []
  const list = Array.isArray(items) ? items : String(items).split(',')
  const [known = 'id'] = itemFields(e)
  return list
    .map((item) => (item !== null && typeof item === 'object' ? item[known] : item))
    .filter((id) => id !== undefined && id !== null && id !== '')
    .map(String)
}

/** A bulk reply of another shape counts as all done: its errorCode was '0' (docs/rules.md, On the wire). */
function asBulk(e: Endpoint, value: unknown, input: unknown): BulkResult {
  const { done, failed, unchanged } = (value ?? {}) as Partial<BulkResult>
  if (!Array.isArray(done) || !Array.isArray(failed)) return { done: sentIds(e, input), failed: [] }
  return {
    ...(value as object),
    done: done.map(String),
    failed: failed.map((f) => ({ ...f, id: String(f.id), errorMsg: cut(String(f.errorMsg ?? '')) })),
    ...(Array.isArray(unchanged) && { unchanged: unchanged.map(String) }),
  }
}
