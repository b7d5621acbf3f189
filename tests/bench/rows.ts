import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPassword, startProcess } from '../support/process.ts'
import { fill } from './fill.ts'
import { settled } from './measure.ts'

const [some, many] = [10_000, 100_000]

/** Lines that read every row: into the terminal's table, a pipe, and files. */
const lines = [
  ['article', 'list', '--all', '--format', 'table'],
  ['article', 'list', '--all', '--format', 'ndjson'],
  ['article', 'export', '--out', 'a.xlsx'],
  ['article', 'export', '--out', 'a.csv'],
] as const

interface Used {
  readonly ms: number
  readonly cpuMs: number
  readonly rssMb: number
}

/** What a process used says itself, at its end, on a channel of its own. */
const telling = `data:text/javascript,${encodeURIComponent(
  `process.on('exit', () => process.getBuiltinModule('fs').writeSync(3, JSON.stringify(process.resourceUsage())))`,
)}`

async function used(cwd: string, words: readonly string[]): Promise<Used> {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', telling, join(process.cwd(), 'bin/xzx.mjs'), ...words], {
    cwd,
    stdio: ['ignore', openSync(join(cwd, 'out'), 'w'), 'ignore', 'pipe'],
  })
  let said = ''
  child.stdio[3]?.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`xzx ${words.join(' ')}: ${code}`)
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(said) as NodeJS.ResourceUsage
  return { ms: performance.now() - started, cpuMs: (userCPUTime + systemCPUTime) / 1000, rssMb: maxRSS / 1024 }
}

/** Every line over so many articles, from the bundle and over HTTP, as users run it. */
async function usedOver(dir: string, count: number): Promise<Used[]> {
  const data = join(dir, String(count))
  await fill(data, count)
  const server = await startProcess(data, { built: true })
  Object.assign(process.env, { XZX_CONFIG_DIR: join(data, 'config'), XZX_SERVER: server.url })
  const login = ['bin/xzx.mjs', 'auth', 'login', '--user', 'admin', '--password-stdin']
  spawnSync(process.execPath, login, { input: adminPassword })
  await settled(server.child.pid as number)
  const found: Used[] = []
  for (const words of lines) found.push(await used(data, words))
  await server.end('SIGTERM')
  return found
}

/** Commands over 10,000 and 100,000 rows: time may grow with the rows, memory may not. */
export async function main(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'xzx-rows-'))
  try {
    const [few, full] = [await usedOver(dir, some), await usedOver(dir, many)]
    for (const [i, words] of lines.entries()) {
      const [a, b] = [few[i] as Used, full[i] as Used]
      const told = ({ ms, cpuMs, rssMb }: Used) =>
        `${(ms / 1000).toFixed(1)} s, processor ${(cpuMs / 1000).toFixed(1)} s, ${rssMb.toFixed(0)} MB`
      console.log(
        `xzx ${words.join(' ')}：${some} 行 ${told(a)}；${many} 行 ${told(b)}；内存之比 ${(b.rssMb / a.rssMb).toFixed(2)}`,
      )
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
