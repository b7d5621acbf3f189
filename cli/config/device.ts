import { clientFor } from '../../core/client/client.ts'
import type { NodeTransport } from '../../core/client/node.ts'
import { auth } from '../../core/contract/auth.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import type { Profile } from './store.ts'

const nameOf = (server: string, user: string) => `${user} ${server}`

/** What a profile shows at a sign-in, so that others' failures do not lock it out: only for the account and server it was given for. */
export const deviceFor = ({ device, deviceFor: whose }: Profile, server: string, user: string): string | undefined =>
  whose === nameOf(server, user) ? device : undefined

async function ask(ctx: Context, via: NodeTransport, known: string | undefined): Promise<string | undefined> {
  try {
    const reply = await clientFor(auth, via).device({ device: known }, { signal: ctx.signal })
    return typeof reply?.device === 'string' ? reply.device : undefined
  } catch (error) {
    // a convenience for later: without it, and where a back end has no such call, one is signed in none the less
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** Asks to be known again, right after a sign-in. @returns what the profile is to keep; nothing where it stays as it is */
export async function rememberDevice(
  ctx: Context,
  signedIn: { server: string; user: string; token: string },
  stored: Profile,
): Promise<{ device?: string; deviceFor?: string }> {
  const { server, user, token } = signedIn
  const known = deviceFor(stored, server, user)
  const via = await ctx.connect({ retry: 0, token: () => token })
  try {
    const device = await ask(ctx, via, known)
    return device === undefined || device === known ? {} : { device, deviceFor: nameOf(server, user) }
  } finally {
    await via.close()
  }
}
