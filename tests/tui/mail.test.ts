import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'
import { sendFile } from '../support/files.ts'
import { makeDept } from '../support/server.ts'

const { auditor, dir, open, server } = await desks('mailForum', 'mail')
const dept = await makeDept(server, '城管局')
await makeDept(server, '水利局')
const clerk = await server.person({ roles: ['staff'], name: '何静之', deptId: dept })
const wide = { columns: 150, rows: 40 }

/** An editor that writes a text. */
function editor(text: string): Record<string, string> {
  const file = join(dir(), 'editor.sh')
  writeFileSync(file, `#!/bin/sh\necho '${text}' >"$1"\n`, { mode: 0o700 })
  return { EDITOR: file }
}

const write = async (title: string, files: readonly string[] = []): Promise<string> => {
  const own = { title, content: `${title}，已有一周。`, name: '周小雨', phone: '13900001234' }
  const sent = { ...own, type: 1, openFlag: 1, files }
  return (await auditor.call('mail.add', sent)).value.id
}
const stateOf = async (id: string) => (await auditor.call('mail.get', { id })).value.state

test('an office passes a letter and hands it on; its department gives it back, answers it, and the office publishes it', async () => {
  const id = await write('东街路灯不亮')
  const desk = (await open({ size: wide })).screen
  await desk.until('等待您处理的共 1 项')
  desk.press('enter')
  await desk.until(/信件 · 待审核 1 封/)
  const read = await desk.until('【办理记录】')
  // until when it is to be answered stands in the list, where the next one is chosen
  expect(read).toMatch(/来信时间\s+答复期限/)
  expect(read).toContain('答复期限')
  expect(read).toMatch(/登记来信\s+林知远/)
  expect(read).toContain('周**')
  desk.press('a')
  await desk.until('待审核 0 封')
  desk.press('2')
  await desk.until('东街路灯不亮，已有一周')
  // what the office does next stands among the keys, and nothing that this state does not allow
  const bar = await desk.until(/a 转办 .*d 不予受理/)
  expect(bar).not.toContain('写给来信人的回复')
  desk.press(':')
  await desk.until('查找：')
  desk.press(...'把信件转给', 'enter')
  await desk.until('选择主办部门')
  desk.press(...'城管', 'enter')
  await desk.until('交办意见')
  desk.press('enter')
  await desk.until('《东街路灯不亮》已转办：城管局')
  expect(await stateOf(id)).toBe(2)

  const own = (await open({ size: wide, person: clerk, env: editor('路灯已修复') })).screen
  await own.until('等待您处理的共 1 项')
  own.press('enter')
  await own.until('信件 · 办理中 1 封')
  // of two days beside each other it is said what was then
  await own.until(/交办时间 2026-11-21 09:05，更新时间/)
  await own.until(/城管局，主办，待办/)
  own.press('d')
  await own.until('退回《东街路灯不亮》的理由')
  own.press('1', 'enter')
  await own.until('办理中 0 封')
  expect((await auditor.call('mail.get', { id })).value).toMatchObject({ state: 1, reason: '城管局：不属于本部门职责' })
  await auditor.call('mailForum.deptSave', { id, deptId: dept })
  own.press('R')
  await own.until('办理中 1 封')
  own.press('e')
  await own.until('答复内容已写好')
  own.press(...'放弃', 'enter')
  await own.until('已放弃，没有保存')
  own.press('e')
  await own.until('答复内容已写好')
  own.press(...'暂存', 'enter')
  await own.until('已暂存，没有提交')
  const { state, depts } = (await auditor.call('mail.get', { id })).value
  expect([state, depts[0].content]).toEqual([2, '路灯已修复'])
  own.press('e')
  await own.until('答复内容已写好')
  own.press(...'提交', 'enter')
  await own.until('《东街路灯不亮》已答复')
  expect((await auditor.call('mail.get', { id })).value).toMatchObject({ state: 4, reply: '路灯已修复' })

  desk.press('5')
  await desk.until('路灯已修复')
  await desk.until(/a 公开 .*r 退回重办 .*t 办结不公开/)
  desk.press(':')
  await desk.until('查找：')
  desk.press(...'来信和答复随即', 'enter')
  await desk.until(/将公开《东街路灯不亮》/)
  desk.press('y')
  await desk.until(/已公开/)
  await expect.poll(() => stateOf(id)).toBe(6)
})

test('the files of a letter, and of those that stand in it, are named beside what these say', async () => {
  const file = async (name: string) => (await sendFile(server, auditor, 'mail', name)).value.id as string
  const into = await write('北桥栏杆松动', [await file('桥面.pdf')])
  const double = await write('北桥栏杆坏了', [await file('现场.pdf')])
  await auditor.call('mail.merge', { id: double, into })
  const desk = (await open({ size: { columns: 150, rows: 60 } })).screen
  await desk.until(/等待您处理的共/)
  desk.press('enter')
  await desk.until('北桥栏杆坏了，已有一周')
  const read = await desk.until(/附件：现场\.pdf/)
  expect(read).toMatch(/附件：桥面\.pdf/)
})
