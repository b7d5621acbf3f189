import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { partnersOf } from '../support/partners.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
let admin: Person
beforeAll(async () => {
  server = await startServer()
  admin = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('what was refused is found with its reason, taken up anew once that is mended, or dismissed', async () => {
  const one = await partnersOf(server, () => admin).program({ name: '医保局' })
  const push = (sourceId: string, title: string) => one.push('save/common', { sourceId, title, content: '<p>正文</p>' })
  await push('1', '甲')
  await push('2', '乙')
  const refused = await home.xzx('inter-working list --status 已退回 --partner 医保局 --fields id,title,reason')
  expect(refused.out).toContain('没有为「一般信息」指定栏目')
  const [first, second] = JSON.parse((await home.xzx('inter-working list --json')).out).list
  expect(await home.xzx(`inter-working retake ${first.id} --yes`)).toMatchObject({ code: 1 })
  const columnId = await makeColumn(server, '部门动态')
  await home.xzx(`partner edit 医保局 --common-column 部门动态 --yes`)
  expect((await home.xzx(`inter-working retake ${first.id} --yes`)).code).toBe(0)
  expect((await home.xzx(`article list --column ${columnId} --format count`)).out).toBe('1\n')
  expect((await home.xzx(`inter-working dismiss ${second.id} --reason 测试内容 --yes`)).code).toBe(0)
  expect((await home.xzx('inter-working list --status 不予收录 --format count')).out).toBe('1\n')
  expect((await home.xzx(`inter-working undo ${second.id} --yes`)).code).toBe(0)
  expect((await home.xzx(`inter-working get ${second.id}`)).out).toContain('正文：<p>正文</p>')
  await one.push('save/mail', { sourceId: '3', title: '来信', content: '请问', name: '王青', phone: '19900000021' })
  const [letter] = JSON.parse((await home.xzx('inter-working list --kind 来信 --json')).out).list
  expect((await home.xzx(`inter-working get ${letter.id}`)).out).not.toContain('王青')
  expect((await home.xzx(`inter-working reveal ${letter.id} --reason 转办`)).out).toContain('姓名：王青')
})
