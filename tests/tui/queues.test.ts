import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { kindOf } from '../../cli/tui/work/queues.ts'
import { type AreaName, areas } from '../../core/contract/areas.ts'
import { desks } from '../support/desk.ts'
import { makeDept } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'
import { refusal } from '../support/wire.ts'

const { articles, auditor, dir, open, server, wire, writer } = await desks('advice', 'suggestion', 'people')
const visitor = visitorsOf(server)
const wide = { columns: 130, rows: 30 }

/** Opinions with their answers, which wait to be passed. */
async function answered(...titles: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const title of titles) {
    const { value } = await writer.call('advice.add', { title, content: `${title}，请尽快办理。`, proposer: '田大爷' })
    await writer.call('advice.resultReply', { id: value.id, resultTitle: '答复', resultContent: '年底前办好。' })
    ids.push(value.id)
  }
  return ids
}
const suggest = async (title: string): Promise<string> => {
  const captcha = { verifyCode: 'ab12', codeId: await visitor.captcha() }
  const who = { name: '周小雨', phone: '13900001234' }
  return (await visitor.post('/suggest/add', { title, content: `${title}。`, ...who, ...captcha })).value.id
}
const states = async (table: 'advice' | 'suggestion') =>
  (await server.parts.db.write.selectFrom(table).select(['status', 'reason']).orderBy('id').execute()).map(
    ({ status, reason }) => (reason ? `${status} ${reason}` : String(status)),
  )

/** An editor that writes a text. */
function editor(text: string): Record<string, string> {
  const file = join(dir(), 'editor.sh')
  writeFileSync(file, `#!/bin/sh\necho '${text}' >"$1"\n`, { mode: 0o700 })
  return { EDITOR: file }
}

test('who has nothing to do among articles begins with what waits elsewhere; a pile opens its queue, Esc leads back', async () => {
  await answered('修路的意见', '装路灯的意见')
  const { screen } = await open()
  await screen.until('等待您处理的共 2 项')
  expect(await screen.until(/❯ 意见 · 待审核 +2 条，最久已等 \d+ /)).toContain('文章 · 待初审')
  screen.press('enter')
  const frame = await screen.until('意见 · 待审核 2 条')
  expect(frame).toContain('修路的意见')
  await screen.until('1 待答复 0 | 2 已退回 0 [3 待审核 2] 4 已答复 0')
  await screen.until('a 通过答复')
  // once too often stays where one is, and the next key means what it meant there
  screen.press('esc')
  await screen.until('离开意见，回到文章吗？')
  screen.press('esc')
  await screen.until('a 通过答复')
  expect(screen.frame()).toContain('意见 · 待审核 2 条')
  screen.press('esc')
  await screen.until('离开意见，回到文章吗？')
  screen.press('y')
  await screen.until('待审核 0 篇')
  expect(screen.frame()).not.toContain('修路的意见')
  await screen.until('i 待办 2')
})

test('with articles to do the panel waits for its key', async () => {
  await articles(1)
  await answered('修路的意见')
  const { screen } = await open()
  await screen.until('i 待办 1')
  expect(screen.frame()).not.toContain('等待您处理的共')
  screen.press('i')
  await screen.until('等待您处理的共 2 项')
  screen.press(...'建议', 'enter')
  await screen.until('建议 · 待办理 0 条')
  expect(screen.frame()).toContain('没有待办理的建议')
})

test('two are passed after a question, one is given back with a reason, and taken back', async () => {
  await answered('修路的意见', '装路灯的意见', '种树的意见')
  const { screen } = await open({ size: wide })
  await screen.until('等待您处理的共 3 项')
  screen.press('enter')
  await screen.until('意见 · 待审核 3 条')
  await screen.until('【答复内容】')
  screen.press('space', 'down', 'space', 'a')
  await screen.until('将通过答复 2 条意见（《修路的意见》《装路灯的意见》），是否继续？')
  screen.press('y')
  await screen.until('已答复 2 条 · z 撤销')
  await screen.until('待审核 1 条')
  screen.press('r')
  await screen.until('退回答复《种树的意见》的理由，退回承办部门修改')
  screen.press('2', 'enter')
  await screen.until('《种树的意见》已退回 · z 撤销')
  expect(await states('advice')).toEqual(['2', '2', '3 请说明政策依据'])
  screen.press('z')
  await screen.until('已撤销退回答复：成功 1 项')
  await screen.until('待审核 1 条')
  expect(await states('advice')).toEqual(['2', '2', '1'])
  // a move that its state does not allow says so, in the table's words
  screen.press('4')
  await screen.until('已答复 2 条')
  screen.press('a')
  await screen.until('重新办理')
  expect(screen.frame()).toContain('d 重新办理')
})

