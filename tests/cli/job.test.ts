import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Interrupted } from '../../cli/errors.ts'
import { wordsOf } from '../../cli/job/file.ts'
import { type Backend, refused, startBackend, value } from '../support/backend.ts'
import { type CliHome, cliHome } from '../support/cli.ts'

let home: CliHome
let backend: Backend
const rows = { list: [{ articleId: '7', title: '提案' }], total: 1, pageNumber: 1, pageSize: 10 }
beforeEach(async () => {
  backend = await startBackend(({ path }) =>
    path === '/api/article/list' ? value(rows) : refused('NO_PERMISSION', '没有权限'),
  )
  home = cliHome({ env: { XZX_SERVER: backend.url, XZX_TOKEN: 't' } })
})
afterEach(async () => {
  home.remove()
  await backend.close()
})

const write = (job: unknown) =>
  writeFileSync(join(home.dir, 'nightly.json'), typeof job === 'string' ? job : JSON.stringify(job))
async function runJob(steps: readonly object[], more: object = {}, line = '') {
  write({ name: '夜间', steps, ...more })
  const ran = await home.xzx(`job run nightly.json --json ${line}`)
  return { ran, exits: (ran.json().list as { exit: number | null }[]).map((one) => one.exit) }
}

test('runs its steps in order, with a line for each and a report', async () => {
  const steps = [{ run: 'article list --format ids' }, { run: "export article --out '夜 间.csv'" }]
  const { ran, exits } = await runJob(steps, { report: 'report-{date}.json' })
  expect([ran.code, exits]).toEqual([0, [0, 0]])
  expect(ran.json().list[0]).toMatchObject({ step: 1, run: 'article list --format ids', tries: 1 })
  expect(ran.json().list[1].says).toBe('导出完成，共 1 行')
  expect(readFileSync(join(home.dir, '夜 间.csv'), 'utf8')).toContain('提案')
  const report = JSON.parse(readFileSync(join(home.dir, 'report-20261121-0905.json'), 'utf8'))
  expect(statSync(join(home.dir, 'report-20261121-0905.json')).mode & 0o777).toBe(0o600)
  expect(report).toMatchObject({ name: '夜间', exit: 0, startedAt: '2026-11-21 09:05:00', steps: ran.json().list })
  expect(ran.err).toContain('[1/2] article list --format ids')
})

test('of data that a step gives its first line is told, and how many there are', async () => {
  const { ran } = await runJob([{ run: 'config list --format csv' }, { run: 'config path' }])
  const [many, one] = ran.json().list as { says: string }[]
  expect(many?.says).toMatch(/^\uFEFF?键,.* ……共 \d+ 行$/)
  expect(one?.says).toMatch(/config\.json$/)
})

test('what is told only once is not asked for by a step, which has no place to show it', async () => {
  const steps = [
    { run: 'auth token --name cron --keys user_list --yes', onError: 'continue' },
    { run: 'mail add --title 路灯 --content 坏了 --type 建议 --name 周小雨 --phone 13912345678 --open-flag 否 --yes' },
  ]
  const { ran, exits } = await runJob(steps)
  expect(exits).toEqual([2, 2])
  for (const { says } of ran.json().list) expect(says).toContain('只显示这一次，任务文件的步骤没有地方显示；没有执行')
  expect(backend.seen.filter(({ path }) => /script|mail/i.test(path))).toEqual([])
})

test('stops at a step that fails, or goes on where the step says so', async () => {
  const steps = [{ run: 'whoami' }, { run: 'article list' }]
  const stopped = await runJob(steps)
  expect([stopped.ran.code, stopped.exits]).toEqual([1, [1, null]])
  expect(stopped.ran.json().list.map((one: { says: string }) => one.says)).toEqual([
    expect.stringMatching(/^错误：/),
    '没有运行',
  ])
  const on = await runJob([{ run: 'whoami', onError: 'continue' }, steps[1] as object])
  expect([on.ran.code, on.exits]).toEqual([3, [1, 0]])
  const last = await runJob([{ run: 'article list' }, { run: 'whoami' }])
  expect([last.ran.code, last.exits]).toEqual([1, [0, 1]])
  const later = [{ run: 'article list --nosuch', onError: 'continue' }, { run: 'whoami' }, { run: 'article list' }]
  const two = await runJob(later)
  expect([two.ran.code, two.exits]).toEqual([1, [2, 1, null]])
  const none = await runJob([{ run: 'whoami', onError: 'continue' }])
  expect([none.ran.code, none.exits]).toEqual([1, [1]])
})

