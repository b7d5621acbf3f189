import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatTime } from '../core/domain/time.ts'
import { parseSpan } from './config/settings.ts'
import type { Context } from './context.ts'
import { CliError, exit, usage } from './errors.ts'
import { makeFolder } from './files/folder.ts'
import { cleanLine, givenLine } from './output/clean.ts'
import { stateDir } from './paths.ts'

/** What the holder of a lock tells those who find it taken. */
interface Holder {
  readonly pid: number
  readonly startedAt: string
  readonly task: string
}

const askMs = 1000
const retryMs = 200

/**
 * Where a lock lives: a socket that the kernel frees with its process. On Linux an abstract one without a file,
 * on Windows a pipe, elsewhere a file that is taken over when nobody answers there.
 */
async function addressOf(ctx: Context, task: string): Promise<string> {
  const { profile, values } = await ctx.config()
  const what = [profile.value, values.server.value, task].join('\n')
  const name = `xzx-${process.getuid?.() ?? 0}-${createHash('sha256').update(what).digest('hex').slice(0, 24)}`
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const dir = join(stateDir(ctx.world.env), 'locks')
  makeFolder(dir)
  return join(dir, name)
}

function listen(address: string, holder: Holder): Promise<Server | null> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end(`${JSON.stringify(holder)}\n`)
    socket.unref()
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** Asks who holds a lock; null when nobody answers. */
function ask(address: string): Promise<Holder | null> {
  return new Promise((resolve) => {
    const socket = connect(address)
    const end = (holder: Holder | null) => {
      socket.destroy()
      resolve(holder)
    }
    socket.setTimeout(askMs, () => end(null))
    socket.once('error', () => end(null))
    socket.once('data', (chunk) => {
      try {
        end(JSON.parse(String(chunk)) as Holder)
      } catch {
        end(null)
      }
    })
  })
}

const isFile = (address: string) => !address.startsWith('\0') && !address.startsWith('\\\\')

async function attempt(address: string, holder: Holder): Promise<Server | Holder | null> {
  const mine = await listen(address, holder)
  if (mine) return mine
  const other = await ask(address)
  // a file whose process has gone
  if (other === null && isFile(address)) await rm(address, { force: true })
  return other
}

/** Who holds a task's lock now; null: nobody. */
export const holderOf = async (ctx: Context, task: string): Promise<Holder | null> => ask(await addressOf(ctx, task))

/** How long `--wait-lock` waits; 0 without it. */
export function waitLockMs(ctx: Context): number {
  const given = ctx.flags.waitLock
  if (given === undefined) return 0
  const ms = parseSpan(given)
  if (ms === null) throw usage(`--wait-lock 无效：${givenLine(given)}`, '例如 --wait-lock 60s')
  return ms
}

const taken = (holder: Holder | null) =>
  new CliError(exit.locked, '同一任务的另一个运行还没有结束', {
    code: 'LOCKED',
    why: holder ? `进程 ${Number(holder.pid)}，${cleanLine(String(holder.startedAt))} 开始` : '锁被占用',
    hint: '等它结束，或加 --wait-lock 60s 等待',
  })

/**
 * Runs a task while holding its lock, which is one per profile, server and task.
 * @throws CliError 75 naming the holder when another run has it longer than `--wait-lock`
 */
export async function withLock<T>(ctx: Context, task: string, work: () => Promise<T>): Promise<T> {
  const address = await addressOf(ctx, task)
  const until = performance.now() + waitLockMs(ctx)
  const holder: Holder = { pid: process.pid, startedAt: formatTime(ctx.world.now()).slice(0, 16), task }
  let told = false
  for (;;) {
    const got = await attempt(address, holder)
    if (got !== null && 'close' in got) {
      try {
        return await work()
      } finally {
        // frees the address at once; those who only asked are not waited for
        got.close()
        if (isFile(address)) await rm(address, { force: true })
      }
    }
    if (performance.now() >= until) throw taken(got)
    if (!told) ctx.note('另一个运行占用了锁，正在等待')
    told = true
    await sleep(retryMs, undefined, { signal: ctx.signal })
  }
}
