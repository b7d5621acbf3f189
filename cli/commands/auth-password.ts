import { passwordFault, passwordStrength } from '../../core/domain/password.ts'
import { type PasswordForm, policyWords } from '../../core/domain/password-policy.ts'
import { deviceFor, rememberDevice } from '../config/device.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { readAll } from '../io.ts'
import { askHidden, canAsk } from '../questions.ts'

interface Passwords {
  readonly oldPassword: string
  readonly newPassword: string
}

async function fromStdin(ctx: Context): Promise<Passwords> {
  const lines = (await readAll(ctx.io, ctx.signal)).replace(/\r?\n$/, '').split(/\r?\n/)
  const [oldPassword = '', newPassword = ''] = lines
  if (lines.length === 2 && oldPassword !== '' && newPassword !== '') return { oldPassword, newPassword }
  throw usage(
    '标准输入应为两行：原密码、新密码',
    `例如 printf '%s\\n%s\\n' "$OLD" "$NEW" | xzx auth password --password-stdin`,
  )
}

/** Asks until there is one that will do and was typed the same twice. */
export async function askNew(
  ctx: Context,
  { account, oldPassword, policy }: { account: string; oldPassword: string; policy: PasswordForm },
): Promise<string> {
  ctx.note(`新密码${policyWords(policy)}，不要用容易猜到的`)
  for (;;) {
    const typed = await askHidden(ctx, '新密码：')
    const fault = typed === oldPassword ? '不能与原密码相同' : passwordFault(typed, account, [], policy)
    if (fault) {
      ctx.warn(`新密码${fault}，请重新输入`)
      continue
    }
    ctx.note(`密码强度：${passwordStrength(typed, account)}`)
    if ((await askHidden(ctx, '再输入一次新密码：')) === typed) return typed
    ctx.warn('两次输入的不一致，请重新输入')
  }
}

async function ask(ctx: Context, account: string, policy: PasswordForm): Promise<Passwords> {
  const oldPassword = await askHidden(ctx, '原密码：')
  return { oldPassword, newPassword: await askNew(ctx, { account, oldPassword, policy }) }
}

/** Gives the caller another password; this session goes on, all others of theirs end. */
export async function password(ctx: Context, endTokens: boolean): Promise<void> {
  const { store, stored, profile, values, token } = await ctx.config()
  const account = stored.user ?? ''
  const typed = ctx.flags.passwordStdin && !ctx.io.stdinTty
  if (!typed && !canAsk(ctx)) throw usage('缺少密码', '加 --password-stdin，从标准输入读取两行：原密码、新密码')
  // before anybody types a password in vain
  const auth = await ctx.client('auth')
  if ((await auth.session()).kind === 'script')
    throw new CliError(exit.refused, '脚本令牌不能修改密码', {
      code: 'NO_PERMISSION',
      hint: '用账号登录后再试：xzx auth login',
    })
  const passwords = typed ? await fromStdin(ctx) : await ask(ctx, account, await auth.passwordPolicy())
  const server = values.server.value
  const device = deviceFor(stored, server, account)
  const done = await auth.password({ ...passwords, endTokens, device }, { signal: ctx.signal })
  if (account !== '' && token?.origin !== 'XZX_TOKEN' && token)
    await store.change(profile.value, await rememberDevice(ctx, { server, user: account, token: token.value }, stored))
  const others = done.sessionsEnded > 0 ? `，其他地方的 ${done.sessionsEnded} 处登录已结束` : ''
  const tokens = done.tokensEnded > 0 ? `，${done.tokensEnded} 个脚本令牌已停用` : ''
  ctx.note(`密码已修改${others}${tokens}`)
  if (done.tokensLeft > 0)
    ctx.note(`${done.tokensLeft} 个脚本令牌仍然有效；密码可能泄露时，用 xzx auth token list 核对并停用`)
}
