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

test('答复用语 are added, listed, changed and deleted by command', async () => {
  const added = JSON.parse((await home.xzx('mail-phrase add --title 甲 --content 感谢您的来信。 --json')).out)
  expect(added).toMatchObject({ title: '甲' })
  expect((await home.xzx(`mail-phrase edit ${added.id} --title 乙`)).code).toBe(0)
  expect((await home.xzx('mail-phrase list')).out).toContain('乙')
  expect(await home.xzx(`mail-phrase del ${added.id} --yes --format count`)).toMatchObject({ code: 0, out: '1\n' })
  expect((await home.xzx('mail-phrase list --format count')).out).toBe('0\n')
})
