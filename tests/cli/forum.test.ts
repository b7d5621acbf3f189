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

test('论坛话题 are added, listed, changed, published, withdrawn and deleted by command', async () => {
  const added = JSON.parse((await home.xzx('forum add --title 甲 --json')).out)
  expect(added).toMatchObject({ title: '甲' })
  expect((await home.xzx(`forum edit ${added.id} --title 乙`)).code).toBe(0)
  expect((await home.xzx('forum list')).out).toContain('乙')
  expect((await home.xzx(`forum publish ${added.id} --yes`)).code).toBe(0)
  expect((await home.xzx('forum list --status 已公布 --format count')).out).toBe('1\n')
  expect((await home.xzx(`forum withdraw ${added.id} --reason 内容已过时 --yes`)).code).toBe(0)
  expect(await home.xzx(`forum del ${added.id} --yes --format count`)).toMatchObject({ code: 0, out: '1\n' })
  expect((await home.xzx('forum list --format count')).out).toBe('0\n')
})
