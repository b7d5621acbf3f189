import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'
import { makeDept } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

const { dir, open, server, writer } = await desks('apply', 'suggestion')
const dept = await makeDept(server, '城管局')
await makeDept(server, '水利局')

const visitor = visitorsOf(server)
const form = {
  ...{ applicant: 0, name: '周小雨', idNumber: '110101199003070134', phone: '13900001234', medium: 1, way: 3 },
  ...{ content: '2025 年的预算批复', verifyCode: 'ab12' },
}
const ask = async (title: string): Promise<string> =>
  (await visitor.post('/web/apply/save', { ...form, title, codeId: await visitor.captcha() })).value.id

test('a request that waits is read with its deadline and confirmed by its key', async () => {
  const first = await ask('东街改造的预算')
  const { screen } = await open()
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('申请 · 待确认 1 件')
  screen.press('enter')
  await screen.until('2025 年的预算批复')
  screen.press('esc')
  await screen.until('a 确认收到')
  screen.press('a')
  await screen.until('是否继续？')
  screen.press('y')
  await screen.until('《东街改造的预算》已受理 · z 撤销')
  expect((await writer.call('apply.get', { id: first })).value.due).not.toBe(null)
})

test('a request is handed on, given back and answered by keys; what nobody asked a third party is not offered', async () => {
  const id = await ask('东街改造的预算')
  await writer.call('apply.confirm', { items: [{ id }] })
  const fresh = { columns: 150, rows: 40 }
  const { screen } = await open({ size: fresh })
  screen.press('i')
  await screen.until('查找：')
  screen.press(...'申请 · 已受理', 'enter')
  await screen.until('申请 · 已受理，待转办 1 件')
  await screen.until('2025 年的预算批复')
  const bar = await screen.until(/a 转办/)
  expect(bar).not.toContain('写第三方意见')
  screen.press('a')
  await screen.until('选择主办部门')
  screen.press(...'城管', 'enter')
  await screen.until('交办意见')
  screen.press(...'没有的局', 'enter')
  await screen.until('没有「没有的局」')
  screen.press(...Array.from({ length: 4 }, () => 'backspace'), ...'水利局', 'down', ...'请检索', 'enter')
  await screen.until('《东街改造的预算》已转办：城管局')
  expect((await writer.call('apply.get', { id })).value).toMatchObject({
    state: 2,
    depts: [
      { deptName: '城管局', lead: 1, remarks: '请检索' },
      { deptName: '水利局', lead: 0 },
    ],
  })
  const clerk = await server.person({ roles: ['staff'], name: '何静之', deptId: dept })
  const own = (await open({ size: fresh, person: clerk })).screen
  await own.until('等待您处理的共 1 项')
  own.press('enter')
  await own.until('申请 · 办理中 1 件')
  await own.until(/[rd] 退回/)
  own.press('d')
  await own.until('退回《东街改造的预算》的理由')
  own.press('1', 'enter')
  await own.until('办理中 0 件')
  expect((await writer.call('apply.get', { id })).value).toMatchObject({ state: 1 })
})

test('what may be asked for once and in time is offered as long as that is so', async () => {
  const made = { ...form, verifyCode: undefined, channel: 1, medium: 1 }
  await writer.call('apply.add', { ...made, title: '早先的预算', receivedAt: '2026-01-05' })
  const { screen } = await open({ size: { columns: 150, rows: 40 } })
  screen.press('i')
  await screen.until('查找：')
  screen.press(...'申请 · 已受理', 'enter')
  await screen.until('申请 · 已受理，待转办 1 件')
  const read = await screen.until('可以告知补正：否')
  expect(read).not.toMatch(/e 写\S+等/)
  await writer.call('apply.add', { ...made, title: '今年的预算' })
  screen.press('R')
  await screen.until('已受理，待转办 2 件')
  screen.press('j')
  await screen.until('可以告知补正：是')
  await screen.until(/e 写\S+等/)
  screen.press('e')
  await screen.until('一次性告知申请人补正')
})

test('who hands in the answer to a request says how it ends; what is only kept asks for nothing', async () => {
  const id = await ask('东街改造的预算')
  await writer.call('apply.confirm', { items: [{ id }] })
  await writer.call('apply.forward', { id, deptId: dept })
  const clerk = await server.person({ roles: ['staff'], name: '何静之', deptId: dept })
  const file = join(dir(), 'editor.sh')
  writeFileSync(file, `#!/bin/sh\necho '现提供预算批复' >"$1"\n`, { mode: 0o700 })
  const { screen } = await open({ size: { columns: 150, rows: 40 }, person: clerk, env: { EDITOR: file } })
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('申请 · 办理中 1 件')
  screen.press('e')
  await screen.until('答复内容已写好')
  screen.press(...'暂存', 'enter')
  await screen.until('已暂存，没有提交')
  screen.press('e')
  await screen.until('答复内容已写好')
  screen.press(...'提交', 'enter')
  await screen.until('部分公开（区分处理）')
  screen.press('esc')
  await screen.until('答复内容没有保存')
  screen.press('e')
  await screen.until('答复内容已写好')
  screen.press(...'提交', 'enter')
  await screen.until('部分公开（区分处理）')
  screen.press(...'予以公开', 'enter')
  await screen.until('办理中 0 件')
  expect((await writer.call('apply.get', { id })).value).toMatchObject({
    state: 4,
    outcome: 10,
    answer: '现提供预算批复',
  })
})

test('a queue of 60 columns shows until when, and not since when', async () => {
  await ask('东街改造的预算')
  const { screen } = await open({ size: { columns: 60, rows: 24 } })
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  const list = await screen.until('答复期限')
  expect(list).not.toContain('提交时间')
})

test('several suggestions are handed on at once', async () => {
  for (const title of ['多种些树', '添几张长椅']) {
    const sent = { title, content: `${title}，已有一周`, phone: '13900001234', verifyCode: 'ab12' }
    await visitor.post('/suggest/add', { ...sent, codeId: await visitor.captcha() })
  }
  const { screen } = await open({ size: { columns: 120, rows: 30 } })
  screen.press('i')
  await screen.until('查找：')
  screen.press(...'全部建议', 'enter')
  await screen.until('建议 · 待办理 2 条')
  screen.press('A')
  await screen.until(/转办/)
  screen.press(':')
  await screen.until('查找：')
  screen.press(...'把建议交给', 'enter')
  await screen.until('选择承办部门')
  screen.press(...'城管', 'enter')
  await screen.until('将转办给城管局 2 条建议')
  screen.press('y')
  await screen.until('已转办：城管局 2 条')
  const { list } = (await writer.call('suggestion.list', {})).value
  expect(list.map(({ deptName }: { deptName: string }) => deptName)).toEqual(['城管局', '城管局'])
})
