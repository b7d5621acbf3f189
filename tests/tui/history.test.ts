import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { articles, auditor, open, server, writer } = await desks()

/** A published article whose copy under review has other words, another picture and another title. */
async function revised(): Promise<string> {
  const [articleId] = (await articles(1, 2)) as [string]
  const paragraphs = Array.from({ length: 12 }, (_, i) => `<p>第 ${i + 1} 段，会议听取了提案办理情况的通报。</p>`)
  const content = `${paragraphs.join('')}<p><img src="/uploads/a.png" alt="会场"></p>`
  await server.parts.db.write.updateTable('article').set({ content }).where('id', '=', Number(articleId)).execute()
  await writer.call('article.update', {
    articleId,
    title: '改过的标题',
    content: content.replace('第 7 段，会议听取了', '第 7 段，会议审议了').replace('/uploads/a.png', '/uploads/b.png'),
    status: 1,
  })
  return articleId
}

test('80×24: what a revision changes of what is online, character by character, the rest folded', async () => {
  await revised()
  const { screen } = await open()
  await screen.until('〔修订〕改过的标题')
  screen.press('b')
  const frame = await screen.until('修订与网站上的《关于召开')
  expect(frame).toContain('[-删去的-] [+新增的+]')
  expect(frame).toContain('【标题】')
  expect(frame).toContain('第 7 段，会议[-听取-][+审议+]了提案办理情况的通报。')
  expect(frame).toContain('……（未修改的 5 段）')
  expect(frame).toContain('〔图片：会场〕〔[-a-][+b+].png〕')
  expect(frame).not.toMatch(/<\/?(p|img)/)
  // nothing of the list stands beside it
  expect(frame).not.toContain('提交时间')
  screen.press('esc')
  await screen.until('❯ [ ] ● 待审核')
})

test('an article without a copy under review says so, and where to look', async () => {
  await articles(1)
  const { screen } = await open()
  await screen.until('待审核 1 篇')
  screen.press('b')
  await screen.until('比较：这篇文章没有待审的修订，按 l 看历史')
})

test('the history has each step with who and when; a step opens as what it changed, Esc leads back to it', async () => {
  const [articleId] = await articles(2)
  await writer.call('article.update', { articleId, title: '第二个标题', keywords: '会议' })
  await auditor.call('article.acceptReject', { items: [{ articleId, reason: '标题不妥' }] })
  const { screen } = await open({ size: { columns: 80, rows: 24 } })
  screen.press('7')
  await screen.until('全部 2 篇')
  screen.press('j')
  await screen.until('第二个标题')
  screen.press('l')
  const steps = await screen.until('《第二个标题》的历史，共 ')
  expect(steps).toMatch(/林知远\s+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s+理由：标题不妥/)
  expect(steps).toMatch(/周明川\s+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s+标题、关键词/)
  screen.press('down', 'enter')
  const step = await screen.until('【标题】')
  expect(step).toContain('第二个标题')
  expect(step).toContain('之后的状态：待审核')
  screen.press('esc')
  await screen.until(/❯ \d+\. .*周明川/)
  screen.press('up', 'enter')
  await screen.until('理由：标题不妥')
  await screen.until('这一步没有修改内容')
  screen.press('esc', 'esc')
  await screen.until('❯ [ ] ✗ 已驳回')
})

test('an article is set back to an earlier step by way of what was changed since', async () => {
  const [articleId = ''] = await articles(1)
  await writer.call('article.update', { articleId, title: '第二个标题' })
  await writer.call('article.update', { articleId, title: '第三个标题' })
  const { screen } = await open({ size: { columns: 100, rows: 30 } })
  await screen.until('第三个标题')
  screen.press('l')
  await screen.until('《第三个标题》的历史，共 ')
  screen.press('down', 'enter')
  await screen.until('Enter 与现在比较')
  screen.press('enter')
  await screen.until('第[-二-][+三+]个标题')
  screen.press('enter')
  await screen.until('将把《第三个标题》恢复为第 ')
  screen.press('y')
  await screen.until('《第三个标题》已恢复为第 ')
  expect((await writer.call('article.view', { articleId })).value.title).toBe('第二个标题')
})

test('a long history is read on from its end', async () => {
  const [articleId] = await articles(1)
  for (let i = 0; i < 60; i += 1) await writer.call('article.update', { articleId, title: `第 ${i} 稿` })
  const { screen } = await open({ size: { columns: 100, rows: 30 } })
  await screen.until('第 59 稿')
  screen.press('l')
  await screen.until('的历史，共 ')
  screen.press('up')
  await screen.until(/❯ ……更早的 \d+ 步/)
  screen.press('enter')
  await screen.until((frame) => !frame.includes('更早的') && /❯ \d+\. /.test(frame))
})

test('a text is read as text: no tag, no entity, tables in columns', async () => {
  const [articleId] = await articles(1)
  const content =
    '<h2>要求</h2><p>&ldquo;一&rdquo;&hellip;a &lt; b</p><table><tr><td>项目</td><td>金额</td></tr><tr><td>办公用品</td><td>很长的说明很长的说明很长的说明很长的说明很长的说明很长的说明很长的说明很长的说明很长的说明很长的说明很长的说明很长的说明很长的说明很长的说明很长的说明很长的说明很长的说明很长的说明很长的说明很长的说明</td></tr></table>'
  await server.parts.db.write.updateTable('article').set({ content }).where('id', '=', Number(articleId)).execute()
  const { screen } = await open({ size: { columns: 140, rows: 30 } })
  const frame = await screen.until('【要求】')
  expect(frame).toContain('　　“一”…a < b')
  // no cell is cut
  expect(frame).toContain('项目｜金额')
  expect(frame.replace(/[\s│]+/g, '')).toContain(`办公用品｜${'很长的说明'.repeat(20)}`)
  expect(frame).not.toMatch(/<\w|&\w+;/)
})

test('the help covers the whole list, and the list stands where it was', async () => {
  await articles(40)
  const { desk, screen } = await open({ size: { columns: 120, rows: 30 } })
  await screen.until('待审核 40 篇')
  for (let i = 0; i < 12; i += 1) screen.press('j')
  await screen.until('第 13 篇')
  const { top } = desk.state.list
  screen.press('?')
  const frame = await screen.until('上移一行')
  expect(frame).not.toMatch(/提交时间|关于召开|│/)
  screen.press('esc')
  await screen.until('第 13 篇')
  expect(desk.state.list.top).toBe(top)
})
