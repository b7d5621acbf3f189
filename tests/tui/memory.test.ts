import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { fill } from '../bench/fill.ts'
import { cliHome } from '../support/cli.ts'
import { desks } from '../support/desk.ts'
import { adminPassword, startProcess } from '../support/process.ts'
import { openTmux, terminalTest } from '../support/tmux.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { articles, open } = await desks()

test('the list asks for no more of an article than it shows, and keeps no more of what it is answered', async () => {
  await articles(1)
  const { desk, screen } = await open()
  await screen.until('待审核 1 篇')
  const [row] = desk.state.list.rows
  expect(Object.keys(row ?? {})).not.toContain('summary')
  expect(Object.keys(row ?? {}).length).toBeLessThanOrEqual(14)
})

/** Megabytes that a program holds, of which this shell started one. */
function residentOf(shell: number): number {
  const [child] = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').split(' ')
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

terminalTest(
  '13,000 articles read to the last stay within 150 MB, from the bundle as users run it',
  async ({ skip }) => {
    if (!existsSync('/proc/self/task')) skip('只有 Linux 说得出一个进程占用的内存')
    // as on the desk of somebody who develops something else: neither the build nor what runs may take React's development build
    const development = { ...process.env, NODE_ENV: 'development' }
    await promisify(execFile)(process.execPath, [join(root, 'scripts/build-cli.mjs')], { env: development })
    const data = mkdtempSync(join(tmpdir(), 'xzx-memory-'))
    await fill(data, 13_000)
    const server = await startProcess(data)
    const home = cliHome({ env: { XZX_SERVER: server.url } })
    try {
      await home.xzx('auth login --user admin --password-stdin', { stdin: adminPassword })
      const env = { NODE_ENV: 'development', XZX_SERVER: server.url, XZX_CONFIG_DIR: join(home.dir, 'config') }
      const program = [process.execPath, join(root, 'bin/xzx.mjs'), 'ui']
      const terminal = await openTmux({ columns: 80, rows: 24, env, program })
      try {
        await terminal.until('待审核 520 篇')
        await terminal.press('7')
        await terminal.until('全部 13000 篇')
        await terminal.press('G')
        await terminal.until('第 13000 篇')
        expect(residentOf(await terminal.pid())).toBeLessThan(150)
      } finally {
        terminal.end()
      }
    } finally {
      await server.end('SIGTERM')
      home.remove()
      rmSync(data, { recursive: true, force: true })
    }
  },
  120_000,
)
