import { expect, test } from 'vitest'
import { cells } from '../../cli/output/width.ts'
import { desks } from '../support/desk.ts'
import { refusal } from '../support/wire.ts'

const { articles, open, wire, writer } = await desks()
const barOf = (frame: string) => (frame.split('\n')[1] ?? '').trimEnd()

test('the bar of views counts as the lists do, and says which one is on', async () => {
  await articles(2)
  const [id] = await articles(3, 2)
  await articles(1, 3)
  // a published article with a copy under review stands in both lists
  await writer.call('article.update', { articleId: id, title: '改过的标题', status: 1 })
  const { screen } = await open({ size: { columns: 120, rows: 24 } })
  const bar = ' [1 待审核 3] 2 待发布 0 | 3 已发布 3 | 4 已驳回 0 | 5 编辑中 1 | 6 已下架 0 | 7 全部 6'
  await screen.until((frame) => barOf(frame) === bar)
  screen.press('3')
  await screen.until((frame) => barOf(frame).includes('[3 已发布 3]'))
  await screen.until('已发布 3 篇')
  screen.press('1')
  await screen.until('待审核 3 篇')
  screen.press('a')
  await screen.until((frame) => barOf(frame).startsWith(' [1 待审核 2] 2 待发布 1 |'))
})

test('a narrow terminal keeps the views and the counts to the left; a saved view gets its key', async () => {
  await articles(130)
  const { desk, screen } = await open({ size: { columns: 66, rows: 20 } })
  await screen.until('[1待审核 130]2待发布 0|3已发布')
  expect(cells(barOf(screen.frame()))).toBeLessThanOrEqual(66)
  expect(barOf(screen.frame())).toContain('7全部')
  screen.press('S')
  await screen.until('视图名称')
  screen.press(...'本周要办的重要事项', 'enter')
  await screen.until('[8本周要办的重要事项]')
  expect(cells(barOf(screen.frame()))).toBeLessThanOrEqual(66)
  screen.press('2')
  await screen.until('待发布 0 篇')
  expect(barOf(screen.frame())).toContain('[2待发布')
  expect(desk.state.views).toHaveLength(8)
})

test('a server that keeps no counts leaves them out', async () => {
  await articles(1)
  wire.fate = (path) => (path === '/x/article/counts' ? refusal('UNKNOWN_CALL', '没有这个接口') : 'pass')
  const { screen } = await open()
  await screen.until('❯ [ ] ● 待审核')
  expect(barOf(screen.frame())).toBe(' [1 待审核] 2 待发布 | 3 已发布 | 4 已驳回 | 5 编辑中 | 6 已下架 | 7 全部')
  expect(screen.frame()).not.toContain('没有这个接口')
})

test('the number of the article stands below the list and in the text', async () => {
  const [id] = await articles(1)
  const { screen } = await open()
  await screen.until(`第 1 篇 · 编号 ${id}`)
  screen.press('enter')
  await screen.until(`编号：${id}`)
})
