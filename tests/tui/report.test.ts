import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { open, writer } = await desks('report')

test('what a unit reported is passed by its key, and returned with a reason', async () => {
  await writer.call('report.add', { title: '甲', content: '<p>检查了三座水库</p>', submit: 1 })
  const statusOf = async () => (await writer.call('report.list')).value.list[0].status
  const { screen } = await open()
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('报送信息 · 待审核 1 篇')
  await screen.until('a 审核通过')
  screen.press('a')
  await screen.until('《甲》已审核通过 · z 撤销')
  expect(await statusOf()).toBe(2)
  screen.press('2')
  await screen.until('审核通过 1 篇')
  await screen.until('r 退回')
  screen.press('r')
  await screen.until('退回《甲》的理由')
  screen.press('2', 'enter')
  await screen.until('《甲》已退回 · z 撤销')
  expect(await statusOf()).toBe(4)
})
