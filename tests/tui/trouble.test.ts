import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { articles, open, server, values, wire } = await desks()

test('a lost server is shown and comes back by itself', async () => {
  await articles(1)
  const { screen } = await open()
  await screen.until('待审核 1 篇')
  wire.fate = () => 'cut'
  screen.press('R')
  await screen.until('连不上服务器')
  wire.fate = () => 'pass'
  await screen.until((frame) => !frame.includes('连不上服务器'))
  await screen.until('❯ [ ] ● 待审核')
})

test('the countdown to the next try is true for all that wait, and R ends it', async () => {
  await articles(1)
  const { desk, screen } = await open()
  await screen.until('待审核 1 篇')
  let tries = 0
  wire.fate = () => {
    tries += 1
    return 'cut'
  }
  screen.press('R', '2')
  await screen.until(/，1 秒后再试 · R 立即重试/)
  // the second wait is twice as long, whoever else waits
  const asked = performance.now()
  await screen.until(/，2 秒后再试/)
  await screen.until(/，1 秒后再试/)
  const before = tries
  await screen.until('正在重试')
  const took = performance.now() - asked
  expect(took).toBeGreaterThan(1900)
  await screen.until(/，[34] 秒后再试/)
  expect(tries).toBeGreaterThan(before)
  wire.fate = () => 'pass'
  const at = performance.now()
  screen.press('R')
  await screen.until('待发布 0 篇')
  expect(performance.now() - at).toBeLessThan(2500)
  expect(desk.state.lost).toBeNull()
})

test('the end of the session asks for the password, hidden, and goes on', async () => {
  await articles(2)
  const password = 'Test-only-9182'
  const person = await server.person({ roles: ['admin'], password })
  const { account } = person
  const { screen } = await open({ person })
  await screen.until('待审核 2 篇')
  await person.call('auth.logout')
  screen.press('j', 'a')
  await screen.until('登录已过期，请重新登录')
  await screen.until('Esc 退出')
  screen.press(...account, 'enter', ...'wrong', 'enter')
  await screen.until('用户名或密码错误')
  screen.press(...account, 'enter', ...password)
  expect((await screen.until('*'.repeat(password.length))).includes(password)).toBe(false)
  screen.press('enter')
  await screen.until('》已通过')
  expect(await values('status')).toEqual([1, 0])
})

test('a reader sees no action and can start none', async () => {
  await articles(1)
  const { screen } = await open({ person: await server.person({ roles: ['readonly'] }) })
  await screen.until((frame) => frame.includes('待审核 1 篇') && !frame.includes('通过'))
  for (const [key, says] of [
    ['a', '通过'],
    ['x', '删除'],
    ['r', '驳回'],
  ] as const) {
    screen.press(key)
    await screen.until(`${says}：没有执行此操作的权限`)
  }
  expect(await values('status')).toEqual([1])
})

test('too small a terminal says so', async () => {
  const { screen } = await open({ size: { columns: 59, rows: 24 } })
  await screen.until('终端太小（59×24），请放大到 60×12 以上')
})

test('where nothing can be seen, nothing is done: no key acts but those that leave', async () => {
  await articles(1)
  const { desk, screen, left } = await open()
  await screen.until('待审核 1 篇')
  screen.press('x')
  await screen.until('确认删除选中的 1 项吗')
  desk.set({ size: { columns: 50, rows: 24 } })
  await screen.until('终端太小')
  const { presses } = desk
  screen.press('y', 'a', 'q')
  screen.send('\u001b[200~y\u001b[201~')
  desk.set({ size: { columns: 80, rows: 24 } })
  await screen.until('确认删除选中的 1 项吗')
  expect([desk.presses, left()]).toEqual([presses, null])
  screen.press('n')
  await screen.until((frame) => !frame.includes('确认删除'))
  desk.set({ size: { columns: 50, rows: 24 } })
  screen.press('q')
  await expect.poll(left).toBe(0)
  expect(await values('status')).toEqual([1])
})

test('a long remark is shown to its end, where the file or the address stands', async () => {
  await articles(30)
  const { desk, screen } = await open({ size: { columns: 60, rows: 14 } })
  await screen.until('待审核 30 篇')
  desk.notice(`该内容已由他人修改，请核对后再提交；您的修改保留在 ${'/甲'.repeat(12)}/71.html`, true)
  const frame = await screen.until('71.html')
  expect(frame.split('\n')).toHaveLength(14)
  expect(frame).toContain('q 退出')
})

test('R draws everything anew: other programs may have written on the screen', async () => {
  const { desk, screen } = await open()
  await screen.until('没有待审核的文章')
  let drawn = 0
  desk.repaint = () => {
    drawn += 1
  }
  screen.press('R')
  await expect.poll(() => drawn).toBe(1)
})

test('Ctrl+C leaves at once with 130, q with 0', async () => {
  const { screen, left } = await open()
  await screen.until('没有待审核的文章')
  screen.press('q')
  await expect.poll(left).toBe(0)
  screen.send('\u0003')
  await expect.poll(left).toBe(130)
})

test('a key that does nothing says why, until the next that does something', async () => {
  await articles(1, 4)
  await articles(1, 2)
  const { screen } = await open()
  await screen.until('待审核 0 篇')
  screen.press('4')
  await screen.until('已驳回 1 篇')
  screen.press('a')
  await screen.until('通过：当前为「已驳回」')
  screen.press('m')
  await screen.until('「m」不是按键，按 ? 查看全部按键')
  screen.press('tab')
  await screen.until('预览要 100 列以上的终端')
  screen.press('enter')
  const full = await screen.until('Esc 返回')
  expect(full).not.toContain('100 列')
  screen.press('esc', '9')
  await screen.until('没有第 9 个视图')
  screen.press('3')
  await screen.until('已发布 1 篇')
  screen.press('r')
  await screen.until('没有待审的修订可以驳回')
  screen.press('d')
  await screen.until('下架《')
})

test('why an article was rejected stands under the list where there is no preview', async () => {
  await articles(1, 4)
  await server.parts.db.write.updateTable('article').set({ reason: '来源不明' }).execute()
  const { screen } = await open()
  await screen.until('待审核 0 篇')
  screen.press('4')
  await screen.until('· 理由：来源不明')
})
