import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { open, writer } = await desks('survey')

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
