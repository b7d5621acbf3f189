import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf } from '../../scripts/new-area/files.ts'
import { listsOf, withLine } from '../../scripts/new-area/lists.ts'
import { namesOf, parts } from '../../scripts/new-area/names.ts'

const folders = ['core', 'cli', 'web', 'server', 'scripts', 'tests', 'docs']
const files = ['package.json', 'tsconfig.json', 'biome.json', 'vitest.config.ts', '.gitattributes', '.gitignore']
const every = Object.keys(parts)

/** What an area can have, in every selection but the whole of it. */
const selections = Array.from({ length: 2 ** every.length - 1 }, (_, i) => every.filter((_part, at) => i & (1 << at)))

test('two areas made side by side meet without a conflict; together, and with those that have less, they pass all checks', {
  timeout: 600_000,
}, () => {
  const copy = mkdtempSync(join(tmpdir(), 'xzx-area-'))
  for (const one of [...folders, ...files]) cpSync(one, join(copy, one), { recursive: true })
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

  // with all that an area can have, and such names that they stand beside each other in every list, in lines that are too long for the formatter
  const made = { noticeBoardOfTheTowns: '公告栏', noticeWallOfTheTowns: '公告墙' }
  for (const [area, what] of Object.entries(made)) {
    git('checkout', '-qb', area, 'main')
    const told = npx('tsx', 'scripts/new-area/main.ts', area, what, '--with', every.join(','))
    expect(told).toContain(`server/areas/${area}.ts`)
    commit(area)
    // its documents are there already
    npx('tsx', 'scripts/docs.ts', '--check')
    const lines = git('diff', '--numstat', 'main', '--', '.', ':!docs/generated')
    const shared = lines.split('\n').filter((line) => line !== '' && !/notice/i.test(line))
    expect(shared).toEqual(['1\t0\tcore/contract/areas.ts', '1\t0\tserver/site/areas.ts'])
    // the line by which others could name its rows, which `new-area` does not write
    const file = join(copy, 'core/contract/references.ts')
    const line = `  ${area}: { says: '${what}', area: '${area}', call: 'list', id: 'id', name: 'title', sample: '示例' },\n`
    writeFileSync(file, readFileSync(file, 'utf8').replace('} as const satisfies', `${line}} as const satisfies`))
    // its own commands take a name for an id then, which their documents say
    npx('tsx', 'scripts/docs.ts')
    commit(`${area} is named by others`)
  }
  git('checkout', '-q', 'main')
  for (const area of Object.keys(made)) git('merge', '-q', '--no-edit', area)
  expect(git('status', '--porcelain')).toBe('')
  npx('tsx', 'scripts/docs.ts')

  for (const [i, given] of selections.entries()) {
    const names = namesOf(`lesser${'abcdefghijklmno'[i]}`, `较少的${i}`, given, new Date())
    const listed = listsOf(names).map(({ file, ...list }) => {
      const text = withLine(readFileSync(join(copy, file), 'utf8'), { file, ...list }, names)
      return [file, text ?? ''] as const
    })
    for (const [file, text] of [...Object.entries(filesOf(names)), ...listed]) {
      mkdirSync(dirname(join(copy, file)), { recursive: true })
      writeFileSync(join(copy, file), text)
    }
  }
  const lesser = git('ls-files', '-o', '--exclude-standard').trim().split('\n')
  npx('biome', 'check', '--write', '--log-level=error', ...lesser)
  npx('biome', 'check', '--error-on-warnings', ...folders)
  npx('tsc', '--noEmit', '--checkers', '1')
  npx('tsx', 'scripts/check-imports.ts')
  const tests = Object.keys(made).flatMap((area) => ['server', 'cli', 'tui'].map((at) => `tests/${at}/${area}.test.ts`))
  const besides = ['schema', 'shipped'].map((name) => `tests/server/${name}.test.ts`)
  expect(npx('vitest', 'run', ...tests, ...besides)).not.toContain('failed')
  rmSync(copy, { recursive: true, force: true })
})
