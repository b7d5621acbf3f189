import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { articles, open } = await desks()

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
  screen.press('f', '公', '交', 'enter', 'enter', 'enter', '昨', 'enter', 'enter')
  await screen.until('时间无法识别')
  screen.press('esc')
  await screen.until((frame) => !frame.includes('Tab ↑↓'))
  screen.press('f', '公', '交', 'enter', 'enter', 'enter', 'enter', 'enter')
  await screen.until('待审核 1 篇')
  expect(screen.frame()).toContain('标题包含「公交」')
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
