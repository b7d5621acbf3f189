import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { accessSync, constants } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import type { Secret } from '../server/secret.ts'
import type { Context } from './context.ts'
import { CliError, exit } from './errors.ts'
import type { Flag } from './flags.ts'
import type { World } from './world.ts'

/** Where a server of this machine has its data, for the commands that work on it themselves. */
export const dataFlag: Flag = {
  flag: '--data <目录>',
  says: '数据库、上传文件、密钥和网站所在目录，默认 ./data（XZX_DATA）',
}

/** What the flag and the server's own variables say of it. */
export const sourceFrom = ({ cwd, env }: World, flags: { readonly data?: string }) => ({
  data: resolve(cwd, flags.data ?? (env.XZX_DATA || 'data')),
  databaseUrl: env.DATABASE_URL || undefined,
  keyFile: env.XZX_KEY_FILE || undefined,
})

/** Does something with a server's data on this machine; what it refuses (`DataFault`, server/data.ts) is told in the command line's parts. */
export async function onData<T>(code: 'BACKUP' | 'NO_DATA', work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    const { databaseFault } = await import('../server/data.ts')
    const error = databaseFault(thrown)
    // by its name: the server is loaded by the work alone
    if ((error as Error)?.name !== 'DataFault') throw error
    const { message, hint, passing, absent } = error as Error & { hint: string; passing: boolean; absent?: true }
    throw new CliError(absent ? exit.usage : passing ? exit.unreachable : exit.refused, message, { code, hint })
  }
}

/** A server of this machine that does not answer by then has other troubles, which the command itself tells of. */
const shownMs = 5_000

/** Shows it to the server at an address, once that has shown that it has the key; null: it has not. */
async function shownAt(secret: Secret, server: URL, address: string): Promise<string | null> {
  const { callerShows, hereAddress, hereHeader } = await import('../server/here-proof.ts')
  const word = randomUUID()
  const at = new URL(hereAddress, server)
  at.hostname = isIP(address) === 6 ? `[${address}]` : address
  const answer = await fetch(at, {
    ...{ headers: { [hereHeader]: word }, redirect: 'error', signal: AbortSignal.timeout(shownMs) },
  }).catch(() => null)
  const port = Number(server.port || (server.protocol === 'https:' ? 443 : 80))
  return answer && callerShows(secret, { word, shown: answer.headers.get(hereHeader) ?? '', address, port })
}

/**
 * What shows a server of this machine that its key is read here, once it has shown that it has that key itself: whoever else listens there is
 * shown nothing. A name has several addresses, at which others may listen: the one that has shown it is called. Nothing where the key is not
 * read, or the server is elsewhere.
 * @param flags of the command: `--data`
 */
export async function shownHere(
  ctx: Context,
  flags: { readonly data?: string },
): Promise<{ readonly here?: string; readonly server?: string }> {
  const { isLoopback } = await import('../core/client/node.ts')
  const { value } = (await ctx.config()).values.server
  if (!isLoopback(value)) return {}
  const { data, keyFile = join(data, 'key') } = sourceFrom(ctx.world, flags)
  try {
    accessSync(keyFile, constants.R_OK)
    const { openSecret } = await import('../server/secret.ts')
    const [secret, server] = [openSecret(keyFile), new URL(value)]
    const host = server.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) ? [{ address: host }] : await lookup(host, { all: true })
    for (const { address } of addresses) {
      const here = await shownAt(secret, server, address)
      if (here === null) continue
      server.hostname = isIP(address) === 6 ? `[${address}]` : address
      return { here, server: server.href }
    }
    return {}
  } catch {
    return {}
  }
}

/** What a data folder that was named holds, in words. @throws CliError for one that is not there, or is none of a server */
export function dataFound(world: World, flags: { readonly data?: string }): Promise<string> {
  const { data, databaseUrl, keyFile = join(data, 'key') } = sourceFrom(world, flags)
  return onData('NO_DATA', async () => {
    const { databaseFile, databaseOf, isThere, NotThere, otherFolder, refuseHalfRestored } = await import(
      '../server/data.ts'
    )
    if (!isThere(data)) throw new NotThere(`没有这个目录：${data}`, otherFolder)
    refuseHalfRestored(data)
    if (!isThere(keyFile)) throw new NotThere(`${data} 不是服务的数据目录：没有密钥文件 ${keyFile}`, otherFolder)
    const beside = isThere(join(data, databaseFile)) ? `（其中还有内置数据库 ${databaseFile}，没有用到）` : ''
    const database = databaseOf(data, databaseUrl)
    const from = databaseUrl ? `PostgreSQL（DATABASE_URL）${beside}` : database
    return `${data}，密钥 ${keyFile}，数据库 ${from}`
  })
}

/** What is wrong with the archived months of a log and its first row behind them, and what to do about it; null: nothing. @throws CliError where the data cannot be looked at */
export function archivesWanting(
  world: World,
  flags: { readonly data?: string },
): Promise<readonly [says: string, hint: string] | null> {
  return onData('NO_DATA', async () => {
    const { wantingHere } = await import('../server/log-archive/here.ts')
    return wantingHere(sourceFrom(world, flags))
  })
}

/** What is lost of the files that the database knows, and what to do about it; null: nothing. @throws CliError where the data cannot be looked at */
export function filesLost(
  world: World,
  flags: { readonly data?: string },
): Promise<readonly [says: string, hint: string] | null> {
  return onData('NO_DATA', async () => {
    const { findLost, lostHere } = await import('../server/backup/lost-files.ts')
    const lost = await lostHere(sourceFrom(world, flags))
    return lost === null ? null : [lost, findLost]
  })
}

/** The same for a command that is for this machine: a folder that was named and is not there is a slip, the usual one may well be missing. */
export async function namedHere(
  ctx: Context,
  data: string | undefined,
): Promise<{ readonly here?: string; readonly server?: string }> {
  if (data !== undefined) await dataFound(ctx.world, { data })
  return shownHere(ctx, data === undefined ? {} : { data })
}
