import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPassword, startProcess } from '../support/process.ts'
import { median, paired, report, timed } from './measure.ts'

const node = (...args: string[]) => spawnSync(process.execPath, args, { stdio: 'ignore' })

/** A command beside bare node, by turns. */
async function besideNode(...words: string[]): Promise<void> {
  const { a, b, ratio } = await paired(
    15,
    () => node('bin/xzx.mjs', ...words),
    () => node('-e', '0'),
  )
  report(`xzx ${words.join(' ')}`, `${a.toFixed(0)} ms`, `node -e 0 ${b.toFixed(0)} ms`, ratio)
}

/** Commands that ask a server, from an account's own folder. */
async function asking(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'xzx-bench-'))
  const server = await startProcess(join(dir, 'data'), { built: true })
  Object.assign(process.env, { XZX_CONFIG_DIR: join(dir, 'config'), XZX_SERVER: server.url })
  const login = ['bin/xzx.mjs', 'auth', 'login', '--user', 'admin', '--password-stdin']
  spawnSync(process.execPath, login, { input: adminPassword })
  for (const words of [
    ['article', 'list'],
    ['hot', 'list'],
  ])
    await besideNode(...words)
  await server.end('SIGTERM')
  rmSync(dir, { recursive: true, force: true })
}

/** Start-up: the command line beside bare node, the server from nothing and with its database there. */
export async function main(): Promise<void> {
  for (const flag of ['--version', '--help']) await besideNode(flag)
  await asking()
  const data = mkdtempSync(join(tmpdir(), 'xzx-bench-'))
  const base = median([
    await timed(() => node('-e', '0')),
    await timed(() => node('-e', '0')),
    await timed(() => node('-e', '0')),
  ])
  for (const what of ['服务启动（新库）', '服务启动（已有库）', '服务启动（已有库）']) {
    let server: Awaited<ReturnType<typeof startProcess>> | undefined
    const ms = await timed(async () => {
      server = await startProcess(data, { built: true })
    })
    await server?.end('SIGTERM')
    report(what, `${ms.toFixed(0)} ms`, `node -e 0 ${base.toFixed(0)} ms`, ms / base)
  }
  rmSync(data, { recursive: true, force: true })
}
