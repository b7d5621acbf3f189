import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { open, writer } = await desks('product')

test('what waits is published by its key', async () => {
  await writer.call('product.add', { title: '甲' })
  const { screen } = await open()
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('产品 · 编辑中 1 件')
  await screen.until('a 公布')
  screen.press('a')
  await screen.until('是否继续？')
  screen.press('y')
  await screen.until('《甲》已公布 · z 撤销')
  expect((await writer.call('product.list')).value.list[0].status).toBe(1)
})
