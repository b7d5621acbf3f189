import { expect, test } from 'vitest'
import { anArticle, makeColumn } from '../support/server.ts'
import { sharedHome, wiredServer } from '../support/set-up.ts'

const { server, wire } = await wiredServer('revision', 'article', 'touched', 'job')
const column = await makeColumn(server, '通知公告')
const admin = await server.person({ roles: ['admin'], name: '周明川' })
const home = sharedHome({ XZX_SERVER: wire.url, XZX_TOKEN: admin.token })
const save = async (more: object) =>
  (await admin.call('article.saveAdmin', anArticle(column, { status: 3, ...more }))).value.articleId as string
const titleOf = async (articleId: string) => (await admin.call('article.view', { articleId })).value.title

test('shows every place, replaces what is not left out, and says what became of it', async () => {
  const [one, two] = [await save({ title: '文史委通知' }), await save({ title: '文史委文史委简报' })]
  const line = 'article replace 文史委 文化文史委 --column 通知公告'
  const tried = await home.xzx(`${line} --dry-run --json`)
  expect([tried.code, tried.json().list.map(({ no, found }: { no: number; found: string }) => [no, found])]).toEqual([
    0,
    [
      [0, '文史委'],
      [0, '文史委'],
      [1, '文史委'],
    ],
  ])
  expect(tried.err).toContain('「文史委」替换为「文化文史委」：2 篇 3 处')
  expect((await home.xzx(`${line} --dry-run`)).out).toContain('文史委通知')
  expect(await titleOf(one)).toBe('文史委通知')

  const without = await home.xzx(`${line} --yes`)
  expect([without.code, without.err]).toEqual([2, expect.stringContaining('替换必须填写理由')])
  const done = await home.xzx(`${line} --leave ${two}:0 --reason 更名 --yes --json`)
  expect([done.code, done.json().done], done.err).toEqual([0, [one, two]])
  expect(done.err).toContain('替换 2 篇 2 处')
  expect([await titleOf(one), await titleOf(two)]).toEqual(['文化文史委通知', '文史委文化文史委简报'])

  const gone = await home.xzx('article replace 没有的 有的 --column 通知公告 --yes')
  expect([gone.code, gone.err]).toEqual([0, expect.stringContaining('没有找到')])
})

test('asks which articles are meant', async () => {
  const bare = await home.xzx('article replace 甲 乙 --yes')
  expect([bare.code, bare.err]).toEqual([2, expect.stringContaining('没有写明哪些文章')])
  const wrong = await home.xzx('article replace 甲 乙 --everywhere --leave 第一篇 --yes')
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--leave 的写法不对')])
})
