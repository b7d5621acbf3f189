import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { open, writer, articles } = await desks('periodical')

test('an issue that waits is rejected with a reason, and submitted anew by its key', async () => {
  const { id } = (await writer.call('periodical.saveOrUpdate', { title: '甲刊', publishedOn: '2026-11-20' })).value
  const page = (await writer.call('periodical.pageSaveOrUpdate', { periodicalId: id, title: '一版' })).value
  await writer.call('periodical.choose', { layoutId: page.id, ids: await articles(1, 2) })
  await writer.call('periodical.submit', { items: [{ id }] })
  const statusOf = async () => (await writer.call('periodical.get', { id })).value.status
  const { screen } = await open()
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('期刊 · 审核中 1 期')
  await screen.until('r 驳回')
  screen.press('r')
  await screen.until('驳回《甲刊》的理由')
  screen.press('1', 'enter')
  await screen.until('《甲刊》已驳回 · z 撤销')
  expect(await statusOf()).toBe(2)
  screen.press('3')
  await screen.until('已驳回 1 期')
  await screen.until('t 提交审核')
  screen.press('t')
  await screen.until('《甲刊》已提交审核 · z 撤销')
  expect(await statusOf()).toBe(4)
})
