import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { open, writer } = await desks('questAnswer')

test('what waits is published by its key, and withdrawn with a reason', async () => {
  await writer.call('questAnswer.save', { title: '甲', content: '乙' })
  const statusOf = async () => (await writer.call('questAnswer.list')).value.list[0].status
  const { screen } = await open()
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('问答 · 编辑中 1 条')
  await screen.until('a 公布')
  screen.press('a')
  await screen.until('是否继续？')
  screen.press('y')
  await screen.until('《甲》已公布 · z 撤销')
  expect(await statusOf()).toBe(1)
})
