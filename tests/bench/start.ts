import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../support/process.ts'
import { median, paired, report, timed } from './measure.ts'

const node = (...args: string[]) => spawnSync(process.execPath, args, { stdio: 'ignore' })

/** Start-up: the command line beside bare node, the server from nothing and with its database there. */
export async function main(): Promise<void> {
  for (const flag of ['--version', '--help']) {
    const { a, b, ratio } = await paired(
      15,
      () => node('bin/xzx.mjs', flag),
      () => node('-e', '0'),
    )
    report(`xzx ${flag}`, `${a.toFixed(0)} ms`, `node -e 0 ${b.toFixed(0)} ms`, ratio)
  }
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
