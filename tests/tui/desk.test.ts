import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openContext } from '../../cli/context.ts'
import type { RawFlags } from '../../cli/flags.ts'
import { openBackend } from '../../cli/tui/backend.ts'
import { Desk } from '../../cli/tui/desk.ts'
import { start } from '../../cli/tui/open.tsx'
import { chooseSigns } from '../../cli/tui/text/status.ts'
import { hashPassword } from '../../server/access/password.ts'
import { makeArticles } from '../support/articles.ts'
import { memoryIo } from '../support/cli.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'
import { show, type Terminal } from '../support/terminal.ts'
import { type Gate, openGate } from './gate.ts'

let server: TestServer
let gate: Gate
let columnId: number
let writer: Person
let auditor: Person
let dir: string
let screen: Terminal
let desk: Desk
let left: number | null

beforeAll(async () => {
  server = await startServer()
  gate = await openGate(server.url)
  columnId = await makeColumn(server)
  writer = await server.person({ roles: ['admin'], name: '周明川' })
  chooseSigns({ LANG: 'C.UTF-8' })
})
afterAll(async () => {
  await gate.close()
  await server.close()
})

const articles = (count: number, status = 1, title?: string) =>
  makeArticles(server, count, { columnId, status, by: writer.userId, ...(title && { title }) })

/** A desk of a fresh auditor, on a screen of this size. */
async function open(size = { columns: 80, rows: 24 }, token = auditor.token, more: Record<string, string> = {}) {
  const env = { XZX_SERVER: gate.url, XZX_TOKEN: token, XZX_CONFIG_DIR: dir, ...more }
  const world = {
    io: memoryIo({}).io,
    env,
    cwd: dir,
    now: Date.now,
    signal: new AbortController().signal,
    version: '9.9.9',
  }
  const backend = await openBackend(await openContext(world, {} as RawFlags, 'ui'))
  left = null
  desk = new Desk({
    backend,
    env,
    cwd: dir,
    viewsFile: join(dir, 'views.json'),
    now: Date.now,
    size,
    leave: (code) => (left = code),
  })
  screen = show(desk)
  start(desk)
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'xzx-tui-'))
  await server.parts.db.write.deleteFrom('article').execute()
  auditor = await server.person({ roles: ['admin'], name: '林知远' })
})
afterEach(async () => {
  screen.end()
  await desk.around.backend.close()
  rmSync(dir, { recursive: true, force: true })
})

const statuses = async () =>
  (await server.parts.db.write.selectFrom('article').select('status').orderBy('id').execute()).map((one) => one.status)

describe('auditing', () => {
  test('marks two and passes them after a question', async () => {
    await articles(3)
    await open()
    await screen.until('待审核 3 篇')
    screen.press('space', 'down', 'j', 'space')
    await screen.until('已勾选 2 篇')
    expect(screen.frame().match(/\[x\]/g)).toHaveLength(2)
    screen.press('a')
    await screen.until('将通过 2 篇文章')
    screen.press('y')
    await screen.until('成功 2 项，失败 0 项')
    expect(await statuses()).toEqual([0, 1, 0])
    await screen.until('待审核 1 篇')
  })

  test('what is typed ahead meets the dialog that the first key opened', async () => {
    await articles(1)
    await open()
    await screen.until('待审核 1 篇')
    screen.send('r2，谢谢\r')
    await screen.until('已驳回《')
    const { reason, status } = await server.parts.db.write
      .selectFrom('article')
      .select(['reason', 'status'])
      .executeTakeFirstOrThrow()
    expect({ reason, status }).toEqual({ reason: '标题或正文有错别字，请校对后重新提交，谢谢', status: 4 })
  })

  test('deletes after a question and takes it back', async () => {
    await articles(1)
    await open()
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
    await open()
    await screen.until('待审核 2 篇')
    screen.press('a')
    await screen.until('已通过《')
    screen.press('z')
    await screen.until('「通过」没有可以撤销的操作')
  })

  test('over 100: the count is typed; all pages are meant; failures stay with their reasons and are done again', async () => {
    const ids = await articles(230)
    await open()
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
    expect(readFileSync(join(dir, '通过失败.txt'), 'utf8')).toContain(`${ids[0]}\tBAD_STATE\t`)
    await change(1)
    screen.press('ctrl+r')
    await screen.until('成功 2 项，失败 0 项')
    expect(new Set(await statuses())).toEqual(new Set([0]))
  }, 30_000)
})

describe('finding', () => {
  test('filters by characters and first letters, and Esc shows all again', async () => {
    await articles(2, 1, '县政协召开常委会')
    await articles(2, 1, '公交线路调整')
    await open()
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
    await open()
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
    await open()
    await screen.until('待审核 1 篇')
    screen.press('S', '要', '闻', 'enter')
    await screen.until('已存为视图「要闻」，按 8 打开')
    screen.end()
    await open()
    await screen.until('待审核 1 篇')
    screen.press('7')
    await screen.until('全部 1 篇')
    screen.press('8')
    await screen.until('要闻 1 篇')
  })
})

