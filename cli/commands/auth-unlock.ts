import { auth as contract } from '../../core/contract/auth.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { checkValue } from '../from-contract/check.ts'
import { cleanLine } from '../output/clean.ts'
import { writeDone } from '../output/write.ts'

/** Releases an account or an address whose sign-ins failed too often, or a phone for which too many codes were asked. */
export async function unlock(
  ctx: Context,
  { account, address, phone }: { account?: string; address?: string; phone?: string },
) {
  if (!account && !address && !phone)
    throw usage('没有说明要解锁什么', '加 --account 用户名、--address IP 地址 或 --phone 手机号')
  if (phone) checkValue(contract.unlock, 'phone', '--phone', phone)
  if (address) {
    const { isIP } = await import('node:net')
    if (isIP(address) === 0) throw usage(`--address 不是 IP 地址：${cleanLine(address)}`, '例如 --address 10.1.2.3')
  }
  const auth = await ctx.client('auth')
  const { released, kept } = await auth.unlock({ username: account, address, phone }, { signal: ctx.signal })
  const what = [account && `账号 ${account}`, address && `地址 ${address}`, phone && '手机号']
    .filter(Boolean)
    .join('、')
  const cleared = `清除 ${released} 次${phone ? '使用' : '登录失败'}`
  if (released === 0 && !kept) ctx.note(`${what} 没有登录失败的记录，本来就没有锁定（写错了也是这样，请核对）`)
  else ctx.note(ctx.flags.dryRun ? `试运行，没有解锁：将解锁${what}，${cleared}` : `已解锁${what}，${cleared}`)
  if (kept > 0) ctx.note(`其中 ${kept} 个账号的权限高于您，其登录失败没有清除，请由管理员办理`)
  await writeDone(ctx, { account: account ?? null, address: address ?? null, phone: phone ?? null, released, kept })
}
