import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'
import { visitorsOf } from '../support/visitor.ts'

const { open, server, writer } = await desks('apply')

test('a request that waits is read with its deadline and confirmed by its key', async () => {
  const visitor = visitorsOf(server)
  const form = {
    ...{ applicant: 0, name: '周小雨', idNumber: '110101199003070134', phone: '13900001234', medium: 1, way: 3 },
    ...{ content: '2025 年的预算批复', verifyCode: 'ab12' },
  }
  const ask = async (title: string): Promise<string> =>
    (await visitor.post('/web/apply/save', { ...form, title, codeId: await visitor.captcha() })).value.id
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
