import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { open, writer } = await desks('bulletin')

test('an issue that waits is read, published by its key, and withdrawn with a reason', async () => {
  const made = await writer.call('bulletin.addOrUpdateBulletin', {
    title: '甲',
    year: 2026,
    number: 1,
    summary: '本期简介',
  })
  const { id } = made.value
  await writer.call('bulletin.addOrUpdateArticleBulletin', { bulletinId: id, title: '一', content: '<p>正文</p>' })
  const statusOf = async () => (await writer.call('bulletin.getBulletin', { id })).value.status
  const { screen } = await open()
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('公报 · 编辑中 1 期')
  screen.press('enter')
  await screen.until('本期简介')
  screen.press('esc')
  await screen.until('a 发布')
  screen.press('a')
  await screen.until('是否继续？')
  screen.press('y')
  await screen.until('《甲》已发布 · z 撤销')
  expect(await statusOf()).toBe(1)
  screen.press('2')
  await screen.until('已发布 1 期')
  await screen.until('r 撤回')
  screen.press('r')
  await screen.until('撤回《甲》的理由')
  screen.press('2', 'enter')
  await screen.until('《甲》已撤回 · z 撤销')
  expect(await statusOf()).toBe(2)
})
