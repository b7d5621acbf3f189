import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseTime } from '../../core/domain/time.ts'
import { makeArticles } from '../support/articles.ts'
import { makeColumn, startServer } from '../support/server.ts'
import { sharedHome } from '../support/set-up.ts'

const server = await startServer()
afterAll(() => server.close())
const admin = await server.person({ roles: ['admin'] })
const home = sharedHome({ XZX_SERVER: server.url, XZX_TOKEN: admin.token })
const span = '--from 2026-02 --to 2026-03'
let dept: string

beforeAll(async () => {
  const columnId = await makeColumn(server)
  const save = async (name: string) => (await admin.call('dept.save', { name, isCount: 1, type: 0 })).value.id as string
  dept = await save('办公室')
  await save('提案委员会')
  const ids = await makeArticles(server, 6, { columnId, status: 2, by: admin.userId })
  const at = (day: string) => parseTime(`${day} 08:00:00`) as number
  for (const [i, id] of ids.entries())
    await server.parts.db.write
      .updateTable('article')
      .set({ deptId: Number(dept), hits: i, publishTime: at(i < 4 ? '2026-03-09' : '2026-01-09') })
      .where('id', '=', Number(id))
      .execute()
})

test('without a name: what can be counted; a wrong name is told the others', async () => {
  const ran = await home.xzx('stats --format ids')
  expect(ran.out.split('\n')).toContain('dispatch')
  const wrong = await home.xzx('stats dispach')
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/没有统计 dispach.*dispatch/s)])
})

test('as a table with its sum and what it is compared with, by name or title; as JSON whole', async () => {
  for (const name of ['dispatch', '部门发文']) {
    const ran = await home.xzx(`stats ${name} ${span}`)
    expect([ran.code, ran.out.split('\n').slice(0, 3)]).toEqual([
      0,
      ['办公室\t1\t4\t2\t+100%\t0\t新增', '提案委员会\t2\t0\t0\t—\t0\t—', '合计\t\t4\t2\t+100%\t0\t新增'],
    ])
    expect(ran.err).toContain('2026-02-01 至 2026-03-31')
  }
  const found = (await home.xzx(`stats dispatch ${span} --dept 办公室 --json`)).json()
  expect(found).toMatchObject({ total: 4, totalBefore: 2, lines: [{ key: dept, n: 4, search: { deptId: dept } }] })
  const csv = await home.xzx(`stats dispatch ${span} --format csv`)
  expect(csv.out).toContain('部门,名次,数量,上期,比上期')
})

test('as bars: the longest is the most, and nothing has none', async () => {
  const ran = await home.xzx(`stats dispatch ${span} --chart`, { columns: 60 })
  expect(ran.code).toBe(0)
  const [first, second] = ran.out.split('\n') as [string, string]
  expect(first).toMatch(/^办公室 +█+ 4（\+100%）$/)
  expect(second).toMatch(/^提案委员会 +0（—）$/)
  const hits = (await home.xzx(`stats article ${span} --chart`, { columns: 60 })).out.split('\n')
  const bars = hits.slice(0, 3).map((line) => [...line].filter((sign) => sign === '█').length)
  expect(bars[0]).toBeGreaterThan(bars[1] as number)
  expect(bars[1]).toBeGreaterThan(bars[2] as number)
  for (const line of hits) expect(line.length).toBeLessThanOrEqual(60)
  expect((await home.xzx(`stats dispatch --chart --json`)).code).toBe(2)
})

test('as a sheet', async () => {
  const ran = await home.xzx(`stats author ${span} --out 个人.xlsx`)
  expect([ran.code, ran.out]).toEqual([0, expect.stringContaining('个人.xlsx')])
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(readFileSync(join(home.dir, '个人.xlsx')) as never)
  const rows: unknown[][] = []
  book.worksheets[0]?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)))
  expect(rows[0]).toEqual(expect.arrayContaining(['撰稿人', '数量', '点击数', '比上期（%）']))
  expect(rows[1]?.slice(1, 4)).toEqual([1, 4, 6])
})

test.each(['--from 2026-13', '--to 昨天', '--dept 没有的局', '--from 2026-03 --to 2026-02'])(
  '%s is refused',
  async (more) => {
    expect((await home.xzx(`stats dispatch ${more}`)).code).toBeGreaterThan(0)
  },
)
