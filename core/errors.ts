import type { PasswordForm } from './domain/password-policy.ts'

/**
 * The one table of error codes: HTTP status, the CLI's exit code and the Chinese words that stand where nothing more exact is known.
 * 401 is sent only when there is no session: the console of the specification signs out on any other 4xx (main-console §8).
 */
export const errorCodes = {
  NOT_SIGNED_IN: { status: 401, exit: 4, says: '未登录，请先登录' },
  SESSION_OVER: { status: 401, exit: 4, says: '登录已过期，或已在别处退出，请重新登录' },
  NO_PERMISSION: { status: 200, exit: 1, says: '没有执行此操作的权限' },
  MISSING_PARAMETER: { status: 200, exit: 2, says: '缺少必填参数' },
  BAD_INPUT: { status: 200, exit: 1, says: '提交的内容不符合要求' },
  NOT_FOUND: { status: 200, exit: 1, says: '内容不存在或无权查看' },
  UNKNOWN_CALL: { status: 200, exit: 1, says: '没有这个接口' },
  BAD_STATE: { status: 200, exit: 1, says: '当前状态不能执行此操作' },
  SENSITIVE_WORDS: { status: 200, exit: 1, says: '发现敏感词，请修改后再提交' },
  PRIVATE_DATA: { status: 200, exit: 1, says: '含有个人信息，请隐去后再提交，或说明公开的理由' },
  STALE: { status: 200, exit: 1, says: '该内容已被他人修改，请核对后再提交' },
  CONFLICT: { status: 200, exit: 1, says: '与已有内容冲突' },
  TOO_LARGE: { status: 200, exit: 1, says: '提交的内容过大' },
  TOO_MANY: { status: 200, exit: 5, says: '操作过于频繁，请稍后再试' },
  LOGIN_FAILED: { status: 200, exit: 1, says: '用户名或密码错误' },
  PASSWORD_EXPIRED: { status: 200, exit: 4, says: '密码须先修改，修改后才能登录' },
  SECOND_FACTOR: { status: 200, exit: 4, says: '请再输入动态口令' },
  PROVE_AGAIN: { status: 200, exit: 4, says: '这项操作须再次核对身份，请输入密码或动态口令后重试，或重新登录' },
  CAPTCHA_WRONG: { status: 200, exit: 1, says: '验证码错误或已过期，请重新输入' },
  ALREADY_RUNNING: { status: 200, exit: 75, says: '已有任务在运行' },
  FAULT: { status: 500, exit: 5, says: '服务器异常' },
  UNAVAILABLE: { status: 503, exit: 5, says: '服务暂不可用，请稍后再试' },
} as const

export type ErrorCode = keyof typeof errorCodes

/** How the log calls what was refused for the address from which it was asked. */
export const fromElsewhere = '地址不在规定范围'

/** Whether a call was refused for where it came from: signing in elsewhere helps, and no right does. */
export const isElsewhere = ({ code, detail }: Pick<ApiError, 'code' | 'detail'>): boolean =>
  code === 'NO_PERMISSION' && typeof (detail as { address?: unknown } | null)?.address === 'string'

/** True for a code of the table. */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code)

/** What a refusal may tell beside its words, by its code; the reply's `value`. */
interface Details {
  /** From where the caller asked, where that is what is refused and no right would help. */
  readonly NO_PERMISSION: { readonly address: string }
  /** What is wrong with which row, where many came at once and none of them was taken. */
  readonly BAD_INPUT:
    | { readonly rows: readonly { readonly row: number; readonly says: string }[] }
    /** Where a template is wrong. */
    | {
        readonly problems: readonly {
          readonly fileName: string
          readonly line: number | null
          readonly column: number | null
          readonly says: string
        }[]
      }
  /** What was found; `refused`: it must be changed, else it is to be looked at and named as seen (`wordsSeen`). */
  readonly SENSITIVE_WORDS: {
    readonly refused: boolean
    readonly words: readonly { readonly id: string; readonly word: string }[]
  }
  /** What was found, by kind. */
  readonly PRIVATE_DATA: { readonly kinds: readonly { readonly kind: string; readonly count: number }[] }
  /** The version that there is now. */
  readonly STALE: { readonly version: number }
  /** The article in the way, where the caller may see it. */
  readonly CONFLICT: { readonly articleId: string }
  /** With which the password is changed and the sign-in finished (`auth.renew`). */
  readonly PASSWORD_EXPIRED: { readonly ticket: string; readonly policy: PasswordForm }
  /** With which a code is shown (`auth.factor`); `enrol`: or what shows codes is bound first (`auth.factorEnrol`). */
  readonly SECOND_FACTOR: { readonly ticket: string; readonly enrol: boolean }
  /** What is to be shown (`auth.prove`): the code of who has one, the password of all others. */
  readonly PROVE_AGAIN: { readonly by: 'password' | 'code' }
  /** The run that is in the way. */
  readonly ALREADY_RUNNING: { readonly jobId: string }
}
type Detail<C extends ErrorCode> = C extends keyof Details ? Details[C] : never

/** A refusal with a code of the table: thrown by handlers and rules, answered in the envelope. */
export class Refused<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'Refused'
  readonly code: C
  readonly detail: Detail<C> | null
  constructor(code: C, message: string = errorCodes[code].says, detail: Detail<C> | null = null) {
    super(message)
    this.code = code
    this.detail = detail
  }
}

/** Why a call failed, from the caller's side (main-console §8). */
export type FailureKind =
  /** Refused before anything was sent. */
  | 'local'
  /** Not reached: refused connection, cut, timeout. */
  | 'network'
  /** No session, or it is over: status above 400 and below 500. */
  | 'session'
  /** Status 500 or above. */
  | 'server'
  /** In the envelope, errorCode other than '0'. */
  | 'refused'
  /** Anything else: another status, or an answer that is no envelope. */
  | 'other'

/** What a client's call throws: every failure of the catalogue of main-console §8, in one class with its kind. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: FailureKind
  /** The server's errorCode, or the nearest one of the table. */
  readonly code: string
  readonly status: number
  readonly requestId: string
  /** The reply's value beside the refusal, if any. */
  readonly detail: unknown
  constructor(
    kind: FailureKind,
    code: string,
    message: string,
    more: { status?: number; requestId?: string; detail?: unknown; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.kind = kind
    this.code = code
    this.status = more.status ?? 0
    this.requestId = more.requestId ?? ''
    this.detail = more.detail ?? null
  }
}

/** The exit code of a failed call (docs/rules.md, Errors). */
export function exitOf(error: ApiError): number {
  if (isErrorCode(error.code)) return errorCodes[error.code].exit
  if (error.kind === 'session') return 4
  return error.kind === 'network' || error.kind === 'server' ? 5 : 1
}
