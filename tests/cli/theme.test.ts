import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
let admin: Person
let dept: string
beforeAll(async () => {
  server = await startServer()
  admin = await server.person({ roles: ['admin'] })
  dept = (await admin.call('dept.save', { name: '城管局' })).value.id
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

const given = { title: '路灯不亮', content: '二桥东头的路灯不亮', name: '周小雨', phone: '13900005678', openFlag: 1 }
/** A topic that has passed, with a reply that waits. */
async function replied(): Promise<{ id: string; reply: string }> {
  const { id } = (await admin.call('theme.add', given)).value
  await admin.call('theme.pass', { items: [{ id }] })
  await admin.call('theme.transfer', { ids: [id], deptId: dept })
  return { id, reply: (await admin.call('theme.replySave', { id, content: '已更换灯泡' })).value.id }
}

test('one word brings a row back from the recycle bin, whatever its kind; scripts of before go on', async () => {
  const { id } = await replied()
  const { id: board } = (await admin.call('plate.add', { title: '交通出行' })).value
  const { id: post } = (await admin.call('theme.add', { ...given, title: '护栏松动' })).value
  for (const [area, one, word] of [
    ['theme', id, 'restore'],
    ['plate', board, 'restore'],
    ['theme', post, 'bin-restore'],
    ['plate', board, 'bin-restore'],
  ] as const) {
    expect((await home.xzx(`${area} del ${one} --yes`)).code).toBe(0)
    const back = await home.xzx(`${area} ${word} ${one} --yes`)
    expect([back.code, back.err], `${area} ${word}`).toEqual([0, expect.not.stringContaining('错误')])
    expect((await admin.call(`${area}.get`, { id: one })).errorCode).toBe('0')
  }
  const help = await home.xzx('theme --help')
  expect(`${help.out}${help.err}`).not.toContain('bin-restore')
})

test('what visitors read at once waits for a yes: a topic that is shown, a reply that passes', async () => {
  const { id, reply } = await replied()
  const state = async () => {
    const { shown, replyList } = (await admin.call('theme.get', { id })).value
    return [shown, replyList[0].state]
  }
  for (const line of [`theme show ${id} --show 显示`, `theme audit-reply ${reply} --state 已通过`]) {
    const unasked = await home.xzx(line)
    expect([unasked.code, unasked.err], line).toEqual([2, expect.stringContaining('--yes')])
    const tty = ['stdin', 'stdout', 'stderr'] as const
    const refused = await home.xzx(line, { tty, stdin: '\n' })
    expect(`${refused.out}${refused.err}`, line).toContain('随即出现在网站上')
    expect(refused.code, line).not.toBe(0)
  }
  expect(await state()).toEqual([0, 3])
  await home.xzx(`theme audit-reply ${reply} --state 已通过 --yes`)
  await home.xzx(`theme show ${id} --show 显示 --yes`)
  expect(await state()).toEqual([1, 1])
  const undone = await home.xzx(`theme undo ${id} --yes`)
  expect(`${undone.out}${undone.err}`).toContain('要撤下请用「隐藏」')
})
