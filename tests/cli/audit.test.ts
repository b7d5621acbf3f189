import { afterAll, expect, test } from 'vitest'
import { anArticle, makeColumn, startServer } from '../support/server.ts'
import { sharedHome } from '../support/set-up.ts'

const server = await startServer()
const column = await makeColumn(server)
const admin = await server.person({ roles: ['admin'] })
const made = async (title: string) =>
  (await admin.call('article.saveAdmin', anArticle(column, { title }))).value.articleId as string
const ids = [await made('第一篇'), await made('第二篇')]
await admin.call('advice.add', { title: '路灯不亮', content: '三盏' })
const home = sharedHome({ XZX_SERVER: server.url, XZX_TOKEN: admin.token })
afterAll(() => server.close())

test('what waits, of all kinds, is counted; each pile is listed, and its ids lead on', async () => {
  const table = await home.xzx('audit')
  expect(table.out).toMatch(/article\.toAccept\t文章\t待初审\t2/)
  expect(table.out).toMatch(/advice\.toReply\t意见\t待答复\t1/)
  expect((await home.xzx('audit --format count')).out).toBe('3\n')
  const { total, piles } = JSON.parse((await home.xzx('audit --json')).out)
  expect([total, piles.find((pile: { pile: string }) => pile.pile === 'article.toAccept').count]).toEqual([3, 2])
  expect((await home.xzx('audit --groups')).out).toMatch(/article\.toAccept\t.*政协要闻\t2/)
  const second = await makeColumn(server, '另一栏目')
  const more = (await admin.call('article.saveAdmin', anArticle(second, { title: '第三篇' }))).value.articleId
  // a pile is named once, in however many columns its articles are
  expect((await home.xzx('audit --groups --format ids')).out.split('\n')).toEqual(
    expect.not.arrayContaining(['advice.toReply']),
  )
  expect((await home.xzx('audit --groups --format ids')).out).toBe('article.toAccept\n')
  await admin.call('article.delete', { items: [{ articleId: more }] })
  const listed = await home.xzx('audit article.toAccept --all --format ids')
  expect(listed.out.trim().split('\n').sort()).toEqual([...ids].sort())
  const accepted = await home.xzx('article accept --ids - --yes --format count', { stdin: listed.out })
  expect(accepted.code).toBe(0)
  expect((await home.xzx('audit article.toApprove --format count')).out).toBe('2\n')
})

test('what does not fit is refused', async () => {
  expect((await home.xzx('audit --all')).code).toBe(2)
  expect((await home.xzx('audit article.toAccept --groups')).code).toBe(2)
  const unknown = await home.xzx('audit nothing.there')
  expect(unknown.code).toBe(1)
  expect(unknown.err).toContain('没有您可以处理的待办「nothing.there」，有：')
})
