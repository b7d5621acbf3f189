import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Backend, startBackend, value } from '../support/backend.ts'
import { type CliHome, cliHome } from '../support/cli.ts'

const launcher = join(import.meta.dirname, '../../bin/xzx.mjs')
const run = promisify(execFile)

let home: CliHome
let backend: Backend
beforeEach(async () => {
  home = cliHome()
  const leaf = { columnId: '2', categoryTitle: '要闻', children: [] }
  backend = await startBackend(() => value([{ columnId: '1', categoryTitle: '新闻中心', children: [leaf] }]))
})
afterEach(async () => {
  home.remove()
  await backend.close()
})

const env = () => ({
  ...process.env,
  XZX_CONFIG_DIR: join(home.dir, 'config'),
  XZX_STATE_DIR: join(home.dir, 'state'),
  XZX_SERVER: backend.url,
})

/** What is offered at the end of a line; its last word is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const { stdout } = await run(process.execPath, [launcher, 'complete', '--', ...words], { env: env() })
  const lines = stdout.trimEnd().split('\n')
  expect(lines.pop()).toBe(':4')
  return lines.map((line) => line.split('\t')[0] as string)
}

test('commands, verbs, flags and their values', async () => {
  expect(await offered('art')).toEqual(['article'])
  expect(await offered('article', 'acc')).toEqual(['accept'])
  expect(await offered('article', 'list', '--sta')).toEqual(['--status'])
  expect(await offered('article', 'list', '--status', '待')).toEqual(['待发布', '待审核'])
  expect(await offered('--format', 'nd')).toEqual(['ndjson'])
  expect(await offered('article', 'list', '--format', 'c')).toEqual(['csv', 'count'])
  expect(await offered('hot', '')).toEqual(expect.arrayContaining(['list', 'add', 'edit', 'del']))
  expect(await offered('export', 'dept')).toEqual(['dept-data'])
  expect(await offered('completion', 'z')).toEqual(['zsh'])
  expect(await offered('')).not.toContain('complete')
})

test('what only the config or the server knows', async () => {
  await home.xzx('config set server http://127.0.0.1:1 --profile work')
  expect(await offered('article', 'list', '--profile', 'w')).toEqual(['work'])
  expect(await offered('config', 'use', '')).toContain('work')
  expect(await offered('article', 'list', '--column', '新闻')).toEqual(['新闻中心', '新闻中心/要闻'])
  expect(await offered('generate', 'column', '新闻中心/')).toEqual(['新闻中心/要闻'])
})

test('a server that is not there offers nothing and fails at nothing', async () => {
  await backend.close()
  expect(await offered('article', 'list', '--column', '')).toEqual([])
})

test('the script of a shell asks for them; another shell is refused by its name', async () => {
  const asking = `
    _get_comp_words_by_ref() { cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" words=("\${COMP_WORDS[@]}") cword=$COMP_CWORD; }
    xzx() { "$NODE" "$LAUNCHER" "$@"; }
    eval "$(xzx completion bash)"
    COMP_WORDS=(xzx article appr) COMP_CWORD=2
    __xzx_complete
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = spawnSync('bash', ['-c', asking], {
    encoding: 'utf8',
    env: { ...env(), NODE: process.execPath, LAUNCHER: launcher },
  })
  expect(stdout.trim().split('\n')[0]).toMatch(/^approve/)
  const refused = await home.xzx('completion tcsh')
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('zsh')])
})
