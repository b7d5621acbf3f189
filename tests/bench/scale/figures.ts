import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bundleIn, kb } from '../../support/bundle.ts'
import { type ServerProcess, startProcess } from '../../support/process.ts'
import { timed } from '../measure.ts'

/** One line of the table: a number taken in a copy of the repository. */
export interface Figure {
  readonly what: string
  readonly unit: 's' | 'ms' | '× node' | 'MB' | 'KB'
  readonly rounds: number
  /** What the grown copy must not pass. */
  readonly limit?: number
  of(folder: string): Promise<number> | number
}

/** Runs a command in a copy; a failure ends the measuring, for its time would say nothing. */
async function run(folder: string, command: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, XZX_CONFIG_DIR: join(folder, '.config') }
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${code}\n${said.slice(-4000)}`)
}
const node = (folder: string, ...args: string[]) => run(folder, process.execPath, ...args)
const tool = (folder: string, name: string, ...args: string[]) => node(folder, `node_modules/.bin/${name}`, ...args)

const types = ['--noEmit', '--checkers', '1']
const seconds = async (work: () => Promise<unknown>) => (await timed(work)) / 1000

/** Seconds of processor that a tool takes: what else the machine does moves it less. */
function processor(folder: string, name: string, ...args: string[]): number {
  const script = `"$0" "$@" >&2 && times`
  const command = [process.execPath, `node_modules/.bin/${name}`, ...args]
  const { stdout, stderr, status } = spawnSync('sh', ['-c', script, ...command], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} ${args.join(' ')}: ${status}\n${stderr.slice(-4000)}`)
  const parts = [...(stdout.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
  return parts.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0)
}

/** How many times bare node's time a command line takes, both measured at once. */
async function overNode(folder: string, ...args: string[]): Promise<number> {
  const sync = (...words: string[]) => spawnSync(process.execPath, words, { cwd: folder, stdio: 'ignore' })
  const bare = await timed(() => sync('-e', '0'))
  return (await timed(() => sync('bin/xzx.mjs', ...args))) / bare
}

/** A server over the copy's own data. */
const serverOf = (root: string, built: boolean) => startProcess(join(root, 'data'), { built, root })

async function withServer<T>(start: Promise<ServerProcess>, work: (server: ServerProcess) => Promise<T>): Promise<T> {
  const server = await start
  try {
    return await work(server)
  } finally {
    await server.end('SIGTERM')
  }
}

const startOf = (built: boolean) => async (folder: string) => {
  let server: ServerProcess | undefined
  const time = await seconds(async () => {
    server = await serverOf(folder, built)
  })
  await server?.end('SIGTERM')
  return time
}

const idleMs = 15_000
const rssOf = (pid?: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const document = (server: ServerProcess) => fetch(`${server.url}/openapi.json`).then((reply) => reply.arrayBuffer())

const weight = (files: 'signIn' | 'list' | 'all') => (folder: string) => {
  const bundle = bundleIn(join(folder, 'dist/web/'))
  return bundle.sum(bundle[files]) / kb
}
const biggest = (folder: string) => {
  const bundle = bundleIn(join(folder, 'dist/web/'))
  return Math.max(...[...bundle.all].map(bundle.size)) / kb
}

/** Builds what the figures are taken of, and a folder with its database. */
export async function prepare(folder: string): Promise<void> {
  await node(folder, 'scripts/build-cli.mjs')
  await node(folder, 'scripts/build-web.mjs')
  await withServer(serverOf(folder, true), async () => undefined)
}

export const figures: readonly Figure[] = [
  { what: '`npm run types`', unit: 's', rounds: 3, limit: 10, of: (at) => seconds(() => tool(at, 'tsc', ...types)) },
  { what: '`npm run types`, processor', unit: 's', rounds: 1, of: (at) => processor(at, 'tsc', ...types) },
  { what: '`npm run lint`', unit: 's', rounds: 3, of: (at) => seconds(() => tool(at, 'biome', 'check', '.')) },
  {
    what: 'sweeping tests, `tests/every/endpoints.test.ts`',
    unit: 's',
    rounds: 1,
    limit: 60,
    of: (at) => seconds(() => tool(at, 'vitest', 'run', 'tests/every/endpoints.test.ts')),
  },
  { what: 'server start, sources', unit: 's', rounds: 5, limit: 1.5, of: startOf(false) },
  { what: 'server start, bundle', unit: 's', rounds: 7, limit: 1.5, of: startOf(true) },
  {
    what: 'server memory, idle, bundle',
    unit: 'MB',
    rounds: 1,
    limit: 120,
    of: (at) =>
      withServer(serverOf(at, true), async ({ child }) => {
        await pause(idleMs)
        return rssOf(child.pid)
      }),
  },
  { what: '`xzx --help`', unit: '× node', rounds: 21, limit: 1.6, of: (at) => overNode(at, '--help') },
  { what: '`xzx article --help`', unit: '× node', rounds: 9, of: (at) => overNode(at, 'article', '--help') },
  { what: '`xzx api`', unit: '× node', rounds: 9, of: (at) => overNode(at, 'api') },
  {
    what: '`/openapi.json`, first time',
    unit: 'ms',
    rounds: 5,
    of: (at) => withServer(serverOf(at, true), (server) => timed(() => document(server))),
  },
  {
    what: '`/openapi.json`, size',
    unit: 'KB',
    rounds: 1,
    of: (at) => withServer(serverOf(at, true), async (server) => (await document(server)).byteLength / kb),
  },
  {
    what: 'console build',
    unit: 's',
    rounds: 3,
    of: async (at) => {
      rmSync(join(at, 'dist/web'), { recursive: true })
      return seconds(() => node(at, 'scripts/build-web.mjs'))
    },
  },
  { what: 'console, sign-in', unit: 'KB', rounds: 1, limit: 130, of: weight('signIn') },
  { what: 'console, first list', unit: 'KB', rounds: 1, limit: 480, of: weight('list') },
  { what: 'console, everything', unit: 'KB', rounds: 1, limit: 1126, of: weight('all') },
  { what: 'console, biggest piece', unit: 'KB', rounds: 1, limit: 250, of: biggest },
]
