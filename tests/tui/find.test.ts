import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'
import { makeColumn } from '../support/server.ts'

const { articles, open, server } = await desks()

test('filters by characters and first letters, and Esc shows all again', async () => {
  await articles(2, 1, '县政协召开常委会')
  await articles(2, 1, '公交线路调整')
  const { screen } = await open()
  await screen.until('待审核 4 篇')
  screen.press('/', 'g', 'j', 'x', 'l')
  await screen.until((frame) => !frame.includes('常委会') && frame.includes('公交线路'))
  screen.press('enter')
  await screen.until('筛选「gjxl」得 2 行')
  screen.press('esc')
  await screen.until('常委会')
})

test('searches on the server, and a wrong time is said in the form', async () => {
  await articles(2, 1, '县政协召开常委会')
  await articles(1, 1, '公交线路调整')
  const { screen } = await open()
  await screen.until('待审核 3 篇')
  screen.press('f', '公', '交', 'up', 'up', '昨', 'enter')
  await screen.until('时间无法识别')
  screen.press('esc')
  await screen.until((frame) => !frame.includes('Tab ↑↓'))
  screen.press('f', '公', '交', 'enter')
  await screen.until('待审核 1 篇')
  expect(screen.frame()).toContain('标题包含「公交」')
})

test('searches by a column, named by its first letters, with those below it', async () => {
  const above = await makeColumn(server, '新闻中心')
  const below = await makeColumn(server, '政协会议', above)
  await articles(1, 1, '上级栏目的', above)
  await articles(1, 1, '下级栏目的', below)
  await articles(2)
  const { screen } = await open()
  await screen.until('待审核 4 篇')
  screen.press('f', 'tab', 'tab', 'z', 'x', 'h', 'y')
  await screen.until('zxhy  → 新闻中心/政协会议')
  screen.press('enter')
  await screen.until('待审核 1 篇')
  expect(screen.frame()).toContain('栏目「新闻中心/政协会议」')
  screen.press('f', 'tab', 'tab', 'ctrl+u', ...'新闻中心', 'enter')
  await screen.until('待审核 2 篇')
  screen.press('f', 'tab', 'tab', 'ctrl+u', ...'没有的', 'enter')
  await screen.until('没有可用的栏目「没有的」')
})

test('searches by dates; the last day is included', async () => {
  const day = (at: number, title: string) =>
    server.parts.db.write.updateTable('article').set({ publishTime: at }).where('title', '=', `${title}（1）`).execute()
  for (const [title, at] of [
    ['月初', '2026-11-01T00:00:00+08:00'],
    ['月中', '2026-11-15T23:59:00+08:00'],
    ['月末', '2026-11-30T09:00:00+08:00'],
  ] as const) {
    await articles(1, 1, title)
    await day(Date.parse(at), title)
  }
  const { screen } = await open()
  await screen.until('待审核 3 篇')
  screen.press('f', 'up', ...'2026-11-15', 'up', ...'2026-11', 'enter')
  const frame = await screen.until('待审核 2 篇')
  expect(frame).toMatch(/月初[\s\S]*月中/)
  expect(frame).toContain('发布时间起「2026-11-01 00:00:00」')
})

test('a view is saved on the next key and is there the next time', async () => {
  await articles(1)
  const first = await open()
  await first.screen.until('待审核 1 篇')
  first.screen.press('S', '要', '闻', 'enter')
  await first.screen.until('已存为视图「要闻」，按 8 打开')
  const { screen } = await open()
  await screen.until('待审核 1 篇')
  screen.press('7')
  await screen.until('全部 1 篇')
  screen.press('8')
  await screen.until('要闻 1 篇')
})

test('the last row can be asked for before the first page is there', async () => {
  await articles(250)
  const { screen, desk } = await open()
  expect(desk.state.loading).toBe('first')
  screen.press('G')
  await screen.until('第 250 篇')
})
