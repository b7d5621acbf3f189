import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const parts = ['core', 'cli', 'web', 'server', 'scripts', 'tests', 'docs']
const files = ['package.json', 'tsconfig.json', 'biome.json', 'vitest.config.ts', '.gitattributes', '.gitignore']

test('two areas made side by side meet without a conflict; together they compile and their tests pass', {
  timeout: 180_000,
}, () => {
  const copy = mkdtempSync(join(tmpdir(), 'xzx-area-'))
  for (const part of [...parts, ...files]) cpSync(part, join(copy, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, CI: '' },
    })
    expect(status, stdout + stderr).toBe(0)
    return stdout
  }
  const npx = (...args: string[]) => run('npx', '--no-install', ...args)
  const git = (...args: string[]) => run('git', '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args)
  const commit = (says: string) => {
    git('add', '-A')
    git('commit', '-qm', says)
  }
  git('init', '-q', '-b', 'main')
  commit('begin')

  // with all that an area can have, and such names that they stand beside each other wherever there is a list
  const made = { noticeBoard: '公告栏', noticeWall: '公告墙' }
  for (const [area, what] of Object.entries(made)) {
    git('checkout', '-qb', area, 'main')
    const told = npx('tsx', 'scripts/new-area/main.ts', area, what, '--with', 'parent,child,state,public')
    expect(told).toContain(`server/areas/${area}.ts`)
    npx('tsx', 'scripts/docs.ts')
    commit(area)
    const lines = git('diff', '--numstat', 'main', '--', '.', ':!docs/generated')
    const touched = lines.trim().split('\n')
    const shared = touched.filter((line) => !line.toLowerCase().includes(area.toLowerCase().slice(0, 6)))
    expect(shared).toEqual(['1\t0\tcore/contract/areas.ts'])
  }
  git('checkout', '-q', 'main')
  for (const area of Object.keys(made)) git('merge', '-q', '--no-edit', area)
  expect(git('status', '--porcelain')).toBe('')

  npx('tsx', 'scripts/docs.ts')
  npx('tsc', '--noEmit')
  const tests = Object.keys(made).flatMap((area) => [`tests/server/${area}.test.ts`, `tests/cli/${area}.test.ts`])
  expect(npx('vitest', 'run', ...tests, 'tests/server/schema.test.ts')).not.toContain('failed')
  rmSync(copy, { recursive: true, force: true })
})
