import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { open, writer } = await desks('notice')

test('a draft is sent by its key once it was asked about, and withdrawn with a reason', async () => {
  await writer.call('notice.add', { title: '甲', audience: 0, content: '<p>内容</p>' })
  const statusOf = async () => (await writer.call('notice.list')).value.list[0].status
  const { screen } = await open()
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('通知 · 草稿 1 条')
  await screen.until('a 发送')
  screen.press('a')
  await screen.until('发出后不能修改，只能撤回')
  expect(screen.frame()).toMatch(/将发送《甲》，共 \d+ 人收到，接收人随即收到/)
  screen.press('y')
  await screen.until('《甲》已发送 · z 撤销')
  expect(await statusOf()).toBe(1)
  screen.press('2')
  await screen.until('已发送 1 条')
  await screen.until('r 撤回')
  screen.press('r')
  await screen.until('撤回《甲》的理由')
  screen.press('2', 'enter')
  await screen.until('《甲》已撤回 · z 撤销')
  expect(await statusOf()).toBe(2)
})