test('a check that finds something stops nothing, and the end of the job tells it; what fails goes before', async () => {
  const answer = backend.answer
  const late = { list: [{ id: '7', title: '路灯不亮', state: 0 }], total: 1, pageNumber: 1, pageSize: 10 }
  const line = { name: 'front', says: '首页更新', state: 'veto', value: 15, limit: 14, unit: '天', rows: 0, source: '' }
  const found: Readonly<Record<string, unknown>> = {
    '/mail/list': late,
    '/apply/list': late,
    '/x/compliance/check': { profile: 'cppcc', state: 'veto', lines: [line] },
    '/x/log/check': { whole: false, says: '第 3 条被改动', brokenAt: '3' },
  }
  backend.answer = (seen, response, nth) => {
    const at = Object.keys(found).find((path) => seen.path.endsWith(path))
    return at ? value(found[at]) : answer(seen, response, nth)
  }
  const checks = ['mail overdue --limit 1', 'apply overdue', 'compliance check', 'log verify', 'doctor --timeout 2s']
  const steps = [...checks.map((run) => ({ run })), { run: 'article list' }]
  const { ran, exits } = await runJob(steps, { report: 'r.json' })
  expect([ran.code, exits]).toEqual([7, [7, 7, 3, 1, 1, 0]])
  expect(ran.json().list.map((one: { found?: true }) => one.found)).toEqual([true, true, true, true, true, undefined])
  expect(JSON.parse(readFileSync(join(home.dir, 'r.json'), 'utf8')).exit).toBe(7)
  const last = await runJob([{ run: 'article list' }, { run: 'mail overdue' }])
  expect([last.ran.code, last.exits]).toEqual([7, [0, 7]])
  // a guard before what follows
  const guard = await runJob([{ run: 'log verify', onFound: 'stop' }, { run: 'article list' }])
  expect([guard.ran.code, guard.exits]).toEqual([1, [1, null]])
  const failed = await runJob([
    { run: 'mail overdue' },
    { run: 'whoami', onError: 'continue' },
    { run: 'mail overdue' },
  ])
  expect([failed.ran.code, failed.exits]).toEqual([3, [7, 1, 7]])
  const stopped = await runJob([
    { run: 'whoami', onError: 'continue' },
    { run: 'mail overdue', onFound: 'stop' },
    { run: 'article list' },
  ])
  expect([stopped.ran.code, stopped.exits]).toEqual([3, [1, 7, null]])
  // a check that was refused is no finding
  backend.answer = answer
  const refusedOne = await runJob([{ run: 'mail overdue' }, { run: 'article list' }])
  expect([refusedOne.ran.code, refusedOne.exits]).toEqual([1, [1, null]])
})

test('tries again what may pass, and nothing else', async () => {
  let asked = 0
  const answer = backend.answer
  backend.answer = (seen, response, nth) => {
    if (seen.path !== '/api/article/list') return answer(seen, response, nth)
    asked += 1
    if (asked === 1) response.statusCode = 503
    return asked === 1 ? refused('UNAVAILABLE', '稍后再试') : value(rows)
  }
  const { exits, ran } = await runJob([{ run: 'article list --retry 0', retry: 2 }])
  expect(exits).toEqual([0])
  expect(ran.json().list[0].tries).toBe(2)
  const refusedOnce = await runJob([{ run: 'whoami', retry: 2 }])
  expect(refusedOnce.ran.json().list[0]).toMatchObject({ exit: 1, tries: 1 })
})

test('a step that takes too long is stopped', async () => {
  backend.answer = () => new Promise(() => {})
  const { ran } = await runJob([{ run: 'article list', timeout: '300ms' }])
  expect(ran.code).toBe(5)
  expect(ran.json().list[0]).toMatchObject({ exit: 5, says: '超过 300ms，已停止' })
  expect(ran.err).not.toContain('内部故障')
  expect(() => readFileSync(join(home.dir, 'state', 'faults.log'))).toThrow()
})

