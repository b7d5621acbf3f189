import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'
import { makeDept } from '../support/server.ts'

const { auditor, open, server } = await desks('proposalDept', 'proposal')
const dept = await makeDept(server, '城管局')
const wide = { columns: 150, rows: 40 }

test('an office files a proposal, and sends the answer that its unit gave to the member', async () => {
  const given = { title: '改善停车条件', type: 0, class: 1, openFlag: 1, content: '建议单位大院错时开放车位' }
  const { id } = (await auditor.call('proposal.add', given)).value
  const stateOf = async () => (await auditor.call('proposal.get', { id })).value.state
  const desk = (await open({ size: wide })).screen
  await desk.until('等待您处理的共 1 项')
  desk.press('enter')
  await desk.until(/提案 · 待审查 1 件/)
  const read = await desk.until('【办理记录】')
  expect(read).toContain('建议单位大院错时开放车位')
  desk.press('a')
  await desk.until(/将立案《改善停车条件》|将立案「改善停车条件」/)
  desk.press('y')
  await desk.until('待审查 0 件')
  expect(await stateOf()).toBe(1)
  desk.press('2')
  await desk.until('建议单位大院错时开放车位')
  desk.press(':')
  await desk.until('查找：')
  desk.press(...'把提案交给', 'enter')
  await desk.until('选择主办单位')
  desk.press(...'城管', 'enter')
  await desk.until('交办意见')
  desk.press('enter')
  await desk.until('《改善停车条件》已交办：城管局')
  expect(await stateOf()).toBe(2)
  await auditor.call('proposal.answer', { id, deptId: dept, content: '已开放六个大院', outcome: 0, unitOpen: 1 })
  desk.press('4')
  await desk.until('已开放六个大院')
  desk.press(':')
  await desk.until('查找：')
  desk.press(...'答复随即送委员', 'enter')
  await desk.until(/将审核通过/)
  desk.press('y')
  await expect.poll(stateOf).toBe(4)
})
