import type { AreaClient } from '../../core/client/client.ts'
import type { auth } from '../../core/contract/auth.ts'
import type { PasswordForm } from '../../core/domain/password-policy.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import { CliError, exit } from '../errors.ts'
import { askHidden, askLine, canAsk } from '../questions.ts'

type Calls = AreaClient<typeof auth>

interface SignIn {
  readonly calls: Calls
  readonly username: string
  readonly password: string
  readonly device: string | undefined
}

const unattended = (code: 'PASSWORD_EXPIRED' | 'SECOND_FACTOR', says: string) =>
  new CliError(exit.signedOut, says, {
    code,
    hint: '在终端中运行 xzx auth login，按提示完成；定时任务请用脚本令牌（xzx auth token）',
  })

/** What every app takes for granted: it makes the picture taller than a terminal of 24 lines. */
const usualOf: Readonly<Record<string, string>> = { algorithm: 'SHA1', digits: '6', period: '30' }

/** The same secret for the same account, in as few characters as tell it; the site's name goes where there is no room for it. */
export function shortUris(uri: string): string[] {
  const [label = '', search = ''] = uri.slice('otpauth://totp/'.length).split('?')
  const given = new URLSearchParams(search)
  for (const [name, usual] of Object.entries(usualOf)) if (given.get(name) === usual) given.delete(name)
  const [issuer, account] = label.includes(':') ? label.split(':') : [undefined, label]
  // it stands before the account as well
  if (issuer !== undefined) given.delete('issuer')
  const bare = new URLSearchParams({ secret: given.get('secret') ?? '' })
  return [`otpauth://totp/${label}?${given}`, `otpauth://totp/${account}?${bare}`]
}

/** Lines that must stay for what is said below the picture. */
const linesBelow = 4

/** The secret as a picture for the phone's camera, where the window has room for it, and to be typed. */
async function showSecret(ctx: Context, { secret, uri }: { secret: string; uri: string }): Promise<void> {
  const { renderUnicodeCompact } = await import('uqr')
  const pictures = shortUris(uri).map((one) => renderUnicodeCompact(one, { border: 1 }))
  const high = (picture: string) => picture.split('\n').length
  const picture = pictures.find((one) => high(one) + linesBelow <= ctx.io.rows()) ?? pictures.at(-1) ?? ''
  ctx.note(picture)
  if (high(picture) + linesBelow > ctx.io.rows())
    ctx.note(`窗口只有 ${ctx.io.rows()} 行，看不全二维码的，把窗口拉高后重新运行，或输入密钥`)
  ctx.note('用手机上的验证器应用扫描，或手工输入密钥：')
  ctx.note(secret.match(/.{1,4}/g)?.join(' ') ?? '')
}

/** Recovery codes, once. */
export function showCodes(ctx: Context, codes: readonly string[]): void {
  // with -q too: they are what it was done for, and nobody shows them again
  ctx.warn('恢复码（手机丢失时各能代替一次动态口令，请妥善保管，以后不再显示）：')
  for (const code of codes) ctx.warn(`  ${code}`)
}

/** Asks for a code, until one is typed. */
export async function askCode(ctx: Context, prompt: string): Promise<string> {
  const typed = await askLine(ctx, prompt)
  if (typed === null || typed === '') throw new CliError(exit.cancelled, '已取消', { code: 'CANCELLED' })
  return typed
}

/** Asks again where the code was wrong; the ticket is over when it says so. */
async function untilRight<T>(ctx: Context, prompt: string, send: (code: string) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send(await askCode(ctx, prompt))
    } catch (error) {
      const wrong = error instanceof ApiError && error.code === 'LOGIN_FAILED' && error.message.startsWith('动态口令')
      if (!wrong) throw error
      ctx.warn(error.message)
    }
  }
}

/** Binds what shows codes: of `begin` the secret, of `confirm` what the first right code brings. */
export async function bind<T extends { readonly recoveryCodes: readonly string[] }>(
  ctx: Context,
  begun: { secret: string; uri: string },
  confirm: (code: string) => Promise<T>,
): Promise<T> {
  await showSecret(ctx, begun)
  const done = await untilRight(ctx, '输入它现在显示的 6 位数字：', confirm)
  showCodes(ctx, done.recoveryCodes)
  return done
}

/** What each step asks for, where somebody can answer. */
async function take(ctx: Context, error: ApiError, { calls, username, password, device }: SignIn): Promise<string> {
  if (error.code === 'PASSWORD_EXPIRED') {
    const { ticket, policy } = error.detail as { ticket: string; policy: PasswordForm }
    if (!canAsk(ctx)) throw unattended(error.code, '密码须先修改，修改后才能登录')
    ctx.note(error.message)
    const { askNew } = await import('./auth-password.ts')
    const newPassword = await askNew(ctx, { account: username, oldPassword: password, policy })
    return calls.renew({ ticket, newPassword, device })
  }
  const { ticket, enrol } = error.detail as { ticket: string; enrol: boolean }
  if (!canAsk(ctx)) throw unattended('SECOND_FACTOR', enrol ? '须先绑定动态口令才能登录' : '登录须输入动态口令')
  ctx.note(error.message)
  if (!enrol) return untilRight(ctx, '动态口令（或恢复码）：', (code) => calls.factor({ ticket, code, device }))
  const begun = await calls.factorEnrol({ ticket })
  return (await bind(ctx, begun, (code) => calls.factorEnrolled({ ticket, code }))).token
}

/**
 * Goes on with a sign-in whose right password was answered with something more, until there is a token.
 * @throws the failure itself where it is another one; CliError (4) where nobody can answer
 */
export async function finishSignIn(ctx: Context, first: unknown, given: SignIn): Promise<string> {
  let failure = first
  for (;;) {
    const next = failure instanceof ApiError && failure.detail !== null ? failure : null
    if (!next || !['PASSWORD_EXPIRED', 'SECOND_FACTOR'].includes(next.code)) throw failure
    try {
      return await take(ctx, next, given)
    } catch (error) {
      failure = error
    }
  }
}

/** The password of one's own, for what wants it again. */
export const askPassword = (ctx: Context): Promise<string> => askHidden(ctx, '密码：')
