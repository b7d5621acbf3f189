import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'
import { partnersOf } from '../support/partners.ts'

const { open, server, writer, columnId } = await desks('interWorking')

test('what was refused is dismissed with a reason, taken up anew by its key, and its reason is read', async () => {
  const one = await partnersOf(server, () => writer).program()
  await one.push('save/common', { sourceId: '1', title: '甲', content: '<p>甲的正文</p>' })
  const statusOf = async () => (await writer.call('interWorking.list')).value.list[0].status
  const { screen } = await open()
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('推送 · 已退回 1 条')
  screen.press('enter')
  await screen.until('没有为「一般信息」指定栏目')
  screen.press('esc')
  await screen.until('r 不予收录')
  screen.press('r')
  await screen.until('不予收录《甲》的理由')
  screen.press('4', 'enter')
  await screen.until('《甲》不予收录')
  expect(await statusOf()).toBe(3)
  screen.press('z')
  await expect.poll(statusOf).toBe(1)
  await writer.call('partner.edit', { id: one.id, commonColumnId: columnId })
  screen.press('R')
  await screen.until('a 重新收录')
  screen.press('a')
  await screen.until('y 确定')
  screen.press('y')
  await expect.poll(statusOf).toBe(0)
})
