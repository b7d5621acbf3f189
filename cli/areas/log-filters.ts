import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import type { Input } from '../../core/contract/endpoint.ts'
import { log } from '../../core/contract/log.ts'
import { logKinds } from '../../core/domain/enums.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import type { Flag } from '../flags.ts'
import { checkedFields, checkValue } from '../from-contract/check.ts'
import { flagFor } from '../from-contract/fields.ts'
import { kebab } from '../spelling.ts'
import { didYouMean } from '../suggest.ts'
import { spanOf } from './span.ts'

/** The flags by which `log list` and the log's export narrow the log. */
export interface LogFilterFlags {
  readonly user?: string
  readonly kind?: string
  readonly call?: string
  readonly keyword?: string
  readonly dept?: string
  readonly area?: string
  readonly outcome?: string
  readonly mark?: string
}

/** What is typed as the contract says it: a department by its name, an area and an outcome by their words. */
const declared = ['dept', 'area', 'outcome', 'mark'] as const

/** As they are typed. */
export const logFilterFlags: readonly Flag[] = [
  { flag: '--user <账号>', says: '操作人账号' },
  {
    flag: '--kind <种类>',
    says: Object.entries(logKinds)
      .map(([kind, word]) => `${kind} ${word}`)
      .join('、'),
    values: Object.keys(logKinds),
  },
  { flag: '--call <接口>', says: '接口名称，例如 article.approve' },
  { flag: '--keyword <文字>', says: '内容包含' },
  ...declared.map((field) => flagFor(log.list, field === 'dept' ? 'deptId' : field)),
]

/** The input of `log.list`. */
export type LogSearch = Input<typeof log.list>

/** Of a call that does not exist nothing is ever found: an alarm that is built upon it would never ring. */
async function checkCall(call: string): Promise<void> {
  const calls = [...eachEndpoint(await wholeContract())].map(([area, name, { verb }]) => ({
    name: `${area}.${name}`,
    command: `${kebab(area)}.${verb || kebab(name)}`,
  }))
  if (calls.some(({ name }) => name === call)) return
  const meant = calls.find(({ command }) => command === call)?.name
  const guess = meant
    ? `，您是否想输入 ${meant}？`
    : didYouMean(
        call,
        calls.map(({ name }) => name),
      )
  throw usage(`没有接口 ${call}${guess}`, '运行 xzx api list 列出全部接口')
}

/** The search that the flags describe, with `--since` and `--until`. */
export async function logFilters(ctx: Context, flags: LogFilterFlags): Promise<LogSearch> {
  checkValue(log.list, 'kind', '--kind', flags.kind)
  if (flags.call !== undefined) await checkCall(flags.call)
  const given = Object.fromEntries(
    declared.flatMap((field) => (flags[field] === undefined ? [] : [[field, flags[field]]])),
  )
  return {
    ...(await checkedFields(ctx, log.list, given)),
    ...(flags.user !== undefined && { userAccount: flags.user }),
    ...(flags.kind !== undefined && { kind: flags.kind as 'operation' }),
    ...(flags.call !== undefined && { call: flags.call }),
    ...(flags.keyword !== undefined && { keyword: flags.keyword }),
    ...spanOf(ctx),
  }
}
