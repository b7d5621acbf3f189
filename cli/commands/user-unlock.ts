import { clientFor } from '../../core/client/client.ts'
import { unfitReply } from '../../core/client/reply.ts'
import { auth } from '../../core/contract/auth.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { writeDone } from '../output/write.ts'
import { confirm } from '../questions.ts'
import { namedHere } from '../server-data.ts'

interface Given {
  readonly data?: string
  readonly factor?: true
  readonly nets?: true
}

/** What a server answers that did it; one of before says nothing of `netsLeft`. */
const answered = auth.rescue.output.partial({ netsLeft: true })

/** Lifts what keeps an account from signing in, for who reads the server's key. */
export async function unlock(ctx: Context, args: readonly string[], { data, factor, nets }: Given): Promise<void> {
  const [username, ...rest] = args
  if (username === undefined || rest.length > 0) throw usage('应写一个账号', '例如 xzx user unlock admin --data data')
  const lifted = [
    ...(factor ? [`解除 ${username} 的动态口令`] : []),
    ...(nets
      ? ['取消全体工作人员的登录地址限制（站点设置），以及该账号所属角色的登录地址限制，角色中的其他人也不再受限']
      : []),
  ]
  if (lifted.length > 0) await confirm(ctx, { text: `将${lifted.join('，并')}`, count: 1 })
  const via = await ctx.connect({ ...(await namedHere(ctx, data)) })
  try {
    const input = { username, factor: factor === true, nets: nets === true }
    const done = await clientFor(auth, via).rescue(input, { signal: ctx.signal })
    if (!answered.safeParse(done).success || done.released === null) throw unfitReply()
    const says = [
      `清除 ${done.released} 次登录失败`,
      ...(factor ? [done.factorGone === 1 ? '已解除动态口令' : '没有绑定动态口令'] : []),
      ...(nets
        ? [done.netsGone.length > 0 ? `不再限制登录地址：${done.netsGone.join('、')}` : '没有限制登录地址']
        : []),
    ].join('，')
    // it acts on a server, and not on the folder whose key it reads
    const { server } = (await ctx.config()).values
    ctx.note(`${username}（${server.value}）：${says}`)
    const { netsLeft = [] } = done
    if (netsLeft.length > 0)
      ctx.warn(`注意：仍只能从规定的地址登录（${netsLeft.join('、')}）；要取消这一限制，加 --nets 再运行一次`)
    await writeDone(ctx, { username, ...done })
  } finally {
    await via.close()
  }
}
