import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket folder of the tests' PostgreSQL; empty where the machine has none. */
    postgres: string
  }
}

/** Debian keeps the server's programs in a folder of their version. */
function programs(): string | null {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return null
  const version = readdirSync(base).sort((a, b) => Number(b) - Number(a))[0]
  return version ? join(base, version, 'bin') : null
}

/** The owner that initdb insists on when the tests run as root. */
function owner(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {}
  const number = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: number('-u'), gid: number('-g') }
}

/** A PostgreSQL on a socket of its own. */
export interface Postgres {
  /** Its socket's. */
  readonly folder: string
  end(): Promise<void>
}

/** Starts a PostgreSQL without durability. @returns null: the machine has none */
export async function startPostgres(): Promise<Postgres | null> {
  const bin = programs()
  if (!bin) return null
  const folder = mkdtempSync(join(tmpdir(), 'xzx-pg-'))
  const as = owner()
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    { ...as, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'full_page_writes=off',
    'max_connections=200',
    'shared_buffers=64MB',
  ]
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((s) => ['-c', s])], {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}`)))
    server.stderr.on('data', (chunk: Buffer) => {
      if (String(chunk).includes('ready to accept connections')) resolve()
    })
  })
  return {
    folder,
    async end() {
      server.removeAllListeners('exit')
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts one for the whole test run; ends it afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgres', postgres?.folder ?? '')
  if (postgres) return postgres.end
  if (process.env.CI === 'true') throw new Error('缺少 PostgreSQL：apt-get install postgresql')
  console.error('未安装 PostgreSQL，跳过它的测试；安装：apt-get install postgresql')
  return async () => {}
}
