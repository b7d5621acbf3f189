import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  const admin = await server.person({ roles: ['admin'] })
  const { token } = admin
  await admin.call('dept.save', { name: '园林所' })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('what visitors suggested is listed, answered, made public and taken off by commands; numbers stay masked', async () => {
  const visitor = visitorsOf(server)
  const sent = { title: '多种些树', content: '东街没有树荫', phone: '13900001234', verifyCode: 'ab12' }
  const { id } = (await visitor.post('/suggest/add', { ...sent, codeId: await visitor.captcha() })).value
  const listed = await home.xzx('suggestion list --status 待办理 --format table')
  expect(listed.out).toMatch(/多种些树.*139\*\*\*\*1234/)
  expect((await home.xzx('suggestion counts --format table')).out).toMatch(/^全部：1\n各状态：待办理 1、/)
  expect((await home.xzx(`suggestion publish ${id} --yes`)).out).toContain('请先答复再公开')
  const lacking = await home.xzx(`suggestion forward ${id}`)
  expect([lacking.code, lacking.err]).toEqual([2, expect.stringContaining('缺少 --dept（承办部门）')])
  expect((await home.xzx(`suggestion forward ${id} --dept 园林所`)).code).toBe(0)
  const shown = await home.xzx(`suggestion show ${id} --json`)
  expect(JSON.parse(shown.out)).toMatchObject({ id, title: '多种些树', status: 0, deptName: '园林所', reply: null })
  expect((await home.xzx('suggestion overdue')).code).toBe(0)
  await server.parts.db.write.updateTable('suggestion').set({ due: 1 }).execute()
  const late = await home.xzx('suggestion overdue --format table')
  expect([late.code, late.out, late.err]).toEqual([
    7,
    expect.stringMatching(/待办理/),
    expect.stringContaining('1 条建议已超期'),
  ])
  expect((await home.xzx('suggestion list --overdue 已超期 --format ids')).out.trim()).toBe(id)
  expect((await home.xzx(`suggestion answer ${id} --reply 已列入计划`)).code).toBe(0)
  // how it will stand on the site is shown before, and worded otherwise where that is better
  expect((await home.xzx(`suggestion draft ${id} --content 东街南段没有树荫`)).code).toBe(0)
  const worded = await home.xzx(`suggestion show ${id} --json`)
  expect(JSON.parse(worded.out)).toMatchObject({
    ...{ content: '东街没有树荫', draft: { title: '多种些树', content: '东街南段没有树荫', reply: '已列入计划' } },
  })
  expect((await home.xzx(`suggestion show ${id} --format table`)).out).toMatch(/公开稿[\s\S]*东街南段没有树荫/)
  const publish = `suggestion publish ${id} --yes`
  const older = await home.xzx(`${publish} --base-version 1`)
  expect([older.code, older.out]).toEqual([1, expect.stringContaining('请核对后再提交')])
  for (const wrong of [`${publish} --base-version x`, `suggestion publish ${id} 999 --yes --base-version 2`])
    expect((await home.xzx(wrong)).code, wrong).toBe(2)
  const { version } = JSON.parse((await home.xzx(`suggestion show ${id} --json`)).out)
  expect((await home.xzx(`${publish} --base-version ${version}`)).code).toBe(0)
  expect((await home.xzx('suggestion list --status 已公开 --format ids')).out.trim()).toBe(id)
  expect((await home.xzx(`suggestion withdraw ${id} --preset 3 --yes`)).code).toBe(0)
  const { out } = await home.xzx('export suggestion --out - --format csv')
  expect(out).toMatch(/多种些树.*139\*\*\*\*1234/)
  expect(out).not.toContain('13900001234')
})
