/** The sign-in before the one that asks, as `auth.info` answers it; a back end of another make may leave it out. */
interface LastSignIn {
  readonly previousLoginAt?: string | null
  readonly previousLoginFrom?: string | null
  readonly failedLogins?: number | null
}

/** The sign-in before, in short: 「上次登录：2026-11-24 08:31，来自 10.1.2.3」; '' where there was no sign-in (a script's token). */
export function lastSignInShort({ previousLoginAt, previousLoginFrom, failedLogins }: LastSignIn): string {
  if (typeof failedLogins !== 'number') return ''
  const from = previousLoginFrom ? `，来自 ${previousLoginFrom}` : ''
  const before = previousLoginAt ? `上次登录：${previousLoginAt.slice(0, 16)}${from}` : '首次登录'
  if (failedLogins === 0) return before
  return `${before}；${previousLoginAt ? '其后' : '此前'}有 ${failedLogins} 次登录失败`
}

/** The same, with what is to be done where some failed. */
export const lastSignInSays = (me: LastSignIn): string =>
  lastSignInShort(me) + (me.failedLogins ? '，不是本人操作的，请修改密码并告诉管理员' : '')