test('the history of a record, and its deletion and way back', async () => {
  await answered('修路的意见')
  const { screen } = await open()
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('意见 · 待审核 1 条')
  screen.press('l')
  await screen.until('《修路的意见》的历史，共 2 步')
  screen.press('enter')
  const step = await screen.until('【答复内容】')
  expect(step).toContain('之后的状态：待审核')
  screen.press('esc')
  await screen.until('的历史，共 2 步')
  screen.press('esc')
  await screen.until('t 转办')
  screen.press('x')
  await screen.until('删除后可在回收站恢复')
  screen.press('y')
  await screen.until('待审核 0 条')
  screen.press('z')
  await screen.until('已撤销删除：成功 1 项')
  await screen.until('待审核 1 条')
})

test('an earlier wording is compared with now, and set back after a question that says what follows and what stays', async () => {
  const [id = ''] = await answered('修路的意见')
  await writer.call('advice.resultReply', { id, resultTitle: '新答复', resultContent: '明年办好。' })
  await writer.call('advice.edit', { id, title: '修东街路的意见' })
  const { screen } = await open({ size: wide })
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('意见 · 待审核 1 条')
  screen.press('l')
  await screen.until('的历史，共 4 步')
  screen.press('down', 'down', 'enter')
  await screen.until('Enter 与现在比较')
  screen.press('enter')
  const since = await screen.until('第 2 步之后改了什么')
  expect(since).toContain('修[+东街+]路的意见')
  screen.press('enter')
  await screen.until(/将把《修东街路的意见》恢复为第 2 步（答复，.*恢复的答复随即提交审核/)
  screen.press('y')
  await screen.until('《修东街路的意见》已恢复为第 2 步的内容')
  expect((await writer.call('advice.detail', { id })).value).toMatchObject({
    ...{ title: '修路的意见', resultTitle: '答复', resultContent: '年底前办好。' },
  })
})

test('an answer is written in the editor; what is seen on the site is asked about; people stay masked', async () => {
  await suggest('多种些树')
  const { screen } = await open({ size: wide, env: editor('已列入明年的计划') })
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('姓名：周**')
  expect(screen.frame()).not.toContain('周小雨')
  // what is always refused is not offered, and says why
  expect(screen.frame()).not.toContain('a 公开')
  screen.press('a')
  await screen.until('还没有答复，请先答复再公开')
  screen.press('e')
  await screen.until('答复已写好')
  screen.press(...'提交', 'enter')
  await screen.until('《多种些树》已答复 · z 撤销')
  screen.press('2')
  await screen.until('已列入明年的计划')
  screen.press('a')
  await screen.until(
    '将公开《多种些树》，建议和答复按公开稿随即出现在网站上，姓名只显示姓氏，个人信息自动隐去，可能有遗漏，请先核对，是否继续？',
  )
  screen.press('n')
  await screen.until('a 公开')
  expect(await states('suggestion')).toEqual(['4'])
  screen.press('d')
  await screen.until('办结不公开《多种些树》的理由')
  screen.press('1', 'enter')
  await screen.until('《多种些树》已办理 · z 撤销')
  expect(await states('suggestion')).toEqual(['2 已当面或电话答复提出人'])
})

test('an answer that is a move of its own asks for its title, and hands it in', async () => {
  await writer.call('advice.add', { title: '修路的意见', content: '南街路面破损。' })
  const { screen } = await open({ env: editor('下月动工。') })
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('e 写答复内容等')
  screen.press('e')
  await screen.until('❯ 答复意见')
  screen.press('enter')
  await screen.until('答复标题')
  screen.press('enter')
  // also where no colour tells it
  await screen.until('✗ 请输入答复标题；不想继续按 Esc')
  screen.press(...'关于修路的答复', 'enter')
  await screen.until('答复内容已写好')
  screen.press(...'提交', 'enter')
  await screen.until('《修路的意见》已提交答复 · z 撤销')
  await screen.until('待答复 0 条')
  expect(await states('advice')).toEqual(['1'])
  screen.press('z')
  await screen.until('已撤销答复：成功 1 项')
  await screen.until('待答复 1 条')
})

