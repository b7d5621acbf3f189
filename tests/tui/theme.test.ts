import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'
import { visitorsOf } from '../support/visitor.ts'

const { auditor, open, server } = await desks('themeReply', 'theme')
const visitor = visitorsOf(server)
const wide = { columns: 150, rows: 40 }

test('a topic that waits is read and passed in the queue, and another one is rejected with a reason', async () => {
  const add = async (title: string): Promise<string> => {
    const given = { title, content: `${title}，来不及借书`, name: '周小雨', phone: '13900001234', openFlag: 1 }
    const typed = { verifyCode: 'ab12', codeId: await visitor.captcha() }
    return (await visitor.post('/theme/webAdd', { ...given, ...typed })).value.id
  }
  const [first, second] = [await add('图书馆晚点闭馆'), await add('转让门面')]
  const stateOf = async (id: string) => (await auditor.call('theme.get', { id })).value.state
  const desk = (await open({ size: wide })).screen
  await desk.until('等待您处理的共 2 项')
  desk.press('enter')
  await desk.until(/话题 · 待审核 2 条/)
  await desk.until('来不及借书')
  desk.press('r')
  await desk.until('的理由')
  desk.press('1', 'enter')
  await desk.until('待审核 1 条')
  desk.press('a')
  await desk.until(/将审核通过/)
  desk.press('y')
  await desk.until('待审核 0 条')
  await expect.poll(async () => [await stateOf(first), await stateOf(second)].sort()).toEqual([1, 2])
})
