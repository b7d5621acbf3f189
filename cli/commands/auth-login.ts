import { clientFor } from '../../core/client/client.ts'
import { auth } from '../../core/contract/auth.ts'
import { formatTime } from '../../core/domain/time.ts'
import { deviceFor, rememberDevice } from '../config/device.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { readAll } from '../io.ts'
import { askHidden, askLine, canAsk } from '../questions.ts'
import { namedHere } from '../server-data.ts'

async function nameFor(ctx: Context, given: string | undefined, known: string | undefined): Promise<string> {
  if (given) return given
  if (!canAsk(ctx)) {
    if (known) return known
    throw usage('缺少用户名', '加 --user 用户名')
  }
  const typed = await askLine(ctx, known ? `用户名 [${known}]：` : '用户名：')
  if (typed || known) return typed || (known as string)
  throw usage('缺少用户名', '加 --user 用户名')
}

async function passwordFor(ctx: Context): Promise<string> {
  if (ctx.flags.passwordStdin) {
    if (ctx.io.stdinTty) return askHidden(ctx, '密码：')
    const password = (await readAll(ctx.io, ctx.signal)).replace(/\r?\n$/, '')
    if (password === '')
      throw usage('标准输入中没有密码', '例如 printf %s "$PASSWORD" | xzx auth login --password-stdin')
    // tried as it is, it would count as a wrong one
    if (/[\r\n]/.test(password))
      throw usage('标准输入应只有一行：密码', '例如 printf %s "$PASSWORD" | xzx auth login --password-stdin')
    return password
  }
  if (!canAsk(ctx)) throw usage('缺少密码', '加 --password-stdin 从标准输入读取')
  return askHidden(ctx, '密码：')
}

/** Signs in without a captcha and keeps the token for this profile and server. */
export async function login(ctx: Context, { user, data }: { user?: string; data?: string }): Promise<void> {
  const { store, stored, profile, values } = await ctx.config()
  const username = await nameFor(ctx, user, stored.user)
  const password = await passwordFor(ctx)
  const server = values.server.value
  // an older token is not sent along: the call needs none
  const via = await ctx.connect({ retry: 0, ...(await namedHere(ctx, data)) })
  try {
    const calls = clientFor(auth, via)
    const device = deviceFor(stored, server, username)
    const token = await calls
      .loginNoCode({ username, password, device }, { signal: ctx.signal })
      .catch(async (error) =>
        (await import('./auth-steps.ts')).finishSignIn(ctx, error, { calls, username, password, device }),
      )
    if (typeof token !== 'string' || token === '')
      throw new CliError(exit.refused, '登录没有得到令牌', { code: 'LOGIN_FAILED', why: '服务器的回答中没有令牌' })
    await store.change(profile.value, {
      server,
      token,
      issuer: server,
      user: username,
      issuedAt: formatTime(ctx.world.now()),
      ...(await rememberDevice(ctx, { server, user: username, token }, stored)),
    })
  } finally {
    await via.close()
  }
  const named = profile.value === 'default' ? '' : `，配置 ${profile.value}`
  ctx.note(`已登录 ${server}（${username}${named}）`)
}
