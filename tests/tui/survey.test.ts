import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { dir, open, writer } = await desks('survey')

test('one door leads to the text of a survey, and none once it runs', async () => {
  const questions = [{ type: 0, title: '您怎样出行？', options: ['自驾车', '公交车'] }]
  const { id } = (await writer.call('survey.add', { title: '出行问卷', questions })).value
  const file = join(dir(), 'editor.sh')
  writeFileSync(file, `#!/bin/sh\necho '请如实填写' >"$1"\n`, { mode: 0o700 })
  const { screen } = await open({ env: { EDITOR: file } })
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('问卷 · 待审核 1 份')
  await screen.until('e 写说明')
  screen.press('e')
  expect(await screen.until('标题：')).toContain('修改问卷')
  screen.press('enter')
  await screen.until('的说明已保存')
  for (const call of ['survey.examine', 'survey.setStatus']) await writer.call(call, { ids: [id], status: 1 })
  const { list } = (await writer.call('survey.list')).value
  expect(list[0].state).toBe(1)
  screen.press('3')
  await screen.until('进行中 1 份')
  expect(await screen.until('出行问卷')).not.toContain('e 写')
  screen.press('e')
  await screen.until('当前为「进行中」，不能写说明')
  await writer.call('survey.dels', { ids: [id] })
})

test('what waits is approved by its key, and begun by the next one', async () => {
  const questions = [{ type: 0, title: '您怎样出行？', options: ['自驾车', '公交车'] }]
  await writer.call('survey.add', { title: '停车问卷', questions })
  const stateOf = async () => (await writer.call('survey.list')).value.list[0].state
  const { screen } = await open()
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('问卷 · 待审核 1 份')
  await screen.until('a 审核通过')
  // nobody approves what they have not seen
  screen.press('enter')
  const read = await screen.until('选项：自驾车、公交车')
  expect(read).toContain('【题目】')
  expect(read).toContain('页 1，单选，您怎样出行？，必答，没有「其他」')
  expect(read).not.toMatch(/单选.*单选/)
  expect(await screen.until('【办理记录】')).toMatch(/新增|创建|提交/)
  screen.press('esc')
  screen.press('a')
  await screen.until('《停车问卷》已审核 · z 撤销')
  expect(await stateOf()).toBe(0)
  screen.press('2')
  await screen.until('未开始 1 份')
  screen.press('t')
  await screen.until('y 确定')
  screen.press('y')
  await screen.until('《停车问卷》已开始')
  expect(await stateOf()).toBe(1)
})
