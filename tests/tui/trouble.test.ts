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
  screen.press(...account, 'enter', ...'wrong', 'enter')
  await screen.until('用户名或密码错误')
  screen.press(...account, 'enter', ...password)
  expect((await screen.until('*'.repeat(password.length))).includes(password)).toBe(false)
  screen.press('enter')
  await screen.until('已通过《')
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

test('Ctrl+C leaves at once with 130, q with 0', async () => {
  const { screen, left } = await open()
  await screen.until('没有待审核的文章')
  screen.press('q')
  await expect.poll(left).toBe(0)
  screen.send('\u0003')
  await expect.poll(left).toBe(130)
})
