import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { askLine, canAsk } from '../questions.ts'
import { textFrom } from './ids.ts'

/** What a command is told of why. */
export interface ReasonFlags {
  readonly reason?: string
  readonly preset?: string
}

/** The flags of a move that says why. */
export const reasonFlags = (reasons: readonly string[], doing: string) => [
  { flag: '--reason <理由>', says: `${doing}的理由，或 @文件` },
  { flag: '--preset <序号>', says: `常用理由：${reasons.map((reason, i) => `${i + 1} ${reason}`).join('；')}` },
]

function presetReason(reasons: readonly string[], number: string): string {
  const reason = /^\d+$/.test(number) ? reasons[Number(number) - 1] : undefined
  if (reason) return reason
  throw usage(`--preset 应为 1 到 ${reasons.length}，收到 ${number}`, '', reasons.join('；'))
}

const reasonMax = 500

function checkedReason(reason: string): string {
  if ([...reason].length > reasonMax) throw usage(`理由最多 ${reasonMax} 个字`)
  return reason
}

/** The reason of a move that wants one: given, by its number among those that are often given, or asked for. */
export async function reasonFor(
  ctx: Context,
  doing: string,
  reasons: readonly string[],
  flags: ReasonFlags,
): Promise<string> {
  if (flags.preset !== undefined && flags.reason !== undefined) throw usage('--reason 和 --preset 只能用一个')
  if (flags.preset !== undefined) return presetReason(reasons, flags.preset)
  if (flags.reason?.trim()) return checkedReason((await textFrom(ctx, flags.reason.trim(), '--reason', '理由')).trim())
  if (ctx.flags.dryRun && canAsk(ctx)) return reasons[0] as string
  if (!canAsk(ctx)) throw usage(`${doing}必须填写理由`, `加 --reason 理由，或 --preset 1 到 ${reasons.length}`)
  ctx.io.err(`常用理由：\n${reasons.map((reason, i) => `  ${i + 1}. ${reason}`).join('\n')}\n`)
  const typed = (await askLine(ctx, '请输入序号或理由：')) ?? ''
  if (typed === '') throw usage(`${doing}必须填写理由`, '加 --reason 理由')
  return reasons[Number(typed) - 1] ?? checkedReason(typed)
}
