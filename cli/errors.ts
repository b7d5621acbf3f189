import { TimedOut, Unanswered } from '../core/client/faults.ts'
import { ApiError, errorCodes, isElsewhere } from '../core/errors.ts'

/** The one table of exit codes (docs/rules.md, Command line); `xzx help exit-codes` prints it. */
export const exitCodes = {
  0: '完成，包括列表为空或没有要做的事',
  1: '被服务器拒绝，或全部项目失败，包括没有这个编号、没有权限、与他人的修改冲突；核对（verify 命令）不符',
  2: '用法有误、缺少参数、选项的值无效、没有所写的文件，或需要提问而没有终端',
  3: '部分项目完成，部分失败；比较（config diff --exit-code、audit show）有差别；workday list --exit-code 有年份须导入',
  4: '未登录，或登录已过期',
  5: '连不上服务器、服务器出错（5xx）、超时，或磁盘已满，可稍后再试',
  6: '在提问时取消',
  7: '检查做完了，有要处理的，与失败区分：overdue 命令有超期的；任务文件（job run）中没有步骤失败，有检查发现了问题',
  70: 'xzx 自身的故障，会说明记录在哪个文件',
  75: '同一任务的另一个运行还没有结束',
  129: '终端已关闭（SIGHUP），已说明做到哪里',
  130: '按 Ctrl+C 停止，已说明做到哪里',
  143: '收到 SIGTERM 停止，已说明做到哪里',
} as const
export type ExitCode = keyof typeof exitCodes

/** The exit codes that commands give, by name. */
export const exit = {
  ok: 0,
  refused: 1,
  usage: 2,
  partial: 3,
  signedOut: 4,
  unreachable: 5,
  cancelled: 6,
  found: 7,
  fault: 70,
  locked: 75,
} as const satisfies Readonly<Record<string, ExitCode>>

/** A refusal of the command line itself: what happened, why, what to type. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exit: ExitCode
  readonly code: string
  readonly why: string
  readonly hint: string
  /** Nothing failed: a check was made, and found something. */
  readonly found: boolean
  constructor(
    exitCode: ExitCode,
    message: string,
    more: { code?: string; why?: string; hint?: string; found?: boolean } = {},
  ) {
    super(message)
    this.exit = exitCode
    this.code = more.code ?? 'USAGE'
    this.why = more.why ?? ''
    this.hint = more.hint ?? ''
    this.found = more.found ?? false
  }
}

/** Wrong usage: exit 2. */
export const usage = (message: string, hint = '', why = ''): CliError =>
  new CliError(exit.usage, message, { why, hint })

const stops = {
  SIGHUP: [129, '终端已关闭，已停止'],
  SIGINT: [130, '已按 Ctrl+C 停止'],
  SIGTERM: [143, '已收到 SIGTERM 停止'],
} as const

/** The reason of a stop by a signal, carried by the AbortSignal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly exit: (typeof stops)[keyof typeof stops][0]
  constructor(by: keyof typeof stops, more = '') {
    const [code, says] = stops[by]
    super(says + more)
    this.exit = code
  }
}

/** Stopped again, and so ended at once while a write was on its way. */
export class CutShort extends Interrupted {
  constructor(by: keyof typeof stops) {
    super(by, '：没有等进行中的请求结束，它可能已经完成，请先核对再重试')
  }
}

/** What can be typed after a failure, by its code. */
const hints: Readonly<Record<string, string>> = {
  NOT_SIGNED_IN: '运行 xzx auth login{profile}',
  SESSION_OVER: '运行 xzx auth login{profile}',
  NO_PERMISSION: '运行 xzx whoami 查看当前账号和角色，或请管理员授权',
  NOT_FOUND: '核对编号，或确认该内容在您的权限范围内',
  UNKNOWN_CALL: '服务器没有这个功能，请核对服务器地址和版本',
  PRIVATE_DATA: '隐去后再提交；依法公开的，提交时说明理由：xzx article edit 编号 --submit --privacy-reason 理由',
  STALE: '重新读取后再修改',
  TOO_MANY: '稍候再运行同一条命令',
  TOO_LARGE: '减少一次提交的内容',
  LOGIN_FAILED: '核对用户名和密码；多次失败会被暂时锁定',
  ALREADY_RUNNING: '等它结束后再运行',
  FAULT: '稍后再试；仍不行请把请求编号交给管理员',
  UNAVAILABLE: '检查服务器是否运行、地址是否正确（xzx config list --show-origin），然后再试',
  CONFIG: '改正该文件，或运行 xzx config path 查看位置',
}

