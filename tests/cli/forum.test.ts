import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

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

test('boards are added, opened and given to a role, posts are judged and answered by commands; numbers stay masked', async () => {
  const visitor = visitorsOf(server)
  const board = JSON.parse((await home.xzx('plate add --title 交通出行 --json')).out)
  expect((await home.xzx(`plate open ${board.id} --yes`)).code).toBe(0)
  expect((await home.xzx('plate list --status 在用 --format count')).out).toBe('1\n')
  const sent = { plateId: board.id, title: '路灯坏了', content: '东街', phone: '13900001234', verifyCode: 'ab12' }
  const { id } = (await visitor.post('/x/forum/post', { ...sent, codeId: await visitor.captcha() })).value
  const listed = await home.xzx('forum list --status 未审核 --plate 交通出行 --format table')
  expect(listed.out).toMatch(/路灯坏了.*139\*\*\*\*1234/)
  expect((await home.xzx(`forum approve ${id} --yes`)).code).toBe(0)
  expect((await home.xzx(`forum add --parent-id ${id} --content 明天修`)).code).toBe(0)
  expect((await home.xzx('forum public --format table')).out).toContain('明天修')
  expect((await home.xzx(`forum hold ${id} --preset 2 --yes`)).code).toBe(0)
  expect((await home.xzx('forum public --format count')).out).toBe('0\n')
  expect((await home.xzx('plate-role set --role 部门人员 --plates 交通出行 --yes')).code).toBe(0)
  expect((await home.xzx('plate-role page-list --role 部门人员 --format count')).out).toBe('1\n')
  const { out } = await home.xzx('export forum --out - --format csv')
  expect(out).toMatch(/路灯坏了.*139\*\*\*\*1234/)
  expect(await home.xzx('export plate-roles --out 版块和角色.xlsx')).toMatchObject({ code: 0 })
})
