import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  const admin = await server.person({ roles: ['admin'] })
  await admin.call('dept.save', { name: '城管局' })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('a letter goes its way by commands: examined, handed on, returned, answered, published; what is late ends with another code', async () => {
  const visitor = visitorsOf(server)
  const sent = {
    ...{ title: '东街路灯不亮', type: 0, content: '路灯一周不亮', name: '周小雨', phone: '13900001234', openFlag: 1 },
    verifyCode: 'ab12',
  }
  const { id } = (await visitor.post('/web/mail/add', { ...sent, codeId: await visitor.captcha() })).value
  const run = async (line: string) => {
    const done = await home.xzx(line)
    expect(done.code, `${line}\n${done.err}`).toBe(0)
    return done.out
  }
  expect(await run('mail list --state 待审核 --format table')).toMatch(/东街路灯不亮.*139\*\*\*\*1234/)
  expect(JSON.parse(await run('mail overdue --json'))).toMatchObject({ list: [], total: 0 })
  await run(`mail examine ${id} --yes`)
  await run(`mail forward ${id} --dept 城管局 --remarks 请现场查看`)
  await run(`mail return ${id} --remarks 不属于本部门职责 --dept 城管局 --yes`)
  expect(await run(`mail show ${id}`)).toContain('不属于本部门职责')
  await run(`mail forward ${id} --dept 城管局`)
  await run(`mail answer ${id} --dept 城管局 --content 路灯已修复`)
  await run(`mail publish ${id} --yes`)
  expect((await run('mail list --state 已公开 --format ids')).trim()).toBe(id)
  const late = (await visitor.post('/web/mail/add', { ...sent, codeId: await visitor.captcha() })).value.id
  await server.parts.db.write.updateTable('mail').set({ due: 1 }).where('id', '=', Number(late)).execute()
  const overdue = await home.xzx('mail overdue --all --format ids')
  expect([overdue.code, overdue.out.trim()]).toEqual([1, late])
  expect(overdue.err).toContain('1 封信件已超期')
  const told = await home.xzx('mail overdue --json')
  expect([told.code, JSON.parse(told.out)]).toMatchObject([1, { total: 1, list: [{ id: late, overdue: 1 }] }])
  expect((await home.xzx('mail overdue --quiet')).code).toBe(1)
  const { out } = await home.xzx('export mail --out - --format csv')
  expect(out).toMatch(/东街路灯不亮.*139\*\*\*\*1234/)
  expect(out).not.toContain('13900001234')
})