describe('editing', () => {
  /** An editor that puts words behind the title, and does something else meanwhile. */
  function editor(meanwhile = ':'): Record<string, string> {
    const file = join(dir, 'editor.sh')
    writeFileSync(file, `#!/bin/sh\nsed -i '1s/$/（修订稿）/' "$1"\n${meanwhile}\n`, { mode: 0o700 })
    return { EDITOR: file }
  }
  const titles = async () =>
    (await server.parts.db.write.selectFrom('article').select('title').orderBy('id').execute()).map((one) => one.title)

  test('what the editor saved is sent', async () => {
    await articles(1, 1, '会议通知')
    await open(undefined, undefined, editor())
    await screen.until('待审核 1 篇')
    screen.press('e')
    await screen.until('保存成功')
    expect(await titles()).toEqual(['会议通知（1）（修订稿）'])
  })

  test('someone else was faster: it is said, and what was typed is kept', async () => {
    const [id] = await articles(1, 1, '会议通知')
    // the editor stays open until the other change is made
    await open(undefined, undefined, editor(`touch ${dir}/begun; while [ ! -e ${dir}/go ]; do sleep 0.05; done`))
    await screen.until('待审核 1 篇')
    screen.press('e')
    await expect.poll(() => existsSync(join(dir, 'begun'))).toBe(true)
    const before = await writer.call('article.view', { articleId: id })
    const other = { articleId: id, title: '他人的修改', version: before.value.version }
    expect((await writer.call('article.update', other)).errorCode).toBe('0')
    writeFileSync(join(dir, 'go'), '')
    await screen.until('您的修改保留在')
    const kept = /保留在 (\S+\.html)/.exec(desk.state.notice?.text ?? '')?.[1] ?? ''
    expect(readFileSync(kept, 'utf8')).toContain('会议通知（1）（修订稿）')
    rmSync(dirname(kept), { recursive: true })
    expect(await titles()).toEqual(['他人的修改'])
  })

  test('without a change nothing is sent', async () => {
    await articles(1)
    await open(undefined, undefined, { EDITOR: 'true' })
    await screen.until('待审核 1 篇')
    screen.press('e')
    await screen.until('没有修改内容，无需提交')
  })
})

test('a run can be paused and stopped; what is left stays marked', async () => {
  await articles(60)
  await open()
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
  const made = (await statuses()).filter((status) => status === 0).length
  expect(desk.state.run).toMatchObject({ over: true, failed: [] })
  expect(desk.state.run?.left).toHaveLength(60 - made)
  expect(desk.state.list.marks.size).toBe(60 - made)
})

describe('when things go wrong', () => {
  test('a lost server is shown and comes back by itself', async () => {
    await articles(1)
    await open()
    await screen.until('待审核 1 篇')
    gate.shut = true
    screen.press('R')
    await screen.until('连不上服务器')
    gate.shut = false
    await screen.until((frame) => !frame.includes('连不上服务器'))
    await screen.until('❯ [ ] ● 待审核')
  })

  test('the end of the session asks for the password, hidden, and goes on', async () => {
    await articles(2)
    const password = 'Test-only-9182'
    await server.parts.db.write
      .updateTable('user')
      .set({ password: await hashPassword(password) })
      .where('id', '=', auditor.userId)
      .execute()
    const { account } = await server.parts.db.write
      .selectFrom('user')
      .select('account')
      .where('id', '=', auditor.userId)
      .executeTakeFirstOrThrow()
    await open()
    await screen.until('待审核 2 篇')
    await auditor.call('auth.logout')
    screen.press('j', 'a')
    await screen.until('登录已过期，请重新登录')
    screen.press(...account, 'enter', ...'wrong', 'enter')
    await screen.until('用户名或密码错误')
    screen.press(...account, 'enter', ...password)
    expect((await screen.until('*'.repeat(password.length))).includes(password)).toBe(false)
    screen.press('enter')
    await screen.until('已通过《')
    expect(await statuses()).toEqual([1, 0])
  })

  test('a reader sees no action and can start none', async () => {
    await articles(1)
    await open(undefined, (await server.person({ roles: ['readonly'] })).token)
    await screen.until((frame) => frame.includes('待审核 1 篇') && !frame.includes('通过'))
    screen.press('a', 'x', 'r')
    screen.press('?')
    await screen.until('按键')
    expect(await statuses()).toEqual([1])
  })

  test('too small a terminal says so', async () => {
    await open({ columns: 59, rows: 24 })
    await screen.until('终端太小（59×24），请放大到 60×12 以上')
  })
})

test('Ctrl+C leaves at once with 130, q with 0', async () => {
  await open()
  await screen.until('没有待审核的文章')
  screen.press('q')
  await expect.poll(() => left).toBe(0)
  screen.send('\u0003')
  await expect.poll(() => left).toBe(130)
})
