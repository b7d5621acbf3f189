import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { articles, dir, open, values, wire, writer } = await desks()

/** An editor that puts words behind the title, and does something else meanwhile. */
function editor(meanwhile = ':'): Record<string, string> {
  const file = join(dir(), 'editor.sh')
  writeFileSync(file, `#!/bin/sh\nsed -i '1s/$/（修订稿）/' "$1"\n${meanwhile}\n`, { mode: 0o700 })
  return { EDITOR: file }
}

test('what the editor saved is sent', async () => {
  await articles(1, 1, '会议通知')
  const { screen } = await open({ env: editor() })
  await screen.until('待审核 1 篇')
  screen.press('e')
  await screen.until('保存成功')
  expect(await values('title')).toEqual(['会议通知（1）（修订稿）'])
})

test('a change of what is online is submitted, and its submission taken back: what was written stays', async () => {
  const [id] = await articles(1, 2, '会议通知')
  const { screen } = await open({ env: editor(), person: writer })
  const review = async () => (await writer.call('article.view', { articleId: id })).value.review
  screen.press('3')
  await screen.until('已发布 1 篇')
  screen.press('e')
  await screen.until('修订待审核，网站上仍是原来的内容')
  await screen.until('》已提交 · z 撤销')
  expect(await review()).toMatchObject({ status: 1 })
  screen.press('z')
  await screen.until('已撤销提交：成功 1 项')
  expect(await review()).toMatchObject({ status: 3, title: '会议通知（1）（修订稿）' })
  await screen.until('〔修订〕会议通知（1）（修订稿）')
  // submitted by its key it comes back as well
  screen.press('t')
  await screen.until('》已提交 · z 撤销')
  expect(await review()).toMatchObject({ status: 1 })
  screen.press('z')
  await screen.until('已撤销提交：成功 1 项')
  expect(await review()).toMatchObject({ status: 3, title: '会议通知（1）（修订稿）' })
})

test('what was just saved is submitted by its key, however long it takes to be read anew', async () => {
  await articles(1, 3, '会议通知')
  const { screen } = await open({ size: { columns: 120, rows: 30 }, env: editor(), person: writer })
  screen.press('5')
  await screen.until('会议听取了')
  let saved = false
  let cut = false
  // the first reading after the save does not come through: meanwhile the text that was read before is at hand
  wire.fate = (path) => {
    if (path.endsWith('/update')) saved = true
    if (!path.endsWith('/view') || !saved || cut) return 'pass'
    cut = true
    return 'cut'
  }
  screen.press('e')
  await screen.until('保存成功，按 t 提交审核')
  expect(cut).toBe(true)
  screen.press('t')
  await screen.until('》已提交 · z 撤销')
  expect(await values('status')).toEqual([1])
})

test('what was just passed is passed on as it is now', async () => {
  await articles(1)
  const { screen } = await open({ size: { columns: 120, rows: 30 } })
  screen.press('7')
  await screen.until('会议听取了')
  screen.press('a')
  await screen.until('》已通过 · z 撤销')
  await screen.until('状态：◐ 待发布')
  // a held key would count once
  screen.press('down', 'a')
  await screen.until('状态：✓ 已发布')
  expect(await values('status')).toEqual([2])
})

/** Opens the editor on the only article, and changes that meanwhile as somebody else. */
async function overtaken() {
  const [id] = await articles(1, 1, '会议通知')
  // the editor stays open until the other change is made
  const opened = await open({
    size: { columns: 120, rows: 30 },
    env: editor(`touch ${dir()}/begun; while [ ! -e ${dir()}/go ]; do sleep 0.05; done`),
  })
  await opened.screen.until('待审核 1 篇')
  opened.screen.press('e')
  await expect.poll(() => existsSync(join(dir(), 'begun'))).toBe(true)
  const before = await writer.call('article.view', { articleId: id })
  const other = { articleId: id, title: '他人的修改', source: '县政协', version: before.value.version }
  expect((await writer.call('article.update', other)).errorCode).toBe('0')
  writeFileSync(join(dir(), 'go'), '')
  const shown = await opened.screen.until('您编辑时，周明川于')
  expect(shown).toMatch(/【标题】\s+\[-会议通知（1）-\]\[\+他人的修改\+\]/)
  expect(shown).toMatch(/【来源】\s+.*\[\+县政协\+\]/)
  opened.screen.press('esc')
  await opened.screen.until('是否再次打开编辑器')
  return opened
}

