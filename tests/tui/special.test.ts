import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { open, writer, articles } = await desks('special')

test('a topic that waits is read and published by its key, and taken down with a reason', async () => {
  const { id } = (await writer.call('special.saveOrUpdate', { title: '甲', summary: '专题简介' })).value
  await writer.call('special.relationSave', { intoId: id, ids: await articles(1, 2) })
  await writer.call('special.submit', { items: [{ id }] })
  const statusOf = async () => (await writer.call('special.get', { id })).value.status
  const { screen } = await open()
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('专题 · 审核中 1 个')
  screen.press('enter')
  await screen.until('专题简介')
  screen.press('esc')
  await screen.until('a 发布')
  screen.press('a')
  await screen.until('是否继续？')
  screen.press('y')
  await screen.until('《甲》已发布 · z 撤销')
  expect(await statusOf()).toBe(5)
  screen.press('4')
  await screen.until('已发布 1 个')
  await screen.until('d 下架')
  screen.press('d')
  await screen.until('下架《甲》的理由')
  screen.press('2', 'enter')
  await screen.until('《甲》已下架 · z 撤销')
  expect(await statusOf()).toBe(1)
})
