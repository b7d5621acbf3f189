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

test('热词 are added, listed, changed and deleted by command', async () => {
  const added = JSON.parse((await home.xzx('hot add --name 甲 --json')).out)
  expect(added).toMatchObject({ name: '甲' })
  expect((await home.xzx(`hot edit ${added.id} --name 乙`)).code).toBe(0)
  expect((await home.xzx('hot list')).out).toContain('乙')
  expect(await home.xzx(`hot del ${added.id} --yes --format count`)).toMatchObject({ code: 0, out: '1\n' })
  expect((await home.xzx('hot list --format count')).out).toBe('0\n')
})
