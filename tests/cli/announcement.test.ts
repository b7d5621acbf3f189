import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  const { token } = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('公告 are added, listed, changed and deleted by command', async () => {
  const span = ['--start-time', '2026-11-01', '--end-time', '2026-11-30']
  const typed = ['--title', '停水公告', '--content', '周六停水\n请提前储水', '--top', '置顶', ...span]
  const added = JSON.parse((await home.xzx(['announcement', 'add', ...typed, '--json'])).out)
  expect(added).toMatchObject({ title: '停水公告', top: 1, content: '<p>周六停水</p>\n<p>请提前储水</p>' })
  expect(added).toMatchObject({ startTime: '2026-11-01 00:00:00', endTime: '2026-11-30 23:59:59' })
  expect((await home.xzx(`announcement edit ${added.id} --title 停电公告 --end-time`.split(' ').concat(''))).code).toBe(
    0,
  )
  const listed = await home.xzx('announcement list --state 公示中')
  expect(listed.out).toMatch(/停电公告\s.*公示中/)
  expect((await home.xzx('announcement list --state 已结束 --format count')).out).toBe('0\n')
  expect((await home.xzx('announcement top --count 1 --format csv')).out).toContain('停电公告')
  expect((await home.xzx('export announcement --out - --format csv')).out).toContain('停电公告')
  expect(await home.xzx(`announcement del ${added.id} --yes --format count`)).toMatchObject({ code: 0, out: '1\n' })
  expect((await home.xzx('announcement list --format count')).out).toBe('0\n')
})

test('a text with markup is taken from a file, as articles take it, and a file that is not there is named', async () => {
  writeFileSync(join(home.dir, '公告.html'), '<html><body><p>办公地点<b>搬迁</b></p></body></html>')
  const line = ['announcement', 'add', '--title', '搬迁公告', '--content', '@公告.html', '--json']
  expect(JSON.parse((await home.xzx(line)).out).content).toContain('办公地点<b>搬迁</b>')
  const absent = await home.xzx('announcement add --title 甲 --content @没有.html')
  expect(absent).toMatchObject({ code: 2, err: expect.stringContaining('没有.html') })
})

test('a row is written in a file, flags stand over it, and what it cannot have is named', async () => {
  const file = (json: unknown) =>
    writeFileSync(join(home.dir, '公告.json'), typeof json === 'string' ? json : JSON.stringify(json))
  file({ title: '节日值班', content: '<p>照常<b>值班</b></p>', top: 1, startTime: '2026-11-02' })
  const made = async (line: string) => JSON.parse((await home.xzx(line)).out)
  const one = await made('announcement add --file 公告.json --title 春节值班 --json')
  expect(one).toMatchObject({ title: '春节值班', top: 1, startTime: '2026-11-02 00:00:00' })
  expect(one.content).toContain('<b>值班</b>')
  const told = async (json: unknown) => {
    file(json)
    const { code, err } = await home.xzx('announcement add --file 公告.json')
    return [code, err.split('\n')[0]]
  }
  expect(await told('{')).toEqual([2, expect.stringContaining('--file 不是有效的 JSON')])
  expect(await told([])).toEqual([2, expect.stringContaining('--file 应为 JSON 对象')])
  expect(await told({ titel: '甲' })).toEqual([2, expect.stringContaining('没有字段 titel，您是否想输入 title')])
  expect(await told({ title: '甲', content: '乙', top: 9 })).toEqual([2, expect.stringContaining('--file 的 top 无效')])
  expect(await told({ title: '甲' })).toEqual([2, expect.stringContaining('缺少 --content')])
  expect((await home.xzx('announcement add --file 没有.json')).code).toBe(2)
})
