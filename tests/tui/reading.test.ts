import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'
import { sendFile } from '../support/files.ts'

const { articles, columnId, open, server, writer } = await desks()

test('at the end of a long text the next key up goes up, however often down was pressed', async () => {
  const content = Array.from({ length: 40 }, (_, i) => `<p>第${i + 1}段</p>`).join('')
  expect((await writer.call('article.saveAdmin', { columnId, title: '长文', content })).errorCode).toBe('0')
  const { screen } = await open({ size: { columns: 80, rows: 14 } })
  await screen.until('待审核 1 篇')
  screen.press('enter')
  await screen.until('第1段')
  screen.press('G')
  await screen.until('第40段')
  screen.press('pagedown', 'j', 'k')
  await screen.until('……下面还有 2 行')
  screen.press('g')
  await screen.until('第1段')
})

test('an article names its attachments, and its history what became of them', async () => {
  const files = [(await sendFile(server, writer, 'article', '办法.pdf')).value.id]
  const { value } = await writer.call('article.saveAdmin', {
    columnId,
    title: '管理办法',
    content: '<p>见附件</p>',
    files,
  })
  await writer.call('article.update', { articleId: value.articleId, files: [] })
  await writer.call('article.update', { articleId: value.articleId, files })
  const { screen } = await open()
  await screen.until('待审核 1 篇')
  screen.press('enter')
  await screen.until('附件：办法.pdf（9 字节）')
  screen.press('l')
  await screen.until('3. 修改')
  screen.press('enter')
  await screen.until(/【附件】[\s\S]*\[\+办法\.pdf\+\]/)
})

test('so does the help', async () => {
  await articles(1)
  const { screen } = await open()
  await screen.until('待审核 1 篇')
  screen.press('?')
  await screen.until('按键')
  for (let i = 0; i < 12; i++) screen.press('pagedown')
  await screen.until((frame) => frame.includes('立即退出，终端恢复原样') && !frame.includes('还有'))
  screen.press('k')
  await screen.until('还有 1 行')
})

test('a page of the help begins with the last line of the page before, however low the terminal', async () => {
  const { screen } = await open({ size: { columns: 80, rows: 14 } })
  await screen.until('待审核 0 篇')
  screen.press('?')
  const linesOf = (frame: string) => frame.split('\n').slice(3, -3)
  const first = linesOf(await screen.until('上移一行'))
  screen.press('pagedown')
  const second = linesOf(await screen.until((frame) => !frame.includes('上移一行')))
  expect(second[0]).toBe(first.at(-1))
})
