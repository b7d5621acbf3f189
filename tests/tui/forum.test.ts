import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { open, writer } = await desks('forum')

test('what visitors posted is passed by its key, and taken down with a reason', async () => {
  const { id: plateId } = (await writer.call('plate.add', { title: '交通出行' })).value
  await writer.call('plate.open', { items: [{ id: plateId }] })
  const { id } = (await writer.call('forum.add', { plateId, title: '甲', content: '乙' })).value
  await writer.call('forum.hold', { items: [{ id, reason: '审核有误' }] })
  const statusOf = async () => (await writer.call('forum.list')).value.list[0].status
  const { screen } = await open()
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('帖子 · 待审核 1 篇')
  await screen.until('a 通过')
  screen.press('a')
  await screen.until('是否继续？')
  screen.press('y')
  await screen.until('《甲》已通过 · z 撤销')
  expect(await statusOf()).toBe(1)
})
