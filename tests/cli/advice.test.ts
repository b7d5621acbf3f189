import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: Person
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  admin = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})
const made = async (line: string) => {
  const { out, err } = await home.xzx(`${line} --json`)
  if (out === '') throw new Error(err)
  return JSON.parse(out)
}

test('moves of a kind are commands made from its table: reasons by number, states by word, many at once', async () => {
  const one = await made('advice add --title 路灯 --content 不亮')
  const two = await made('advice add --title 道路 --content 不平')
  expect(await made(`advice reply ${one.id} --result-title 答 --result-content 已修`)).toMatchObject({ status: 1 })
  const some = await home.xzx(`advice confirm ${one.id} ${two.id} --yes --json`)
  expect(some.code).toBe(3)
  expect(JSON.parse(some.out)).toMatchObject({ done: [one.id], failed: [{ id: two.id, errorCode: 'BAD_STATE' }] })
  const unsaid = await home.xzx(`advice reopen ${one.id} --yes`)
  expect(unsaid.code).toBe(2)
  expect(unsaid.err).toContain('--preset 1 到 3')
  expect(await made(`advice reopen ${one.id} --preset 2 --yes`)).toMatchObject({ done: [one.id] })
  expect(await made(`advice get ${one.id}`)).toMatchObject({ status: 3, reason: '原答复有误' })
  expect((await home.xzx('advice list --status 已退回 --format ids')).out.trim()).toBe(one.id)
  expect((await home.xzx(`advice history ${one.id} --format table`)).out).toMatch(/重新办理[\s\S]*通过答复[\s\S]*新增/)
})

test('a dry run foretells what is done, and does nothing', async () => {
  const { id } = await made('advice add --title 试 --content 试')
  await made(`advice reply ${id} --result-title 答 --result-content 复`)
  expect((await home.xzx(`advice confirm ${id} --dry-run --yes`)).code).toBe(0)
  expect(await made(`advice get ${id}`)).toMatchObject({ status: 1 })
  expect((await home.xzx(`advice give-back ${id} --dry-run --preset 1 --yes`)).code).toBe(0)
  expect(await made(`advice get ${id}`)).toMatchObject({ status: 1 })
})
