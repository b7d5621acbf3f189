import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { articlePath } from '../../server/site/addresses.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('articles that stand below another one, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server, '工作动态')
  })
  afterAll(() => server.close())

  const draft = async (title: string, more: object = {}) =>
    (await admin.call('article.saveAdmin', anArticle(column, { title, status: 1, ...more }))).value.articleId as string
  const publish = async (title: string, more: object = {}) => {
    const articleId = await draft(title, more)
    await admin.call('article.accept', { items: [{ articleId }] })
    await admin.call('article.approve', { items: [{ articleId }] })
    return articleId
  }
  const set = (articleId: string, relevantIds: string[], by = admin) =>
    by.call('article.relevantSave', { articleId, relevantIds })
  const list = async (articleId: string, by = admin) =>
    (await by.call('article.getArticleRelevantList', { articleId })).value as {
      articleId: string
      title: string | null
      chosen: number
    }[]
  const picked = async (articleId: string) =>
    (await list(articleId)).filter(({ chosen }) => chosen === 1).map(({ title }) => title)
  /** What stands below an article on its page. */
  const shown = async (articleId: string) => {
    await server.parts.site.showTouched({ wait: true })
    const page = readFileSync(join(server.parts.dataDir, 'site', articlePath(Number(articleId))), 'utf8')
    const part = page.split('<h2 id="relevant">')[1]?.split('</section>')[0] ?? ''
    return [...part.matchAll(/<a[^>]*>([^<]+)</g)].map(([, title]) => title)
  }

  test('in the order in which they were chosen, on the page too; what is not named goes', async () => {
    const one = await publish('县政协召开专题协商会')
    const [a, b, c] = [await publish('甲'), await publish('乙'), await publish('丙')]
    expect(await shown(one)).toEqual([])
    expect(await set(one, [c, a, b])).toMatchObject({ errorCode: '0' })
    expect(await picked(one)).toEqual(['丙', '甲', '乙'])
    expect(await shown(one)).toEqual(['丙', '甲', '乙'])
    await set(one, [b])
    expect(await shown(one)).toEqual(['乙'])
    expect((await admin.call('article.deleteArticleRelevant', { id: one })).value).toEqual({ id: one })
    expect([await picked(one), await shown(one)]).toEqual([[], []])
  })

  test('what leaves the site, changes or comes back does so below the others too', async () => {
    const one = await publish('河道整治')
    const other = await publish('河道整治方案')
    await set(one, [other])
    await admin.call('article.takeDown', { items: [{ articleId: other, reason: '更正' }] })
    expect([await picked(one), await shown(one)]).toEqual([['河道整治方案'], []])
    const { version } = (await admin.call('article.view', { articleId: other })).value
    await admin.call('article.update', { articleId: other, title: '河道整治方案（修订）', version, status: 1 })
    await admin.call('article.accept', { items: [{ articleId: other }] })
    await admin.call('article.approve', { items: [{ articleId: other }] })
    expect(await shown(one)).toEqual(['河道整治方案（修订）'])
    await admin.call('article.takeDown', { items: [{ articleId: other, reason: '废止' }] })
    await admin.call('article.delete', { items: [{ articleId: other }] })
    expect((await admin.call('article.recyclePurge', { items: [{ articleId: other }] })).value.done).toEqual([other])
    expect(await picked(one)).toEqual([])
  })

  test('suggested are published ones with a title that is alike, but for itself and those chosen', async () => {
    const one = await publish('关于加强农村饮用水安全的提案')
    const near = await publish('农村饮用水安全提案的答复')
    await publish('春节文艺汇演侧记')
    await draft('农村饮用水安全的草稿')
    const suggested = (await list(one)).filter(({ chosen }) => chosen === 0).map(({ title }) => title)
    expect(suggested[0]).toBe('农村饮用水安全提案的答复')
    expect(suggested).not.toContain('农村饮用水安全的草稿')
    expect(suggested).not.toContain('关于加强农村饮用水安全的提案')
    await set(one, [near])
    expect((await list(one)).filter(({ title }) => title === '农村饮用水安全提案的答复')).toMatchObject([{ chosen: 1 }])
  })

  test('refused: itself, what is not there, what one may not read, a published one without the right to publish', async () => {
    const water = await makeDept(server, '水利局')
    const keys = ['article_list', 'article_update', 'article_saveRole']
    const clerk = await holding(server, keys, { dataScope: 'SELF', deptId: water })
    const own = (await clerk.call('article.saveRole', anArticle(column, { title: '办事员的稿件' }))).value.articleId
    const hidden = await draft('他人的草稿')
    const open = await publish('已发布的稿件')
    expect(await set(own, [own], clerk)).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect(await set(own, ['999999'], clerk)).toMatchObject({ errorCode: 'CONFLICT' })
    expect(await set(own, [hidden], clerk)).toMatchObject({ errorCode: 'CONFLICT' })
    expect(await set(own, [open], clerk)).toMatchObject({ errorCode: '0' })
    expect(await set(hidden, [open], clerk)).toMatchObject({ errorCode: 'NOT_FOUND' })
    // whoever has it in their list is not told what it is
    await set(own, [open, hidden])
    expect(await list(own, clerk)).toMatchObject([{ title: '已发布的稿件' }, { articleId: hidden, title: null }])
    await admin.call('article.delete', { items: [{ articleId: hidden }] })
    await admin.call('article.accept', { items: [{ articleId: own }] })
    await admin.call('article.approve', { items: [{ articleId: own }] })
    expect(await set(own, [], clerk)).toMatchObject({ errorCode: 'BAD_STATE' })
  })

  test('the log tells what was chosen before and after', async () => {
    const one = await publish('记录')
    const other = await publish('被记录')
    await set(one, [other])
    await set(one, [other])
    const { list: rows } = (await admin.call('log.list', { call: 'article.relevantSave', targetId: one })).value
    expect(rows).toMatchObject([{ sentence: '设定相关文章《记录》', after: { relevantIds: [other] } }])
  })
})
