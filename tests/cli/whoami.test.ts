import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: CliHome
let writer: CliHome
let one: Person
let article: string
beforeAll(async () => {
  server = await startServer()
  const deptId = await makeDept(server, '水利局')
  const column = await makeColumn(server, '通知公告')
  one = await server.person({ roles: ['staff'], deptId, columns: [column], name: '李小燕' })
  const boss = await server.person({ roles: ['admin'] })
  const env = (person: Person) => ({ env: { XZX_SERVER: server.url, XZX_TOKEN: person.token } })
  admin = cliHome(env(boss))
  writer = cliHome(env(one))
  article = (await one.call('article.saveRole', anArticle(column, { title: '供水通知' }))).value.articleId
})
afterAll(async () => {
  admin.remove()
  writer.remove()
  await server.close()
})

test('whoami --why says through which role a right comes, how far it reaches, and whether a row is within', async () => {
  const own = await writer.xzx(`whoami --why article_update ${article}`)
  expect([own.code, own.out]).toEqual([
    0,
    '李小燕能修改文章：文章《供水通知》，凭借角色「部门人员」（数据范围本部门）\n' +
      '  角色「部门人员」，数据范围「本部门」（「水利局」），栏目：「通知公告」；在范围内（是本人的；栏目「通知公告」已授权）\n',
  ])
  const gone = await writer.xzx('whoami --why 修改文章 98765')
  expect([gone.code, gone.out]).toEqual([0, expect.stringContaining('文章 98765 不存在，或不在数据范围内')])
})

test('about somebody else it is asked by account, by who may see users; programs get all of it', async () => {
  const { code, out } = await admin.xzx(`whoami --why article_approve --user ${one.account} --json`)
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ userName: '李小燕', may: 0, lacking: [expect.anything(), expect.anything()] })
  const refused = await writer.xzx('whoami --why article_list --user admin')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('user_list')])
})

test('what belongs to --why alone is refused without it', async () => {
  for (const line of ['whoami 101', 'whoami --user admin']) {
    const { code, err } = await admin.xzx(line)
    expect([line, code, err]).toEqual([line, 2, expect.stringContaining('只用于 --why')])
  }
  expect((await admin.xzx('whoami --why article_list abc')).code).toBe(2)
})

test('a script’s token says that it is one, and what it lacks is asked by its key', async () => {
  const { token } = (await one.call('auth.scriptAdd', { name: '夜间', keys: ['article_list', 'article_update'] })).value
  const env = { XZX_TOKEN: token }
  const who = await writer.xzx('whoami', { env })
  expect([who.code, who.err]).toEqual([
    0,
    expect.stringMatching(/^用的是脚本令牌「夜间」：只有 2 项权限，有效期至 \d{4}-\d\d-\d\d .*$/m),
  ])
  expect((await writer.xzx('whoami')).err).not.toContain('脚本令牌')
  const refused = await writer.xzx('user list', { env })
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('运行 xzx whoami --why user_list 查看')])
})

test('a script’s token finds by name what its keys let it list, and is told that notices are a person’s', async () => {
  const { token } = (await one.call('auth.scriptAdd', { name: '清点', keys: ['article_list'] })).value
  const env = { XZX_TOKEN: token }
  for (const line of ['auth status', 'article list --column 通知公告', 'dept tree', 'whoami --why article_list'])
    expect([line, (await writer.xzx(line, { env })).code]).toEqual([line, 0])
  for (const line of ['api notice.myList', 'export-task list', 'auth token list']) {
    const { code, err } = await writer.xzx(line, { env })
    expect([line, code, err]).toEqual([line, 1, expect.stringContaining('没有对应的权限，请用账号登录')])
  }
})

test('when and from where one signed in before, in a line of its own', async () => {
  const password = '正确的-Passw0rd'
  const { account } = await server.person({ roles: ['staff'], password })
  const login = async () => {
    const { value } = await server.anyone.call('auth.loginNoCode', { username: account, password })
    return { env: { XZX_TOKEN: value as string } }
  }
  expect((await writer.xzx('whoami', await login())).err).toBe('首次登录\n')
  const again = await writer.xzx('whoami', await login())
  expect([again.code, again.err]).toEqual([
    0,
    expect.stringMatching(/^上次登录：2026-\d\d-\d\d \d\d:\d\d，来自 127\.0\.0\.1\n$/),
  ])
})

test('the range of a role is told in words', async () => {
  const { out } = await writer.xzx('whoami', { tty: ['stdout', 'stderr'] })
  expect(out).toContain('部门人员，本部门')
  expect(out).not.toContain('DEPART')
  expect(JSON.parse((await writer.xzx('whoami --json')).out).roles).toMatchObject([{ dataScope: 'DEPART' }])
})
