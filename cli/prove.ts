import { clientFor } from '../core/client/client.ts'
import { auth } from '../core/contract/auth.ts'
import type { Endpoint } from '../core/contract/endpoint.ts'
import { ApiError } from '../core/errors.ts'
import type { Context } from './context.ts'
import { CliError, exit } from './errors.ts'
import { askHidden, canAsk } from './questions.ts'

/** So often one may mistype before one begins anew. */
const triesMost = 3

const byHand = '在终端中运行，按提示输入密码或动态口令，或先运行 xzx auth login 重新登录'

/** @param e the call: some are for no script, and its token would help nobody */
const unattended = ({ personOnly }: Pick<Endpoint, 'personOnly'>) =>
  new CliError(exit.signedOut, '这项操作须再次核对身份', {
    code: 'PROVE_AGAIN',
    why: '没有可以提问的终端',
    hint: personOnly ? `${byHand}；它不能由脚本令牌办理` : `${byHand}；定时任务请用脚本令牌（xzx auth token）`,
  })

/**
 * Asks whoever sits there for their password or code, so that the call that was refused for it may be done.
 * @throws CliError (4) where nobody can answer; what the server says after the last try
 */
export async function prove(ctx: Context, { detail }: Pick<ApiError, 'detail'>, e: Endpoint): Promise<void> {
  if (!canAsk(ctx)) throw unattended(e)
  const byCode = (detail as { by?: string } | null)?.by === 'code'
  const calls = clientFor(auth, await ctx.transport())
  ctx.warn('这项操作影响大，请再次核对身份')
  for (let tried = 1; ; tried += 1) {
    const typed = await askHidden(ctx, byCode ? '动态口令（或恢复码）：' : '密码：')
    try {
      await calls.prove(byCode ? { code: typed } : { password: typed }, { signal: ctx.signal })
      return
    } catch (error) {
      const wrong = error instanceof ApiError && (error.code === 'LOGIN_FAILED' || error.code === 'MISSING_PARAMETER')
      if (!wrong || tried === triesMost) throw error
      ctx.warn(error.message)
    }
  }
}

/** Foretells, in a dry run, that the call itself will ask. @returns what it will end with (4) where nobody could answer then: what it would do is shown before */
export function foretellProof(ctx: Context, e: Endpoint): CliError | null {
  if (!canAsk(ctx)) return unattended(e)
  ctx.note('执行时须再次核对身份')
  return null
}
