import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('articles for anybody, copied, and moved in the background, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let writer: Person
  let column: number
  let below: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'], name: '管理员甲' })
    column = await makeColumn(server)
    below = await makeColumn(server, '下级栏目', column)
    writer = await server.person({ roles: ['staff'], columns: [column] })
  })
  afterAll(() => server.close())

  type Id = { articleId: string }
  const save = async (columnId: number, more: object = {}): Promise<string> => {
    const { value, errorMsg } = await admin.call('article.saveAdmin', anArticle(columnId, { status: 3, ...more }))
    expect(errorMsg).toBe('')
    return value.articleId
  }
  const move = (name: string, articleId: string, who = admin) => who.call(`article.${name}`, { items: [{ articleId }] })
  const publish = async (columnId: number, more: object = {}) => {
    const articleId = await save(columnId, { status: 1, ...more })
    await move('accept', articleId)
    await move('approve', articleId)
    return articleId
  }
  const ids = ({ list }: { list: Id[] }) => list.map(({ articleId }) => articleId)
  const view = async (articleId: string) => (await admin.call('article.view', { articleId })).value
  const open = async (call: string, input: object) => (await server.anyone.call(`article.${call}`, input)).value

  test('anybody reads what is published, of a column, and of all below it; nothing that the office knows beside', async () => {
    const [above, inside] = [await publish(column, { title: '上级栏目的文章' }), await publish(below)]
    await save(below, { title: '没有发布的' })
    expect(ids(await open('webList', { columnId: column }))).toEqual([above])
    expect(ids(await open('webListByParent', { columnId: column }))).toEqual([inside, above])
    expect(ids(await open('siteList', { title: '上级栏目' }))).toEqual([above])
    expect(ids(await open('siteListAll', { pageSize: 1 }))).toEqual([inside])
    expect(ids(await open('webJrlyList', {}))).toEqual([inside, above])
    const [row] = (await open('webList', { columnId: column })).list
    expect(Object.keys(row).sort()).toEqual(
      [
        ...['articleId', 'columnId', 'columnName', 'title', 'subtitle', 'summary', 'source', 'newsType', 'coverImage'],
        ...['essayList', 'categoryType', 'jumpUrl', 'publishTime', 'hits', 'url'],
      ].sort(),
    )
    expect(row.url).toBe(`/site/a/0/${above}.html`)
    expect(ids(await open('siteGetMeetingList', {}))).toEqual([])
    const folder = `c${column}`
    await admin.call('setting.save', { items: [{ name: 'site.meeting', value: folder }] })
    expect(ids(await open('siteGetMeetingList', {}))).toEqual([inside, above])
    server.clock.now += 24 * 3600_000
    expect(ids(await open('webJrlyList', {}))).toEqual([])
    server.clock.now -= 24 * 3600_000
  })

  test('one of them with its text; none that is not online', async () => {
    const articleId = await publish(column, { content: '<p>正文在此</p>' })
    expect(await open('siteGetById', { id: articleId })).toMatchObject({
      articleId,
      content: '<p>正文在此</p>',
      files: [],
    })
    // somebody wrote to the database: it is cleaned before anybody reads it
    const content = '<p>正文</p><script>alert(1)</script>'
    await server.parts.db.write.updateTable('article').set({ content }).where('id', '=', Number(articleId)).execute()
    expect((await open('webArticleGet', { id: articleId })).content).toBe('<p>正文</p>')
    const draft = await save(column)
    expect(await server.anyone.call('article.siteGetById', { id: draft })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('a copy is a draft of its own in another column, without time and origin', async () => {
    const origin = `https://example.gov.cn/${crypto.randomUUID()}`
    const articleId = await publish(column, { title: '要复制的', sourceUrl: origin })
    const { value } = await admin.call('article.articleCopy', { ids: [articleId, 987654], columnId: below })
    expect(value).toMatchObject({ done: [articleId], failed: [{ id: '987654', errorCode: 'NOT_FOUND' }] })
    expect(value.made).toHaveLength(1)
    expect(await view(value.made[0])).toMatchObject({
      ...{ title: '要复制的', columnId: String(below), status: 3, publishTime: null, sourceUrl: null },
      createdByName: '管理员甲',
    })
    expect(await view(articleId)).toMatchObject({ status: 2, sourceUrl: origin })
    // a writer copies into their own columns alone
    const mine = (await writer.call('article.saveRole', anArticle(column, { status: 3 }))).value.articleId
    const copy = (columnId: number) => writer.call('article.articleCopy', { ids: [mine], columnId })
    expect((await copy(below)).value.failed).toMatchObject([{ errorCode: 'NOT_FOUND' }])
    expect((await copy(column)).value.done).toEqual([mine])
  })

  const until = async (job: { jobId: string; state: string; done?: string[] }) => {
    let now = job
    while (now.state === 'running') now = (await admin.call('article.task', { jobId: job.jobId })).value
    return now
  }

  test('many are deleted or rejected in the background, by the rules of the calls that wait', async () => {
    const [draft, online] = [await save(column), await publish(column)]
    const asked = { items: [{ articleId: draft }, { articleId: online }, { articleId: 987654 }] }
    const job = await until((await admin.call('article.delArticleTask', asked)).value)
    expect(job).toMatchObject({
      ...{ state: 'done', scope: '批量删除文章', total: 3, finished: 3 },
      says: expect.stringMatching(/^成功 1 篇，失败 2 篇（/),
      ...{ done: [draft], failedCount: 2, failed: [{ id: online, errorCode: 'BAD_STATE' }, { id: '987654' }] },
    })
    expect((await admin.call('article.view', { articleId: draft })).errorCode).toBe('NOT_FOUND')
    const [entry] = (await admin.call('log.list', { targetId: draft })).value.list
    expect(entry).toMatchObject({ call: 'article.delArticleTask', userName: '管理员甲' })
    const other = await server.person({ roles: ['admin'] })
    expect(await other.call('article.task', { jobId: job.jobId })).toMatchObject({ errorCode: 'NOT_FOUND' })
    const waits = await save(column, { status: 1 })
    await move('accept', waits)
    const reject = { items: [{ articleId: waits, reason: '内容有误' }] }
    await until((await admin.call('article.rejectArticleTask', reject)).value)
    expect(await view(waits)).toMatchObject({ status: 4, reason: '内容有误' })
    expect((await writer.call('article.rejectArticleTask', reject)).errorCode).toBe('NO_PERMISSION')
  })

  test('who is stopped, or may no longer, does not go on in the background', async () => {
    const person = await server.person({ roles: ['admin'] })
    const { userId } = person
    const { db } = server.parts
    const drafts: string[] = []
    for (let i = 0; i < 130; i += 1) drafts.push(await save(column))
    // stopped while their first hundred is under way
    const { transaction } = db
    let stop: Promise<unknown> | undefined
    Object.assign(db, {
      transaction: async (work: never) => {
        const done = await transaction(work)
        stop ??= db.write.updateTable('user').set({ state: 1 }).where('id', '=', userId).execute()
        await stop
        return done
      },
    })
    const items = drafts.map((articleId) => ({ articleId }))
    const begun = await person
      .call('article.delArticleTask', { items })
      .finally(() => Object.assign(db, { transaction }))
    expect(begun.errorCode).toBe('0')
    await expect
      .poll(() =>
        db.read.selectFrom('job').select(['state', 'says']).where('id', '=', Number(begun.value.jobId)).execute(),
      )
      .toMatchObject([
        { state: 'failed', says: expect.stringMatching(/^成功 (0|100) 篇，发起人的账号或部门已停用，其余没有处理$/) },
      ])
  })

  test('what an import brought is found and deleted together; what is online stays, and is named', async () => {
    const batch = '2026-11-24 10:30:00 文章.csv'
    const drafts = [await save(column, { batch }), await save(column, { batch })]
    const online = await publish(column, { batch })
    const list = async () => (await admin.call('article.list', { batch, pageSize: 100 })).value
    expect(ids(await list()).sort()).toEqual([...drafts, online].sort())
    const job = await until((await admin.call('article.deleteImportArticle', { batch })).value)
    expect(job).toMatchObject({ failedCount: 1, failed: [{ id: online, errorCode: 'BAD_STATE' }] })
    expect(new Set(job.done)).toEqual(new Set(drafts))
    expect(ids(await list())).toEqual([online])
    const none = await admin.call('article.deleteImportArticle', { batch: '没有这个' })
    expect(none).toMatchObject({ errorCode: 'NOT_FOUND', errorMsg: expect.stringContaining('没有这个') })
  })

  test('what is kept of an article: its readers, and whether its page stands', async () => {
    const articleId = await publish(column)
    const kept = async () => (await admin.call('article.redisByArticleId', { articleId })).value
    expect(await kept()).toMatchObject({ articleId, hits: 0, version: 3 })
  })
})