/** A failed call in the command line's three parts. */
export interface Told {
  readonly code: string
  readonly message: string
  readonly why: string
  readonly hint: string
  readonly requestId: string
}

/** Fills the hint of a code; the profile is named when it isn't the default one. */
export const hintFor = (code: string, profile: string): string =>
  (hints[code] ?? '').replace('{profile}', profile === 'default' ? '' : ` --profile ${profile}`)

const signedOut = new Set(['NOT_SIGNED_IN', 'SESSION_OVER'])

/** The server was there, or the way to it: only its answer is missing, and what was to be written may be written. */
const tellLate = ({ code, message, mayBeDone }: TimedOut): Told => ({
  code,
  message,
  why: '',
  hint: mayBeDone
    ? '可能已经完成，请先核对再重试；加 --timeout 120s 可以等得更久'
    : '稍后再试，或加 --timeout 120s 等得更久；仍不行请检查服务器是否运行、地址是否正确',
  requestId: '',
})

/** The server may have done it: only its answer is missing. */
const untold = { message: '没有收到服务器的答复', hint: '可能已经完成，请先核对再重试' } as const

/** Signing in would change nothing: the variable goes before what is stored. */
const otherToken =
  '环境变量 XZX_TOKEN 中的令牌无效或已到期：换成新的，或取消该变量（unset XZX_TOKEN）后运行 xzx auth login'

/** Somebody has changed meanwhile what was to be changed. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'STALE'

/** Whoever works from an address that is not allowed changes nothing by looking at their roles. */
const elsewhereHint =
  '在单位网络中使用；地址设得不对的，在服务器本机上运行 xzx user unlock 账号 --nets --data 数据目录 取消限制'

/** Of a script's token: it may less than its owner, and why is asked of the key that the refusal names; some calls no script may, whoever grants. */
function lacksHint({ code, message, detail }: ApiError, token: string | undefined): string | null {
  // nothing is lacking but the right place, which the refusal names
  if (isElsewhere({ code, detail })) return elsewhereHint
  if (!token || code !== 'NO_PERMISSION') return null
  if (message.includes('脚本令牌不能') && message.includes('请用账号登录'))
    return '取消环境变量 XZX_TOKEN（unset XZX_TOKEN），运行 xzx auth login 用账号登录后再做'
  const key = /（(\w+)）/.exec(message)?.[1]
  return key?.includes('_') ? `运行 xzx whoami --why ${key} 查看这个令牌为什么不能做，或请管理员授权` : null
}

/** A client's failure in words. @param env the variables of the run: whether its token comes from there */
export function tellApi(error: ApiError, profile: string, env: { readonly XZX_TOKEN?: string | undefined }): Told {
  if (error instanceof TimedOut) return tellLate(error)
  if (error instanceof Unanswered)
    return { ...untold, code: error.code, why: error.message, requestId: error.requestId }
  const known = Object.hasOwn(errorCodes, error.code) ? errorCodes[error.code as keyof typeof errorCodes] : null
  // it says itself what is the matter: a full disk, a database that is being started
  const own = error.kind === 'server' && error.code === 'UNAVAILABLE' && error.requestId !== ''
  const from = error.status > 0 ? `服务器返回 ${error.status}` : ''
  const why: Readonly<Record<ApiError['kind'], string>> = {
    local: '',
    network: error.message,
    session: signedOut.has(error.code) || error.message !== known?.says ? `${from}，${error.message}` : from,
    server: own ? from : `${from}，${error.message}`,
    refused: error.message,
    other: error.message === known?.says ? from : error.message,
  }
  const heading: Readonly<Record<ApiError['kind'], string>> = {
    local: error.message,
    network: '连不上服务器',
    session: signedOut.has(error.code) ? '未登录或登录已过期' : (known?.says ?? '服务器拒绝了请求'),
    server: own ? error.message : '服务器出错',
    refused: known?.says ?? error.message,
    other: '服务器的回答不正常',
  }
  const message = heading[error.kind]
  // it has answered: there is no need to look whether it runs
  const fromEnv = Boolean(env.XZX_TOKEN) && signedOut.has(error.code)
  const hint = fromEnv ? otherToken : (lacksHint(error, env.XZX_TOKEN) ?? hintFor(own ? 'FAULT' : error.code, profile))
  const reason = why[error.kind] === message ? '' : why[error.kind]
  return {
    code: error.code,
    message,
    why: reason,
    hint: error.requestId ? hint : hint.replace('把请求编号交给', '告诉'),
    requestId: error.requestId,
  }
}
