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
