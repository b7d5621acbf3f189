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

test('reminders are listed, foretold, added, switched off and deleted by command', async () => {
  expect((await home.xzx('reminder list --enabled 1 --format count')).out).toBe('14\n')
  expect(JSON.parse((await home.xzx('reminder preview --json')).out)).toMatchObject({ list: [], total: 0 })
  expect((await home.xzx('reminder preview --format count')).out).toBe('0\n')
  const added = JSON.parse(
    (await home.xzx('reminder add --name 提前三天 --event 交办任务临近期限 --lead 3 --channel 站内通知和短信 --json'))
      .out,
  )
  expect(added).toMatchObject({ event: 'taskDue', lead: 3, channel: 3, enabled: 1 })
  expect((await home.xzx('reminder add --name 邮件 --event 交办任务逾期 --channel 邮件')).err).toContain('没有接通邮件')
  expect((await home.xzx(`reminder edit ${added.id} --enabled 0`)).code).toBe(0)
  expect((await home.xzx(`reminder get ${added.id}`)).out).toContain('提前三天')
  expect(await home.xzx(`reminder del ${added.id} --yes --format count`)).toMatchObject({ code: 0, out: '1\n' })
})
