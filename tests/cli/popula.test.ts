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

test('推荐链接 are added, listed, changed and deleted by command', async () => {
  const added = JSON.parse((await home.xzx('popula add --name 政务服务网 --url https://zw.example.gov.cn/ --json')).out)
  expect(added).toMatchObject({ name: '政务服务网', enabled: 1, hits: 0 })
  expect((await home.xzx(`popula edit ${added.id} --name 一网通办 --enabled 禁用`)).code).toBe(0)
  expect((await home.xzx('popula list --enabled 禁用')).out).toContain('一网通办')
  expect((await home.xzx('popula public --format count')).out).toBe('0\n')
  expect(await home.xzx('popula edit 1 --url javascript:alert(1)')).toMatchObject({ code: 2 })
  expect((await home.xzx('popula add --help')).out).not.toContain('--hits')
  expect((await home.xzx('export popula --out - --format csv')).out).toContain('点击次数')
  expect(await home.xzx(`popula del ${added.id} --yes --format count`)).toMatchObject({ code: 0, out: '1\n' })
  expect((await home.xzx('popula list --format count')).out).toBe('0\n')
})
