import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { makeDept, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let desk: CliHome
let reader: CliHome
beforeAll(async () => {
  server = await startServer()
  const deptId = await makeDept(server, '办公室')
  const { token } = await server.person({ roles: ['admin'] })
  desk = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
  const clerk = await server.person({ roles: ['staff'], deptId })
  reader = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: clerk.token } })
})
afterAll(async () => {
  desk.remove()
  reader.remove()
  await server.close()
})

test('a person at a terminal reads the content as text', async () => {
  const { id } = JSON.parse(
    (
      await desk.xzx([
        'notice',
        'add',
        '--title',
        '读',
        '--audience',
        '全体人员',
        '--content',
        '<p>一</p><p>二 &amp; 三</p>',
        '--json',
      ])
    ).out,
  )
  const seen = (await desk.xzx(`notice view ${id}`, { tty: ['stdout'] })).out
  expect(seen).toContain('内容：\n一\n\n二 & 三\n')
  expect(seen).not.toContain('<p>')
  expect((await desk.xzx(`notice view ${id} --json`)).json().content).toContain('<p>一</p>')
  expect((await desk.xzx(`notice del ${id} --yes`)).code).toBe(0)
})

test('notices are drafted, sent, read, looked after, withdrawn and deleted by command', async () => {
  const added = JSON.parse(
    (
      await desk.xzx(
        'notice add --title 例会 --audience 部门 --depts 办公室 --content 周五上午 --must-confirm 是 --json',
      )
    ).out,
  )
  expect(added).toMatchObject({ title: '例会', deptNames: '办公室', receivers: 1 })
  expect((await desk.xzx(`notice edit ${added.id} --title 机关例会`)).code).toBe(0)
  expect((await reader.xzx('notice my --format count')).out).toBe('0\n')
  const asked = await desk.xzx(`notice send ${added.id}`, { tty: ['stdin', 'stderr'], stdin: '\n' })
  expect([asked.code, asked.err]).toEqual([6, expect.stringContaining('将发送通知 1 项（《机关例会》），共 1 人收到')])
  expect((await desk.xzx(`notice send ${added.id} --yes`)).code).toBe(0)
  expect((await desk.xzx(`notice edit ${added.id} --title 又改`)).err).toContain('请先撤回')

  expect((await reader.xzx('notice my')).out).toContain('机关例会')
  expect(JSON.parse((await reader.xzx('notice unread --json')).out)).toMatchObject({ unread: 1, unconfirmed: 1 })
  expect((await reader.xzx(`notice get ${added.id}`)).out).toContain('周五上午')
  expect(JSON.parse((await reader.xzx('notice unread --json')).out)).toMatchObject({ unread: 0, unconfirmed: 1 })
  const confirmed = await reader.xzx(`notice read ${added.id} --confirm --yes`)
  expect(confirmed.code, confirmed.err).toBe(0)
  expect((await reader.xzx('notice read-all')).code).toBe(0)
  expect(JSON.parse((await reader.xzx('notice unread --json')).out)).toMatchObject({ unconfirmed: 0 })
  expect((await reader.xzx('notice list')).err).toContain('notice_list')

  expect((await desk.xzx(`notice view ${added.id}`)).out).toContain('confirmed\t1')
  expect((await desk.xzx(`notice readers ${added.id} --reading 已读 --format count`)).out).toBe('1\n')
  expect((await desk.xzx(`notice reader-depts ${added.id}`)).out).toContain('办公室')
  expect((await desk.xzx(`notice withdraw ${added.id} --reason 事项已取消 --yes`)).code).toBe(0)
  expect((await reader.xzx('notice my --format count')).out).toBe('0\n')
  expect(await desk.xzx(`notice del ${added.id} --yes --format count`)).toMatchObject({ code: 0, out: '1\n' })
})
