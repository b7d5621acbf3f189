import { expect, test } from 'vitest'
import { idleMs } from '../../cli/tui/work/idle.ts'
import { handClock } from '../support/clock.ts'
import { desks } from '../support/desk.ts'

const { articles, open, server } = await desks()

test('a list left alone says what is new; it stays where it is until R', async () => {
  await articles(3)
  const clock = handClock()
  const { screen, desk } = await open({ clock })
  await screen.until('待审核 3 篇')
  screen.press('j')
  await articles(2, 1, '新来的')
  clock.pass(idleMs - 1)
  clock.pass(1)
  const frame = await screen.until('有 2 条新内容，按 R 刷新')
  expect(frame).toContain('待审核 5 篇')
  expect(frame).not.toContain('新来的')
  expect(desk.state.list.cursor).toBe(1)
  screen.press('R')
  await screen.until((seen) => seen.includes('新来的') && !seen.includes('新内容'))
  expect(desk.state.list.cursor).toBe(1)
})

test('as many new as gone are new all the same; only gone is a change', async () => {
  await articles(3)
  const clock = handClock()
  const { screen } = await open({ clock })
  await screen.until('待审核 3 篇')
  const first = server.parts.db.read.selectFrom('article').select('id').orderBy('id').limit(1)
  const take = () => server.parts.db.write.updateTable('article').set({ status: 0 }).where('id', '=', first).execute()
  await take()
  clock.pass(idleMs)
  await screen.until('列表已有变化，按 R 刷新')
  await articles(1)
  clock.pass(idleMs)
  expect(await screen.until('有 1 条新内容')).toContain('待审核 3 篇')
})

test('nothing is asked while something is marked, typed, or just pressed', async () => {
  await articles(2)
  const clock = handClock()
  const { screen, desk } = await open({ clock })
  await screen.until('待审核 2 篇')
  const asked: string[] = []
  const { list } = desk.around.backend.article
  Object.assign(desk.around.backend.article, {
    list: (...given: Parameters<typeof list>) => {
      asked.push('list')
      return list(...given)
    },
  })
  const before = asked.length
  screen.press('space')
  await screen.until('已勾选 1 篇')
  clock.pass(idleMs)
  screen.press('u', '/')
  await screen.until('Enter 确定')
  clock.pass(idleMs)
  screen.press('esc')
  await screen.until((frame) => !frame.includes('Enter 确定'))
  clock.pass(idleMs - 1)
  expect(asked.length).toBe(before)
  await articles(1)
  clock.pass(1)
  await screen.until('有 1 条新内容')
})
