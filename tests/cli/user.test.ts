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

test('whether a password is to be changed is said, for several at once, and the same line twice is the same as once', async () => {
  const [one, two] = [
    (await server.person({ roles: ['readonly'] })).userId,
    (await server.person({ roles: ['readonly'] })).userId,
  ]
  const states = async () => {
    const { out } = await home.xzx('user list --fields id,mustChange --format ndjson --all')
    const rows = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    return [one, two].map((id) => rows.find((row) => row.id === String(id)).mustChange)
  }
  for (const [word, state] of [
    ['须修改', 1],
    ['不须修改', 0],
  ] as const)
    for (const _ of [1, 2]) {
      expect((await home.xzx(`user reset-pwd-state ${one} ${two} --must-change ${word} --yes`)).code).toBe(0)
      expect(await states()).toEqual([state, state])
    }
  const unsaid = await home.xzx(`user reset-pwd-state ${one} --yes`)
  expect([unsaid.code, unsaid.err]).toEqual([2, expect.stringContaining('缺少 --must-change')])
})
