import type { Endpoint } from '../contract/endpoint.ts'
import { ApiError } from '../errors.ts'

/** What a failed connection means, by the code that Node or undici gives it. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: '连接被拒绝，服务器可能没有运行',
  ENOTFOUND: '找不到这台主机',
  EAI_AGAIN: '域名暂时无法解析',
  ETIMEDOUT: '连接超时',
  UND_ERR_CONNECT_TIMEOUT: '连接超时',
  EHOSTUNREACH: '到不了这台主机',
  ENETUNREACH: '网络不通',
  ECONNRESET: '连接中途断开',
  EPIPE: '连接中途断开',
  UND_ERR_SOCKET: '连接中途断开',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: '回答没有传完',
  UND_ERR_ABORTED: '请求已中止',
  CERT_HAS_EXPIRED: '服务器的证书已过期',
  DEPTH_ZERO_SELF_SIGNED_CERT: '服务器的证书不受信任',
  SELF_SIGNED_CERT_IN_CHAIN: '服务器的证书不受信任',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '服务器的证书不受信任',
  ERR_TLS_CERT_ALTNAME_INVALID: '服务器的证书与地址不符',
}
const notHttp = '对方不是 HTTP 服务，请检查地址和端口'

/** What undici and Node call an address or a header that cannot be sent. */
const unsendable = ['UND_ERR_INVALID_ARG', 'ERR_INVALID_CHAR', 'ERR_UNESCAPED_CHARACTERS']

/** The codes that Node or undici gave a failed connection, those of its causes too: `ECONNREFUSED`, `UND_ERR_SOCKET` … */
export function codesOf(thrown: unknown): string[] {
  const error = thrown as { code?: unknown; cause?: unknown; errors?: unknown[] } | null
  if (error === null || typeof error !== 'object') return []
  const inner = [error.cause, ...(Array.isArray(error.errors) ? error.errors : [])]
  // undici's parser knows no code for what is no HTTP from its first word on
  const garbled = error.code === undefined && (error as Error).name === 'HTTPParserError' ? ['HPE_'] : []
  return [...(typeof error.code === 'string' ? [error.code] : garbled), ...inner.flatMap(codesOf)]
}

/** Anything that a connection throws → a named failure that says what happened and where. */
export function networkError(thrown: unknown, server: string): ApiError {
  const codes = codesOf(thrown)
  const known = codes.find((code) => Object.hasOwn(reasons, code))
  if (codes.some((code) => unsendable.includes(code)))
    return new ApiError('local', 'BAD_INPUT', '请求的地址或请求头含有无效字符', { cause: thrown })
  const garbled = codes.some((code) => code.startsWith('HPE_'))
  const why = garbled ? notHttp : known ? reasons[known] : '网络连接失败'
  return new ApiError('network', 'UNAVAILABLE', `${why}（${server || '服务器'}）`, { cause: thrown })
}

/** The deadline came before the answer: what was to be written may be written. */
export class TimedOut extends ApiError {
  readonly mayBeDone: boolean
  constructor(e: Endpoint, ms: number) {
    super('network', 'UNAVAILABLE', `服务器没有在 ${ms / 1000} 秒内答复`)
    this.mayBeDone = e.effect === 'write'
  }
}

/** The connection was never made, so the server cannot have seen the call. */
export const neverSent = (error: ApiError): boolean =>
  codesOf(error.cause).some((code) =>
    ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(code),
  )

/** What stands before the server gave up waiting for it. */
const givenUp = [502, 504]

/** Nobody knows what became of a call that writes: it was sent, and its answer did not come. */
export const isUnanswered = (error: ApiError): boolean => {
  if (error instanceof TimedOut) return error.mayBeDone
  return error.kind === 'network' ? !neverSent(error) : givenUp.includes(error.status)
}

/** A write that was sent and got no answer: whoever tries again is to look first. */
export class Unanswered extends ApiError {
  constructor({ kind, code, message, status, requestId, detail, cause }: ApiError) {
    super(kind, code, message, { status, requestId, detail, cause })
  }
}

/** The failure of the last try, where an earlier one was sent and got no answer: nobody knows what became of that one. */
export const stillUnanswered = (last: ApiError, lost: ApiError): ApiError =>
  isUnanswered(last) ? last : new ApiError('network', 'UNAVAILABLE', last.message, { cause: lost.cause })
