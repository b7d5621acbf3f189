import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { depts as demoDepts } from '../../server/demo/county.ts'
import { demoLetters } from '../../server/demo/generate-letters.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  const admin = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

const write = (name: string, rows: readonly (object | string)[]) =>
  writeFileSync(
    join(home.dir, name),
    rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'),
  )
const totalOf = async () => (await home.xzx('mail list --format count')).out.trim()
const linesOf = (name: string) =>
  readFileSync(join(home.dir, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('letters of a file are tried, imported once, and told row by row; what failed goes to a file that can be imported again', async () => {
  const good = [...demoLetters(230)]
  write('来信.jsonl', [...good, { ...good[0], code: 'X1', phone: '12345' }, '{', { ...good[1], code: 'X2', time: '' }])
  const tried = await home.xzx('mail import 来信.jsonl --dry-run')
  expect([tried.code, await totalOf()]).toEqual([3, '0'])
  expect(tried.err).toContain('试运行，没有作任何修改：可导入 230 封，已有 0 封（未重复导入），失败 3 行')
  expect(tried.out).toMatch(/231.*手机号（phone）/)
  const done = await home.xzx('mail import 来信.jsonl --report 结果.jsonl --failed-to 失败.jsonl')
  expect([done.code, await totalOf()]).toEqual([3, '230'])
  expect(done.err).toContain('导入结束：新增 230 封，已有 0 封（未重复导入），失败 3 行')
  const report = linesOf('结果.jsonl')
  expect(report[0]).toMatchObject({ errorMsg: expect.any(String) })
  const saved = report.filter(({ status }) => status === 'saved')
  expect(saved).toHaveLength(230)
  expect(saved[0]).toMatchObject({ id: expect.any(String) })
  // of those that are answered none is told
  const codes = saved.flatMap(({ code }) => (code === undefined ? [] : [code]))
  expect(codes[0]).toMatch(/^.{4}-.{4}-.{4}$/)
  expect(codes.length).toBeLessThan(saved.length)
  expect(readFileSync(join(home.dir, '失败.jsonl'), 'utf8').split('\n').filter(Boolean)).toHaveLength(3)
  const again = await home.xzx('mail import 来信.jsonl')
  expect(done.err).not.toContain('封有查询码')
  expect(again.err).toContain(`${codes.length} 封有查询码，没有写出；要交给来信人的，加 --report 文件 再导入一次`)
  expect(again.err).toContain('新增 0 封，已有 230 封（未重复导入），失败 3 行')
  const json = JSON.parse((await home.xzx('mail import 来信.jsonl --json')).out)
  expect(json).toMatchObject({ saved: 0, skipped: 230, failed: [{ row: 231 }, { row: 232 }, { row: 233 }] })
})

test('a table is read by its headings, and what letters have not is said', async () => {
  writeFileSync(
    join(home.dir, '来信.csv'),
    '信件编号,标题,内容,来信时间,来信人,手机,热度\nC1,表格来信,村口的路坑洼不平,2026/3/1,周小雨,13900001234,5\n',
  )
  const { code, err } = await home.xzx('mail import 来信.csv')
  expect([code, err]).toEqual([0, expect.stringContaining('没有用到的列：热度')])
  expect((await home.xzx('mail list --title 表格来信 --format table')).out).toMatch(/表格来信.*139\*\*\*\*1234/)
  writeFileSync(join(home.dir, '缺列.csv'), '标题,内容\n甲,乙\n')
  const lacking = await home.xzx('mail import 缺列.csv')
  expect([lacking.code, lacking.err]).toEqual([2, expect.stringContaining('没有「来信时间」一列')])
  writeFileSync(join(home.dir, '来信.html'), '<p>信</p>')
  const page = await home.xzx('mail import 来信.html')
  expect([page.code, page.err]).toEqual([2, expect.stringContaining('不能导入 .html 文件')])
})

test('the summary tells what did not come in as it stood: departments that are not here, answers that were none', async () => {
  const row = { content: '村口的路坑洼不平', time: '2026-03-01' }
  write('旧系统.jsonl', [
    { ...row, code: 'S1', title: '一', dept: '没有的局', reply: '已整修' },
    { ...row, code: 'S2', title: '二', dept: '没有的局', status: '办理中' },
    { ...row, code: 'S3', title: '三', status: '已办理' },
    { ...row, code: 'S4', title: '四', dept: '别的局' },
  ])
  const { code, err } = await home.xzx('mail import 旧系统.jsonl')
  expect(code).toBe(0)
  expect(err).toContain('3 封主办部门没有写入，原来的名称记在办理记录里')
  expect(err).toContain('1 封写着已办而没有答复，按未回复导入')
  expect(err).toContain('没有写入的名称：没有的局 2 封、别的局 1 封')
})

test('phones and consents are read by the headings that people give them; a file that is none says no more than that', async () => {
  writeFileSync(
    join(home.dir, '电话.csv'),
    '标题,内容,时间,姓名,电话,是否公开\n电话来信,路灯不亮,2026-03-01,周小雨,13900004321,是\n',
  )
  const { code, err } = await home.xzx('mail import 电话.csv')
  expect([code, err]).toEqual([0, expect.not.stringContaining('没有用到的列')])
  const [found] = JSON.parse((await home.xzx('mail list --title 电话来信 --json')).out).list
  expect(found).toMatchObject({ phone: '139****4321', openFlag: 1 })
  writeFileSync(join(home.dir, '不是.xlsx'), '不是电子表格')
  const bad = await home.xzx('mail import 不是.xlsx')
  expect([bad.code, bad.err]).toEqual([2, expect.not.stringContaining('再次导入')])
})

test('demo letters name departments of the demo', () => {
  const named = new Set([...demoLetters(200)].map(({ dept }) => dept).filter(Boolean))
  expect([...named].filter((name) => !demoDepts.some((dept) => dept.name === name))).toEqual([])
})
