import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { makeColumn, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  await makeColumn(server, '部门动态')
  const { token } = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('partners are added by names, their secret renewed, and they are revoked and deleted', async () => {
  const made = await home.xzx('partner add --name 医保局 --kinds 一般信息,来信 --common-column 部门动态 --json')
  const added = JSON.parse(made.out)
  expect(added).toMatchObject({ name: '医保局', kinds: 'common,mail', commonColumnName: '部门动态' })
  expect(added.secret).toHaveLength(43)
  const listed = (await home.xzx('partner list --fields name,kinds,state')).out
  expect(listed).toContain('一般信息、来信')
  expect((await home.xzx('partner edit 医保局 --note 试运行 --yes')).code).toBe(0)
  expect((await home.xzx('partner revoke 医保局 --yes')).code).toBe(0)
  expect((await home.xzx('partner list --state 已停用 --format count')).out).toBe('1\n')
  const renewed = JSON.parse((await home.xzx('partner renew 医保局 --json --yes')).out)
  expect(renewed.secret).not.toBe(added.secret)
  expect(await home.xzx('partner del 医保局 --yes --format count')).toMatchObject({ code: 0, out: '1\n' })
})