test('someone else was faster: who, when and what is shown; what was typed is kept', async () => {
  const { desk, screen } = await overtaken()
  screen.press('n')
  await screen.until('您的修改保留在')
  expect(desk.state.notice?.text).toMatch(
    /保留在 (\S+\.html)，接着保存：xzx article edit \d+ --base-version 2 --file \1$/,
  )
  const kept = /保留在 (\S+\.html)/.exec(desk.state.notice?.text ?? '')?.[1] ?? ''
  expect(readFileSync(kept, 'utf8')).toContain('会议通知（1）（修订稿）')
  rmSync(dirname(kept), { recursive: true })
  expect(await values('title')).toEqual(['他人的修改'])
})

test('what the other has changed can be taken in: the editor opens on the same file again', async () => {
  const { screen } = await overtaken()
  screen.press('y')
  await screen.until('保存成功')
  expect(await values('title')).toEqual(['会议通知（1）（修订稿）（修订稿）'])
})

test('without a change nothing is sent', async () => {
  await articles(1)
  const { screen } = await open({ env: { EDITOR: 'true' } })
  await screen.until('待审核 1 篇')
  screen.press('e')
  await screen.until('没有修改内容，无需提交')
})

test('while the editor has the terminal, Ctrl+C is its own and nothing is drawn', async () => {
  await articles(1)
  const { desk, screen } = await open({
    env: editor(`touch ${dir()}/begun; while [ ! -e ${dir()}/go ]; do sleep 0.05; done`),
  })
  await screen.until('待审核 1 篇')
  let back = 0
  desk.onBack = () => {
    back += 1
  }
  let heard = 0
  const listener = () => {
    heard += 1
  }
  process.on('SIGINT', listener)
  screen.press('e')
  await expect.poll(() => existsSync(join(dir(), 'begun'))).toBe(true)
  process.emit('SIGINT')
  expect([heard, desk.away, back]).toEqual([0, true, 0])
  writeFileSync(join(dir(), 'go'), '')
  await screen.until('保存成功')
  expect([process.listeners('SIGINT').includes(listener), desk.away, back]).toEqual([true, false, 1])
  process.off('SIGINT', listener)
})

test('an editor that is not there: what to set is said, and no file is left', async () => {
  await articles(1)
  const { screen } = await open({ env: { EDITOR: 'no-such-editor', TMPDIR: dir() } })
  await screen.until('待审核 1 篇')
  screen.press('e')
  const frame = await screen.until('无法启动编辑器 no-such-editor，请用环境变量 EDITOR 指定一个')
  expect(frame).not.toContain('保留在')
})

test('a new article that the server refuses is kept in its file', async () => {
  await articles(1)
  const { desk, screen } = await open({ env: editor(`echo '<p> </p>' >>"$1"`) })
  await screen.until('待审核 1 篇')
  screen.press('c')
  await screen.until('选择栏目')
  screen.press('z', 'x', 'y', 'w', 'enter')
  await screen.until('请输入内容；您的修改保留在')
  const kept = /保留在 (\S+\.html)/.exec(desk.state.notice?.text ?? '')?.[1] ?? ''
  expect(readFileSync(kept, 'utf8')).toContain('（修订稿）')
  rmSync(dirname(kept), { recursive: true })
  expect(await values('title')).toHaveLength(1)
})

test('marked drafts are submitted together; what cannot be is said of each', async () => {
  await articles(2, 3)
  await articles(1, 2)
  const { screen } = await open()
  await screen.until('待审核 0 篇')
  screen.press('7')
  await screen.until('全部 3 篇')
  screen.press('A')
  // to which of them an act does something stands in the footer; what does nothing to any is not offered
  const marked = await screen.until('已勾选 3 篇')
  expect(marked).toMatch(/d 下架 1\/3.* t 提交 2\/3/)
  expect(marked).not.toContain('通过')
  screen.press('a')
  await screen.until('通过：勾选的 3 篇当前状态都不能通过')
  screen.press('t')
  await screen.until('其中 1 篇当前状态不能提交，是否继续？')
  screen.press('y')
  await screen.until('成功 2 项，失败 1 项')
  expect(screen.frame()).toMatch(/✗ \d+ {2}关于召开.*当前为「已发布」/)
  expect(await values('status')).toEqual([1, 1, 2])
})
