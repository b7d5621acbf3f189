import { type AreaClient, clientFor } from '../../core/client/client.ts'
import { article } from '../../core/contract/article.ts'
import { auth } from '../../core/contract/auth.ts'
import { column } from '../../core/contract/column.ts'
import { menu } from '../../core/contract/menu.ts'
import { formatTime } from '../../core/domain/time.ts'
import { ApiError } from '../../core/errors.ts'
import { deviceFor, rememberDevice } from '../config/device.ts'
import type { Context } from '../context.ts'

/** The server as the terminal UI uses it: the contract's calls under a token that can be renewed while it runs. */
export interface Backend {
  readonly server: string
  readonly profile: string
  readonly article: AreaClient<typeof article>
  readonly auth: AreaClient<typeof auth>
  readonly column: AreaClient<typeof column>
  readonly menu: AreaClient<typeof menu>
  readonly account: () => string
  readonly signedIn: () => boolean
  /** Signs in and keeps the token as `auth login` does. */
  login(username: string, password: string): Promise<void>
  close(): Promise<void>
}

/** Opens the back end of a profile. Calls aren't repeated here: the screen shows a lost server and tries again itself. */
export async function openBackend(ctx: Context): Promise<Backend> {
  const { values, profile, token: found, stored: opened, store } = await ctx.config()
  const server = values.server.value
  let token = found?.value
  let account = opened.user ?? ''
  const via = await ctx.connect({ token: () => token, retry: 0, unhurried: true })
  // an older token is not sent along with a sign-in
  const bare = await ctx.connect({ retry: 0, unhurried: true })
  return {
    server,
    profile: profile.value,
    article: clientFor(article, via),
    auth: clientFor(auth, via),
    column: clientFor(column, via),
    menu: clientFor(menu, via),
    account: () => account,
    signedIn: () => token !== undefined,
    async login(username, password) {
      const stored = store.read().profiles?.[profile.value] ?? {}
      const device = deviceFor(stored, server, username)
      const fresh = await clientFor(auth, bare).loginNoCode({ username, password, device })
      if (typeof fresh !== 'string' || fresh === '') throw new ApiError('other', 'LOGIN_FAILED', '登录没有得到令牌')
      token = fresh
      account = username
      const issuedAt = formatTime(ctx.world.now())
      const known = await rememberDevice(ctx, { server, user: username, token }, stored)
      await store.change(profile.value, { server, token, issuer: server, user: username, issuedAt, ...known })
    },
    async close() {
      await Promise.all([via.close(), bare.close()])
    },
  }
}
