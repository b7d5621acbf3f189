import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

test('a new area compiles and its tests pass as they were written', { timeout: 120_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), 'xzx-area-'))
  for (const part of [
    'core',
    'cli',
    'web',
    'server',
    'scripts',
    'tests',
    'package.json',
    'tsconfig.json',
    'biome.json',
    'vitest.config.ts',
  ])
    cpSync(part, join(copy, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('npx', ['--no-install', ...args], {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, CI: '' },
    })
    expect(status, stdout + stderr).toBe(0)
    return stdout
  }
  expect(run('tsx', 'scripts/new-area/main.ts', 'noticeBoard', '公告栏')).toContain('server/areas/noticeBoard.ts')
  run('tsc', '--noEmit')
  const tests = ['server/noticeBoard', 'cli/noticeBoard', 'server/schema'].map((name) => `tests/${name}.test.ts`)
  expect(run('vitest', 'run', ...tests)).not.toContain('failed')
  rmSync(copy, { recursive: true, force: true })
})
