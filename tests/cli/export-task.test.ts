import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { makeColumn, startServer } from '../support/server.ts'
import { sharedHome } from '../support/set-up.ts'

const server = await startServer()
afterAll(() => server.close())
const admin = await server.person({ roles: ['admin'] })
const home = sharedHome({ XZX_SERVER: server.url, XZX_TOKEN: admin.token })
const read = (name: string) => readFileSync(join(home.dir, name), 'utf8')

beforeAll(async () => {
  await makeArticles(server, 30, { columnId: await makeColumn(server), status: 2, by: admin.userId })
})

test('an export of the server is begun, waited for and fetched by one command, as it was asked', async () => {
  const ran = await home.xzx(
    `export-task start article --as csv --columns title,status --filter {"status":2} --out 文章.csv`,
  )
  expect([ran.code, ran.out], ran.err).toEqual([0, ''])
  const [head, ...lines] = read('文章.csv').trim().split(/\r?\n/)
  expect([head?.replace('\uFEFF', ''), lines.length]).toEqual(['标题,状态', 30])
  // with its manifest, as of every export
  expect((await home.xzx('export verify 文章.csv')).code).toBe(0)
})

test('begun alone it is fetched later, by its number, with its manifest', async () => {
  const { id } = (await home.xzx('export-task start article --as jsonl --json')).json()
  await expect.poll(async () => (await home.xzx(`export-task get ${id} --json`)).json().state).toBe('done')
  expect((await home.xzx(`export-task download ${id} --out 文章.jsonl`)).code).toBe(0)
  expect(read('文章.jsonl').trim().split('\n')).toHaveLength(30)
  expect((await home.xzx(`export-task download ${id} --part 清单 --out 清单.json`)).code).toBe(0)
  expect(JSON.parse(read('清单.json'))).toMatchObject({ rows: 30 })
})

test('what cannot be is said before anything is begun', async () => {
  const begun = async () => (await home.xzx('export-task list --format count')).out
  const before = await begun()
  for (const [line, says] of [
    ['export-task start', '缺少'],
    ['export-task start article --as pdf', '--as 无效'],
    ['export-task start article --filter {', '--filter 不是有效的 JSON'],
    ['export-task start article --as csv --out 表.xlsx', '内容是CSV'],
    ['export-task start article --out 表.pdf', '内容是Excel 表格'],
    ['export-task download 1 --part 图', '--part 无效'],
    ['export-task download x', '导出任务编号无效'],
  ] as const) {
    const ran = await home.xzx(line)
    expect([ran.code, ran.err], line).toEqual([2, expect.stringContaining(says)])
  }
  const other = await home.xzx('export-task start nosuch')
  expect([other.code, other.err]).toEqual([1, expect.stringContaining('没有可以导出的列表')])
  const dry = await home.xzx('export-task start article --out 试.csv --dry-run')
  expect([dry.code, dry.out, dry.err]).toEqual([
    0,
    '',
    expect.stringContaining('试运行，没有开始导出：将把文章导出为CSV'),
  ])
  expect(await begun()).toBe(before)
})
