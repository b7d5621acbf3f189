import { afterAll, beforeAll, expect, test } from 'vitest'
import { kebab } from '../../cli/spelling.ts'
import { themeAreas } from '../../core/domain/theme-names.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  const admin = await server.person({ roles: ['admin'] })
  await admin.call('dept.save', { name: '文史委' })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test.each(themeAreas)('%s: a topic is audited, handed on, replied to, shown and hidden by commands', async (area) => {
  const command = kebab(area)
  const run = async (line: string) => {
    const done = await home.xzx(`${command} ${line}`)
    expect(done.code, `${line}\n${done.err}`).toBe(0)
    return done.out
  }
  await run('add --title 图书馆晚点闭馆 --content 来不及借书 --name 周小雨 --phone 13900001234 --open-flag 公开')
  const id = (await run('list --format ids')).trim()
  expect(await run('list --state 未审核 --format table')).toMatch(/图书馆晚点闭馆.*139\*\*\*\*1234/)
  await run(`pass ${id} --yes`)
  await run(`transfer ${id} --dept 文史委 --remarks 请一周内回复 --yes`)
  expect(await run(`depts ${id} --format csv`)).toMatch(/文史委,是,1/)
  await run(`reply ${id} --content 周末开放到晚上八点`)
  const reply = (await run('replies --format ids')).trim()
  await run(`audit-reply ${reply} --state 已通过`)
  await run(`show ${id} --show 显示 --yes`)
  await run(`recommend ${id} --recommend 推荐 --yes`)
  expect(await run(`get ${id}`)).toContain('周末开放到晚上八点')
  await run(`show ${id} --show 隐藏 --reason 提出人要求 --yes`)
  await run(`del ${id} --yes`)
  expect((await run('bin-list --format ids')).trim()).toBe(id)
  await run(`bin-restore ${id} --yes`)
})

test('a month is counted and corrected by commands', async () => {
  const counted = await home.xzx('theme-count recount --month 2026-11')
  expect(counted.code, counted.err).toBe(0)
  const [id = ''] = (await home.xzx('theme-count list --family 话题 --format ids')).out.trim().split('\n')
  const fixed = await home.xzx(`theme-count correct ${id} --received 9 --reason 另有纸质登记`)
  expect(fixed.code, fixed.err).toBe(0)
  expect((await home.xzx('theme-count by-month --month 2026-11 --format csv')).out).toMatch(/2026-11,话题,9,/)
})