test('people are judged by the call that their table names, and one’s own judgement is taken back; their history tells of both', async () => {
  const token = await visitor.signIn('13800000001')
  const own = { peopleName: '张小三', idNumber: '11010519491231002X', address: '青石县人民路 1 号' }
  await visitor.post('/x/people/complete', own, { authorization: token })
  const { screen } = await open({ size: wide })
  await screen.until('❯ 群众用户 · 资料待审核')
  screen.press('enter')
  await screen.until('群众用户 · 审核中 1 名')
  await screen.until('身份证号：11*************02X')
  screen.press('z')
  await screen.until('没有可以撤销的操作')
  screen.press('r')
  await screen.until('审核不通过「张**」的理由')
  screen.press('1', 'enter')
  await screen.until('「张**」未通过')
  await screen.until('审核中 0 名')
  screen.press('z')
  await screen.until('审核中 1 名')
  screen.press('l')
  const steps = await screen.until('的历史，共 3 步')
  expect(steps).toMatch(/撤销：审核不通过[\s\S]*审核不通过[\s\S]*提交资料/)
  screen.press('enter')
  expect(await screen.until('之后的状态：审核中')).not.toContain('与现在比较')
  screen.press('esc')
  await screen.until('的历史，共 3 步')
  screen.press('esc')
  await screen.until('a 通过审核')
  screen.press(':', ...'冻结', 'enter')
  await screen.until('用命令：xzx people ban')
})

test('a reader is told that they may not; a state filter and a search by title narrow the queue', async () => {
  const deptId = await makeDept(server)
  await answered('修路的意见', '种树的意见')
  await server.parts.db.write.updateTable('advice').set({ deptId }).execute()
  const reader = await server.person({ roles: ['staff'], name: '何静之', deptId })
  const { screen } = await open({ person: reader })
  await screen.until('待审核 0 篇')
  screen.press('i')
  await screen.until('没有等待您处理的事项')
  screen.press(...'全部意见', 'enter')
  await screen.until('意见 · 待答复 0 条')
  screen.press('3')
  await screen.until('意见 · 待审核 2 条')
  screen.press('a')
  await screen.until('通过答复：没有执行此操作的权限')
  screen.press('f')
  await screen.until('查询「待审核」')
  screen.press(...'种树', 'enter')
  await screen.until('意见 · 待审核 1 条')
  expect(screen.frame()).toContain('标题「种树」')
})

test('thousands of rows are read page by page, each kept small', async () => {
  const now = Date.now()
  const row = { content: '内容', status: 0, version: 1, createdBy: writer.userId, createdAt: now, updatedAt: now }
  const many = Array.from({ length: 450 }, (_, i) => ({
    ...row,
    title: `第 ${i + 1} 条意见`,
    updatedBy: writer.userId,
  }))
  await server.parts.db.write
    .insertInto('advice')
    .values(many as never)
    .execute()
  const { desk, screen } = await open()
  await screen.until('等待您处理的共 450 项')
  screen.press('enter')
  await screen.until('意见 · 待答复 450 条')
  screen.press('G')
  await screen.until('第 450 条意见')
  expect(desk.state.list.rows).toHaveLength(450)
  expect(Object.keys(desk.state.list.rows[0] ?? {}).length).toBeLessThanOrEqual(6)
})

/** What visitors do, and what wants another row beside a reason: forms and commands make these. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  apply: ['deliver'],
  mail: ['merge'],
  proposal: ['merge', 'rate', 'object'],
  report: ['adopt'],
}

test('every move of every table has a key, a place in the palette, or a text that makes it', async () => {
  const { desk } = await open()
  const areasWithStates = (Object.keys(areas) as AreaName[]).filter((area) => areas[area].states)
  expect(areasWithStates).toContain('advice')
  for (const area of areasWithStates) {
    const kind = await kindOf(desk, area)
    const plans = [...Object.values(kind.plans), ...kind.morePlans].flatMap(({ moves }) => moves)
    const made = new Set([
      ...plans,
      ...kind.writings.map(({ move }) => move),
      ...kind.handed.flatMap(({ moves }) => moves),
    ])
    expect(
      Object.keys(kind.states.moves).filter((move) => !made.has(move)),
      area,
    ).toEqual(elsewhere[area] ?? [])
  }
})

test('a server without the call leaves the queues; one that is away is waited for', async () => {
  await answered('修路的意见')
  wire.fate = (path) => (path === '/x/inbox/count' ? refusal('UNKNOWN_CALL', '没有这个接口') : 'pass')
  const { screen } = await open({ person: auditor })
  await screen.until('待审核 0 篇')
  expect(screen.frame()).not.toContain('没有这个接口')
  screen.press('i')
  await screen.until('全部事项')
  wire.fate = (path) => (path === '/advice/list' ? 'cut' : 'pass')
  screen.press(...'意见', 'enter')
  await screen.until('连不上服务器')
  wire.fate = () => 'pass'
  screen.press('R')
  await screen.until('意见 · 待答复 0 条')
})