test('items that fail are named with their reasons, on stderr and in the report', async () => {
  const failed = Array.from({ length: 102 }, (_, at) => ({
    id: `${at + 1}`,
    errorCode: 'NOT_FOUND',
    errorMsg: '没有这篇',
  }))
  const chunks = [failed.slice(0, 100), failed.slice(100)]
  backend.answer = () => value({ done: [], failed: chunks.shift() })
  const ids = failed.map(({ id }) => id).join(' ')
  const { ran } = await runJob([{ run: `article approve ${ids} --yes` }], { report: 'r.json' }, '--quiet')
  expect(ran.code).toBe(1)
  expect(ran.err).toContain('[1/1] 失败 100：没有这篇（NOT_FOUND）\n[1/1] 另有 2 项失败\n')
  const [step] = JSON.parse(readFileSync(join(home.dir, 'r.json'), 'utf8')).steps
  expect([step.failed.length, step.failed[0], step.failedMore]).toEqual([100, failed[0], 2])
})

test('a report that could not be written stops the job before its first step', async () => {
  write({ name: '夜间', steps: [{ run: 'article list' }], report: 'no-folder/r.json' })
  const ran = await home.xzx('job run nightly.json')
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('no-folder/r.json：没有这个文件或目录')])
  expect(backend.seen).toHaveLength(0)
})

test('--dry-run changes nothing and writes nothing', async () => {
  const answer = backend.answer
  backend.answer = (seen, response, nth) =>
    seen.path.startsWith('/x/dry-run/') ? value({ rehearsed: true, value: {} }) : answer(seen, response, nth)
  const steps = [{ run: 'hot add --name 甲' }, { run: 'export article --out a.csv' }, { run: 'generate all' }]
  const { ran, exits } = await runJob(steps, { report: 'r.json' }, '--dry-run')
  expect([ran.code, exits]).toEqual([0, [0, 0, 0]])
  expect(backend.seen.map(({ path }) => path)).toEqual([
    '/x/dry-run/hot/add',
    '/api/article/list',
    '/x/dry-run/x/generate/all',
  ])
  for (const name of ['a.csv', 'r.json']) expect(() => readFileSync(join(home.dir, name))).toThrow()
})

test('Ctrl+C ends the step and runs no other', async () => {
  const stop = new AbortController()
  backend.answer = () => {
    stop.abort(new Interrupted('SIGINT'))
    return new Promise(() => {})
  }
  write({ name: '夜间', steps: [{ run: 'article list' }, { run: 'article list' }] })
  const ran = await home.xzx('job run nightly.json --json', { signal: stop.signal })
  expect(ran.code).toBe(130)
  expect((ran.json().list as { exit: number | null }[]).map((one) => one.exit)).toEqual([130, null])
  expect(backend.seen).toHaveLength(1)
})

test.for([
  ['no JSON', '{', 'JSON'],
  ['no name', { steps: [{ run: 'whoami' }] }, 'name'],
  ['no steps', { name: 'a', steps: [] }, 'steps'],
  ['an unknown key', { name: 'a', steps: [{ run: 'whoami', retries: 1 }] }, 'retries'],
  ['an unknown command', { name: 'a', steps: [{ run: 'whoami' }, { run: 'artcle list' }] }, 'steps[1].run'],
  ['itself', { name: 'a', steps: [{ run: 'job run nightly.json' }] }, 'steps[0].run'],
  ['an open quote', { name: 'a', steps: [{ run: 'article list --title "甲' }] }, '引号'],
  ['a bad time', { name: 'a', steps: [{ run: 'whoami', timeout: 'soon' }] }, 'timeout'],
] as const)('a file with %s is refused by file and place, and nothing is run', async ([, job, place]) => {
  write(job)
  const ran = await home.xzx('job run nightly.json')
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('nightly.json')])
  expect(ran.err).toContain(place)
  expect(backend.seen).toHaveLength(0)
})

test.for([
  ['a  b', ['a', 'b']],
  [`--title "两 个" --x='一 个'`, ['--title', '两 个', '--x=一 个']],
  [`"a \\" b"`, ['a " b']],
  ['""', ['']],
  ["it's", null],
] as const)('words of %j', ([line, words]) => {
  expect(wordsOf(line)).toEqual(words)
})

test('the schema tells the form of a file', async () => {
  const { out } = await home.xzx('job schema')
  expect(JSON.parse(out)).toMatchObject({ type: 'object', required: ['name', 'steps'] })
})

test('a rehearsal foretells that a step will find nobody to ask', async () => {
  const steps = [{ run: 'hot del 5' }]
  const dry = await runJob(steps, {}, '--dry-run')
  expect(dry.exits).toEqual([2])
  expect(dry.ran.json().list[0].says).toContain('需要确认')
  expect((await runJob(steps)).exits).toEqual(dry.exits)
})
