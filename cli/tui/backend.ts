import { type AreaClient, type CallOptions, clientFor } from '../../core/client/client.ts'
import { type AreaName, areas } from '../../core/contract/areas.ts'
import { article } from '../../core/contract/article.ts'
import { auth } from '../../core/contract/auth.ts'
import { column } from '../../core/contract/column.ts'
import type { Area } from '../../core/contract/endpoint.ts'
import { inbox } from '../../core/contract/inbox.ts'
import { menu } from '../../core/contract/menu.ts'
import { formatTime } from '../../core/domain/time.ts'
import { ApiError } from '../../core/errors.ts'
import { deviceFor, rememberDevice } from '../config/device.ts'
import type { Context } from '../context.ts'

/** An area's calls where only its contract says what they take. */
export type LooseCalls = Readonly<
  Record<string, (input?: Readonly<Record<string, unknown>>, options?: CallOptions) => Promise<unknown>>
>

/** The server as the terminal UI uses it: the contract's calls under a token that can be renewed while it runs. */
export interface Backend {
  readonly server: string
  readonly profile: string
  readonly article: AreaClient<typeof article>
  readonly auth: AreaClient<typeof auth>
  readonly column: AreaClient<typeof column>
  readonly menu: AreaClient<typeof menu>
  readonly inbox: AreaClient<typeof inbox>
  /** Any other area, whose contract is loaded when its queue is opened. */
  readonly area: (name: AreaName) => Promise<{ readonly contract: Area; readonly calls: LooseCalls }>
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
    inbox: clientFor(inbox, via),
    async area(name) {
      const contract: Area = await areas[name].load()
      return { contract, calls: clientFor(contract, via) as unknown as LooseCalls }
    },
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
