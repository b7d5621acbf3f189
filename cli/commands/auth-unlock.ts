import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { cleanLine } from '../output/clean.ts'
import { writeDone } from '../output/write.ts'

/** Releases an account or an address whose sign-ins failed too often. */
export async function unlock(ctx: Context, { account, address }: { account?: string; address?: string }) {
  if (!account && !address) throw usage('没有说明要解锁什么', '加 --account 用户名 或 --address IP 地址')
  if (address) {
    const { isIP } = await import('node:net')
    if (isIP(address) === 0) throw usage(`--address 不是 IP 地址：${cleanLine(address)}`, '例如 --address 10.1.2.3')
  }
  const auth = await ctx.client('auth')
  const { released } = await auth.unlock({ username: account, address }, { signal: ctx.signal })
  const what = [account && `账号 ${account}`, address && `地址 ${address}`].filter(Boolean).join('、')
  const cleared = `清除 ${released} 次登录失败`
  if (released === 0) ctx.note(`${what} 没有登录失败的记录，本来就没有锁定（写错了也是这样，请核对）`)
  else ctx.note(ctx.flags.dryRun ? `试运行，没有解锁：将解锁${what}，${cleared}` : `已解锁${what}，${cleared}`)
  await writeDone(ctx, { account: account ?? null, address: address ?? null, released })
}
