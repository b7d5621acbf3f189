import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'
import { refusal } from '../support/wire.ts'

const { articles, dir, open, server, values, wire } = await desks()

test('marks two and passes them after a question', async () => {
  await articles(3)
  const { screen } = await open()
  await screen.until('待审核 3 篇')
  screen.press('space', 'down', 'j', 'space')
  await screen.until('已勾选 2 篇')
  expect(screen.frame().match(/\[x\]/g)).toHaveLength(2)
  screen.press('a')
  await screen.until('将通过 2 篇文章')
  screen.press('y')
  await screen.until('成功 2 项，失败 0 项')
  expect(await values('status')).toEqual([0, 1, 0])
  await screen.until('待审核 1 篇')
})

test('what is typed ahead meets the dialog that the first key opened', async () => {
  await articles(1)
  const { screen } = await open()
  await screen.until('待审核 1 篇')
  screen.send('r2，谢谢\r')
  await screen.until('已驳回《')
  const { reason, status } = await server.parts.db.write
    .selectFrom('article')
    .select(['reason', 'status'])
    .executeTakeFirstOrThrow()
  expect({ reason, status }).toEqual({ reason: '标题或正文有错别字，请校对后重新提交，谢谢', status: 4 })
})

test('marks stay over a reload, those on later pages too, and over a filter that shows none of them', async () => {
  await articles(230)
  const { screen } = await open()
  await screen.until('待审核 230 篇')
  screen.press('end')
  await screen.until('第 230 篇')
  screen.press('space')
  await screen.until('已勾选 1 篇')
  screen.press('g', 'R')
  await screen.until('正在刷新')
  await screen.until((frame) => !frame.includes('正在刷新'))
  expect(screen.frame()).toContain('已勾选 1 篇')
  screen.press('/', ...'没有的字', 'enter')
  await screen.until('得 0 行')
  screen.press('x')
  await screen.until('确认删除选中的 1 项吗')
})

test('another view asks before it forgets the marks', async () => {
  await articles(2)
  const { screen } = await open()
  await screen.until('待审核 2 篇')
  screen.press('*')
  await screen.until('已勾选 2 篇')
  screen.press('7')
  await screen.until('换一个列表将取消 2 篇的勾选，是否继续？')
  screen.press('n')
  await screen.until((frame) => frame.includes('已勾选 2 篇') && !frame.includes('换一个列表'))
  screen.press('7')
  await screen.until('换一个列表')
  screen.press('y')
  await screen.until('全部 2 篇')
})

test('deletes after a question and takes it back', async () => {
  await articles(1)
  const { screen } = await open()
  await screen.until('待审核 1 篇')
  screen.press('x')
  await screen.until('确认删除选中的 1 项吗')
  screen.press('y')
  await screen.until('待审核 0 篇')
  screen.press('z')
  await screen.until('已撤销删除：成功 1 项')
  await screen.until('待审核 1 篇')
})

test('says plainly what cannot be taken back', async () => {
  await articles(2)
  const { screen } = await open()
  await screen.until('待审核 2 篇')
  screen.press('a')
  await screen.until('已通过《')
  screen.press('z')
  await screen.until('「通过」没有可以撤销的操作')
})

test('over 100: the count is typed; all pages are meant; failures stay with their reasons and are done again', async () => {
  const ids = await articles(230)
  const { screen } = await open()
  await screen.until('待审核 230 篇')
  // changed by someone else meanwhile
  const gone = ids.slice(0, 2).map(Number)
  const change = (status: number) =>
    server.parts.db.write.updateTable('article').set({ status }).where('id', 'in', gone).execute()
  screen.press('A')
  await screen.until('已勾选 230 篇')
  await change(3)
  screen.press('a')
  await screen.until('请输入 230 确认')
  screen.press('2', '3', '0', 'enter')
  await screen.until('通过结束')
  expect(screen.frame()).toContain('成功 228 项，失败 2 项')
  expect(screen.frame()).toContain('当前为「编辑中」')
  screen.press('w')
  await screen.until('写到文件')
  screen.press('enter')
  await screen.until('已写到')
  expect(readFileSync(join(dir(), '通过失败.txt'), 'utf8')).toContain(`${ids[0]}\tBAD_STATE\t`)
  await change(1)
  screen.press('ctrl+r')
  await screen.until('成功 2 项，失败 0 项')
  expect(new Set(await values('status'))).toEqual(new Set([0]))
}, 30_000)

test('the list of failures is written over no file, and why is said in words', async () => {
  await articles(2)
  writeFileSync(join(dir(), '通过失败.txt'), '上一次的')
  wire.fate = (path) => (path === '/api/article/accept' ? refusal('BAD_STATE', '状态不对') : 'pass')
  const { screen } = await open()
  await screen.until('待审核 2 篇')
  screen.press('*', 'a')
  await screen.until('是否继续')
  screen.press('y')
  await screen.until('失败 2 项')
  screen.press('w', 'enter')
  await screen.until('通过失败.txt：文件已存在')
  expect(readFileSync(join(dir(), '通过失败.txt'), 'utf8')).toBe('上一次的')
})

test('a stop lets the batch under way finish, and counts it', async () => {
  await articles(60)
  const { desk, screen } = await open()
  await screen.until('待审核 60 篇')
  screen.press('A')
  await screen.until('已勾选 60 篇')
  screen.press('a')
  await screen.until('是否继续')
  wire.fate = (path) => {
    if (path === '/api/article/accept') desk.press('esc')
    return 'pass'
  }
  screen.press('y')
  await screen.until('通过已停止')
  const made = (await values('status')).filter((status) => status === 0).length
  expect(made).toBeGreaterThan(0)
  expect([desk.state.run?.done.length, desk.state.run?.left.length]).toEqual([made, 60 - made])
})

test('a run can be paused and stopped; what is left stays marked', async () => {
  await articles(60)
  const { desk, screen } = await open()
  await screen.until('待审核 60 篇')
  screen.press('A')
  await screen.until('已勾选 60 篇')
  screen.press('a')
  await screen.until('是否继续')
  // the pause comes before the first answer
  const end = desk.subscribe(() => {
    if (!desk.state.run) return
    end()
    desk.press('p')
  })
  screen.press('y')
  await screen.until('通过已暂停')
  const done = desk.state.run?.done.length ?? 0
  expect(done).toBeLessThan(60)
  screen.press('esc')
  await screen.until('通过已停止')
  const made = (await values('status')).filter((status) => status === 0).length
  expect(desk.state.run).toMatchObject({ over: true, failed: [] })
  expect(desk.state.run?.left).toHaveLength(60 - made)
  expect(desk.state.list.marks.size).toBe(60 - made)
})
