import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { writeValue } from '../output/write.ts'
import { canAsk } from '../questions.ts'
import { didYouMean } from '../suggest.ts'
import { askCode, askPassword, bind, showCodes } from './auth-steps.ts'

const acts = ['on', 'codes', 'off'] as const
type Act = (typeof acts)[number]

/** What needs somebody at a terminal: password, and the code of now where there is one. */
async function proof(ctx: Context, on: boolean) {
  if (!canAsk(ctx))
    throw new CliError(exit.usage, '要输入密码和动态口令，只能在终端中运行', { hint: '在终端中直接运行，不要接管道' })
  const password = await askPassword(ctx)
  return { password, code: on ? await askCode(ctx, '现在的动态口令（或恢复码）：') : '' }
}

/** One's own second factor: how it stands; bound, its recovery codes made anew, switched off. */
export async function factor(ctx: Context, args: readonly string[]): Promise<void> {
  const [act, ...rest] = args
  const calls = await ctx.client('auth')
  if (rest.length > 0) throw usage(`参数过多：${rest.join(' ')}`, 'xzx auth factor on')
  const state = await calls.factorState()
  if (act === undefined) {
    const must = state.must === 1 ? '，本账号必须使用' : ''
    const says = state.on === 1 ? `已于 ${state.since} 绑定，还有 ${state.codesLeft} 个恢复码` : '未绑定动态口令'
    return ctx.format === 'json' ? writeValue(ctx, state) : ctx.out(`${says}${must}\n`)
  }
  if (!acts.includes(act as Act)) throw usage(`没有动作 ${act}${didYouMean(act, acts)}`, `可用：${acts.join('、')}`)
  const given = await proof(ctx, state.on === 1)
  if (act === 'on') {
    await bind(ctx, await calls.factorBegin(given), (code) => calls.factorConfirm({ code }))
    return ctx.note('已绑定，下次登录时生效')
  }
  if (act === 'codes') return showCodes(ctx, (await calls.factorCodes(given)).recoveryCodes)
  await calls.factorOff(given)
  ctx.note('已停用动态口令')
}
