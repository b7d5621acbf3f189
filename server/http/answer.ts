import { escapeHtml } from '../../core/domain/html.ts'
import { errorCodes, Refused } from '../../core/errors.ts'
import { readable } from '../../core/refused-fields.ts'
import { isFull } from '../full-disk.ts'

/** The reply of every call (docs/rules.md, On the wire). */
export interface Envelope {
  readonly errorCode: string
  readonly errorMsg: string
  readonly value: unknown
  readonly requestId: string
}

/** The envelope of a value. */
export const success = (value: unknown, requestId: string): Envelope => ({
  errorCode: '0',
  errorMsg: '',
  value: value ?? null,
  requestId,
})

/** A refusal as a page, for who sent a form without scripts: the way back keeps what was typed. */
export const refusalPage = (says: string): string =>
  `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>没有提交成功</title></head>
<body><main><h1>没有提交成功</h1><p role="alert">${escapeHtml(readable(says))}</p>
<p>请用浏览器的「后退」回到刚才的页面，填写的内容还在那里，改好后再提交。</p></main></body>
</html>
`

/** The envelope of a refusal. */
export const refusal = (error: Refused, requestId: string): Envelope => ({
  errorCode: error.code,
  errorMsg: error.message,
  value: error.detail,
  requestId,
})

/** Headers of every answer (docs/rules.md, Security); what is no page may load nothing. */
export const baseHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Of answers that a frame of the same origin reads. */
export const framedHeaders: Readonly<Record<string, string>> = {
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
}

const policy =
  "default-src 'self'; img-src 'self' data: https: http:; media-src 'self' https: http:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
/** For generated and previewed pages: cleaned article content may carry style attributes, scripts only as files of our own. */
export const pagePolicy = `${policy}; style-src 'self' 'unsafe-inline'; script-src 'self'`
/** The same where pages make their calls on another origin. */
export const pagePolicyWith = (service: string): string =>
  `${pagePolicy.replace("form-action 'self'", `form-action 'self' ${service}`)}; connect-src 'self' ${service}`

/** For what people uploaded: nothing in it runs, wherever it is opened. */
export const sandboxed = "default-src 'none'; sandbox"

const busy = new Set(['SQLITE_BUSY', '40001', '40P01', '55P03'])
/** PostgreSQL is being stopped or started, takes no more connections, or its connection broke. */
const stopped = new Set(['57P01', '57P02', '57P03', '53300', 'ECONNRESET', 'EPIPE'])
const unreachable = ({ code = '', message = '', syscall }: { code?: string; message?: string; syscall?: string }) =>
  stopped.has(code) ||
  syscall === 'connect' ||
  /Connection terminated|connection error|not queryable|timeout exceeded when trying to connect/.test(message)
/** What was to be written was not; whatever it was, it can be done again. */
export const fullSays = '服务器磁盘空间不足，这次操作没有完成，请管理员清理磁盘后再试'

/** Any thrown thing as a refusal: what is not one of ours is a fault, and says nothing of its inside. */
export function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  if (isFull(error)) return new Refused('UNAVAILABLE', fullSays)
  // two at once, past the check that names the value
  if (code === '23505' || /UNIQUE constraint failed/.test(message)) return new Refused('CONFLICT')
  if (busy.has(code ?? '') || /database is locked/.test(message))
    return new Refused('UNAVAILABLE', '服务繁忙，请稍后再试')
  if (unreachable((error ?? {}) as object)) return new Refused('UNAVAILABLE', '数据库暂不可用，请稍后再试')
  return new Refused('FAULT')
}

/** The HTTP status of a refusal. */
export const statusOf = (error: Refused): number => errorCodes[error.code].status
