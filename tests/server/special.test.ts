import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activitiesOf } from '../support/activities.ts'
import { makeArticles } from '../support/articles.ts'
import { databases } from '../support/databases.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('special topics on %s', (database) => {
  let server: TestServer
  let admin: Person
  let writer: Person
  let auditor: Person
  let column: number
  let hands: ReturnType<typeof activitiesOf>
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    writer = await server.person({ roles: ['auditor'] })
    auditor = await server.person({ roles: ['auditor'] })
    column = await makeColumn(server)
    hands = activitiesOf(
      server,
      'special',
      () => writer,
      () => auditor,
    )
  })
  afterAll(() => server.close())

  const open = (name: string, input: object = {}) => server.anyone.call(`special.${name}`, input)
  const page = async (path: string) => {
    const reply = await fetch(`${server.url}/site/${path}`)
    return reply.status === 200 ? reply.text() : `${reply.status}`
  }
  /** A topic with so many articles of the site. */
  async function filled(count: number, more: object = {}) {
    const id = await hands.add(more)
    const articles = await hands.articles(column, count, '可选的')
    await hands.call('relationSave', { intoId: id, ids: articles, section: '要闻' })
    return { id, articles }
  }
  const relations = async (id: string) => (await hands.call('relationList', { id })).value

  test('a topic is added, found, changed, deleted, back from the recycle bin and gone for good; its title is its own', async () => {
    const { call, at, move } = hands
    const given = { title: '甲专题', model: 'legal', summary: '简介', sort: 3 }
    const { value } = await call('saveOrUpdate', given)
    expect(value).toMatchObject({ ...given, status: 3, version: 1, noApproval: null, hiddenCount: 0 })
    const { id } = value
    expect((await call('list', { title: '甲专题', model: 'legal' })).value).toMatchObject({ total: 1, list: [{ id }] })
    expect((await call('list', { title: '甲专题', model: 'activity' })).value.total).toBe(0)
    expect((await call('edit', { id, version: 1, model: null })).value).toMatchObject({ model: null, version: 2 })
    expect(await call('edit', { id, version: 1, title: '乙' })).toMatchObject({ errorCode: 'STALE' })
    expect(await call('saveOrUpdate', { title: '错的', model: 'other' })).toMatchObject({ errorCode: 'BAD_INPUT' })
    const there = `标题（title）：已有专题《甲专题》（${id}）`
    expect(await call('saveOrUpdate', { title: '甲专题' })).toMatchObject({ errorCode: 'CONFLICT', errorMsg: there })
    const other = await hands.add()
    expect(await call('edit', { id: other, title: '甲专题' })).toMatchObject({ errorMsg: there })
    expect((await call('dels', { ids: [id] })).value.done).toEqual([id])
    expect((await call('saveOrUpdate', { title: '甲专题' })).errorMsg).toBe(
      `${there}，在回收站中，可以恢复它，或彻底删除后再用这个标题`,
    )
    await move('binRestore', id)
    expect(await at(id)).toMatchObject({ status: 3 })
    await call('dels', { ids: [id] })
    await move('binPurge', id, {}, admin)
    expect((await call('saveOrUpdate', { title: '甲专题' })).errorCode).toBe('0')
  })

  test('it gathers articles of the site, each once, in an order that is set as a whole', async () => {
    const { call } = hands
    const { id, articles } = await filled(3)
    const [first = '', second = '', third = ''] = articles
    expect(await relations(id)).toMatchObject([
      { articleId: first, section: '要闻', sort: 1, hidden: null, specialId: id },
      { articleId: second, sort: 2 },
      { articleId: third, sort: 3 },
    ])
    const { list } = (await admin.call('log.list', { call: 'special.relationSave', pageSize: 1 })).value
    expect(list[0].sentence).toMatch(/^把文章《可选的（1）》、《可选的（2）》、《可选的（3）》选入专题《专题 \d+》$/)
    const again = await call('relationSave', { intoId: id, ids: [first, '99999'] })
    expect(again.value).toMatchObject({ unchanged: [first], failed: [{ id: '99999', errorCode: 'NOT_FOUND' }] })
    const found = (await call('candidates', { specialId: id, title: '可选的' })).value.list
    expect(found.filter(({ chosen }: { chosen: number }) => chosen === 1)).toHaveLength(3)
    const [a, b, c] = (await relations(id)).map((one: { id: string }) => one.id)
    expect((await call('relationEdit', { id: a, version: 1, section: '评论' })).value).toMatchObject({
      section: '评论',
    })
    expect(await call('relationEdit', { id: a, version: 1, section: '乙' })).toMatchObject({ errorCode: 'STALE' })
    const arranged = await call('arrange', { specialId: id, relationIds: [c, a, b] })
    expect(arranged.value.map((one: { id: string }) => one.id)).toEqual([c, a, b])
    expect(await call('arrange', { specialId: id, relationIds: [c, a] })).toMatchObject({ errorCode: 'CONFLICT' })
    expect((await call('relationDel', { ids: [b, '99999'] })).value).toMatchObject({
      ...{ done: [b], failed: [{ id: '99999', errorCode: 'NOT_FOUND' }] },
    })
    const [one = ''] = await hands.articles(column, 1, '单个的')
    expect((await call('relationSaveOrUpdate', { specialId: id, articleId: one, section: ' ' })).value).toMatchObject({
      ...{ articleId: one, section: null, title: '单个的（1）' },
    })
    expect(await call('relationSaveOrUpdate', { specialId: id, articleId: one })).toMatchObject({
      errorCode: 'CONFLICT',
    })
    expect((await call('relationSaveOrUpdate', { specialId: id })).errorMsg).toContain('articleId')
    expect((await call('relationSaveOrUpdate', { id: c, section: '改了' })).value).toMatchObject({ section: '改了' })
    expect(await call('relationSaveOrUpdate', { id: c, articleId: one })).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect((await relations(id)).map(({ section }: { section: string }) => section)).toEqual(['改了', '评论', null])
  })

  test('it is submitted, rejected with a reason, published by another person, corrected by who may, and taken down', async () => {
    const { call, move, at, publish } = hands
    const empty = await hands.add()
    expect((await move('submit', empty)).value.failed[0].errorMsg).toContain('还没有内容')
    const { id } = await filled(1)
    expect((await move('publish', id)).value.failed[0].errorMsg).toContain('请先提交')
    await move('submit', id)
    expect(await at(id)).toMatchObject({ status: 4, noApproval: '由您提交，须由他人发布' })
    expect((await auditor.call('special.list', { status: 4 })).value.list).toMatchObject([{ id, noApproval: null }])
    expect(await call('edit', { id, title: '审核中改' })).toMatchObject({ errorCode: 'BAD_STATE' })
    expect((await call('dels', { ids: [id] })).value.failed[0].errorMsg).toContain('请先撤回提交或驳回')
    const own = (await move('publish', id)).value.failed[0]
    expect(own).toMatchObject({ errorCode: 'NO_PERMISSION', errorMsg: '不能发布本人提交的专题，须由他人发布' })
    await move('recall', id)
    await move('submit', id)
    expect((await move('reject', id, {}, auditor)).value.failed[0].errorMsg).toContain('理由')
    await move('reject', id, { reason: '内容不全' }, auditor)
    expect(await at(id)).toMatchObject({ status: 2, reason: '内容不全' })
    await publish(id)
    expect(await at(id)).toMatchObject({ status: 5, publishedAt: expect.any(String) })
    // what nobody else would judge is for who may publish their own
    expect(await call('edit', { id, summary: '自行更正' })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringContaining('请先下架'),
    })
    expect((await call('edit', { id, summary: '更正' }, admin)).value).toMatchObject({ summary: '更正' })
    await move('takeDown', id, { reason: '内容已过期' })
    await move('undo', id)
    expect(await at(id)).toMatchObject({ status: 5 })
    const first = (await call('history', { id })).value.list.at(-1)
    expect((await call('revision', { id, revisionId: first.id })).errorCode).toBe('0')
    const steps = (await call('history', { id })).value.list.map(({ act }: { act: string }) => act)
    expect(steps.slice(0, 4)).toEqual(['撤销：下架', '下架', '修改', '发布'])
    await expect.poll(() => page(`public_special/${id}.html`)).toContain('更正')
  })

  test('what was changed while it was taken down does not come back by an undo', async () => {
    const { id } = await filled(2)
    await hands.publish(id)
    await hands.move('takeDown', id, { reason: '内容已过期' })
    const [first] = await relations(id)
    await hands.call('relationDel', { ids: [first.id] })
    const { failed } = (await hands.move('undo', id)).value
    expect(failed).toHaveLength(1)
    expect(await hands.at(id)).toMatchObject({ status: 1 })
  })

  test('who may force it publishes their own, and the log says so', async () => {
    const by = activitiesOf(server, 'special', () => admin)
    const id = await by.add()
    const articles = await by.articles(column, 1, '本人的')
    await by.call('relationSave', { intoId: id, ids: articles })
    await by.move('submit', id)
    expect(await by.at(id)).toMatchObject({ noApproval: null })
    expect((await by.move('publish', id)).value.done).toEqual([id])
    expect((await by.call('history', { id })).value.list[0].act).toBe('发布（本人提交）')
  })

  test('the one call of the specification makes each move by its state, for who holds that right', async () => {
    const { call, at } = hands
    const { id } = await filled(1)
    const audit = (status: number, who = auditor, reason?: string) => call('audit', { ids: [id], status, reason }, who)
    expect((await audit(4)).value.done).toEqual([id])
    expect((await audit(3)).value.done).toEqual([id])
    await audit(4, writer)
    expect((await audit(5, writer)).value.failed[0].errorCode).toBe('NO_PERMISSION')
    expect((await audit(2)).value.failed[0].errorMsg).toContain('理由')
    expect((await audit(5)).value.done).toEqual([id])
    expect((await audit(1, auditor, '过期')).value.done).toEqual([id])
    expect(await at(id)).toMatchObject({ status: 1, reason: '过期' })
    const reader = await server.person({ roles: ['readonly'] })
    expect(await audit(4, reader)).toMatchObject({ errorCode: 'NO_PERMISSION' })
    expect(await call('audit', { ids: [id], status: 0 })).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect((await reader.call('special.list')).errorCode).toBe('0')
  })

  test('a forbidden word is refused at publication and in a correction', async () => {
    const { call, move } = hands
    await admin.call('sensitive.add', { word: '禁用词语', level: 2 })
    const { id } = await filled(1, { summary: '含有禁用词语' })
    await move('submit', id)
    expect((await move('publish', id, {}, auditor)).value.failed[0]).toMatchObject({ errorCode: 'SENSITIVE_WORDS' })
    await move('recall', id)
    await call('edit', { id, summary: '好的' })
    const [relation] = await relations(id)
    await call('relationEdit', { id: relation.id, section: '禁用词语' })
    await move('submit', id)
    expect((await move('publish', id, {}, auditor)).value.failed[0]).toMatchObject({ errorCode: 'SENSITIVE_WORDS' })
    await move('recall', id)
    await call('relationEdit', { id: relation.id, section: '' })
    await hands.publish(id)
    expect(await call('relationEdit', { id: relation.id, section: '禁用词语' })).toMatchObject({
      errorCode: 'SENSITIVE_WORDS',
    })
    expect(await call('edit', { id, title: '禁用词语' }, admin)).toMatchObject({ errorCode: 'SENSITIVE_WORDS' })
  })

  test('visitors see what is published; an article that leaves the site leaves the topic at once, and comes back with it', async () => {
    const { id, articles } = await filled(2, { title: '公开的专题', model: 'caseMethod', sort: 0 })
    const [first = '', second = ''] = articles
    const hidden = await filled(1, { title: '没有发布的专题' })
    expect((await open('siteList', { model: 'caseMethod' })).value.total).toBe(0)
    await hands.publish(id)
    expect((await open('siteList', { model: 'caseMethod' })).value).toMatchObject({
      ...{ total: 1, list: [{ id, title: '公开的专题', url: `/site/public_special/${id}.html` }] },
    })
    expect((await open('siteTop', { size: 50 })).value.map((one: { id: string }) => one.id)).toContain(id)
    expect((await open('siteTop', {})).errorCode).toBe('MISSING_PARAMETER')
    const titles = JSON.stringify([(await open('siteTop', { size: 50 })).value, (await open('siteArticles')).value])
    expect(titles).not.toContain('没有发布的专题')
    expect((await open('siteArticles', { specialId: hidden.id })).value.total).toBe(0)
    const named = () => open('siteArticles', { specialId: id }).then(({ value }) => value.list)
    expect(await named()).toMatchObject([
      { articleId: first, section: '要闻', url: `/site/a/${Math.floor(Number(first) / 1000)}/${first}.html` },
      { articleId: second },
    ])
    const path = `public_special/${id}.html`
    await expect.poll(() => page(path)).toContain('可选的（1）')
    expect(await page('public_special/model_caseMethod.html')).toContain('公开的专题')
    await admin.call('article.takeDown', { items: [{ articleId: first, reason: '内容已过时' }] })
    expect(await page(path)).not.toContain('可选的（1）')
    expect(await named()).toHaveLength(1)
    expect(await hands.at(id)).toMatchObject({ hiddenCount: 1 })
    expect((await relations(id))[0].hidden).toContain('已下架')
    await admin.call('article.undo', { items: [{ articleId: first }] })
    await expect.poll(() => page(path)).toContain('可选的（1）')
    await hands.move('takeDown', id, { reason: '过期' })
    expect(await page(path)).toBe('404')
    expect(await page('public_special/model_caseMethod.html')).toBe('404')
  })

  test('a topic of 3,000 articles, and 300 topics, are answered and put in order as a whole', async () => {
    const { write } = server.parts.db
    const ids = (
      await makeArticles(server, 3000, { columnId: column, status: 2, by: writer.userId, title: '成批的' })
    ).map(Number)
    const times = { createdAt: server.clock.now, updatedAt: server.clock.now, version: 1 }
    const online = { status: 5, publishedAt: server.clock.now, sort: 9, ...times }
    const topics = Array.from({ length: 300 }, (_, i) => ({ title: `成批的专题 ${i}`, ...online }))
    const made = await write.insertInto('special').values(topics).returning('id').execute()
    const large = made[0]?.id ?? 0
    const rows = [
      ...ids.map((articleId, sort) => ({ specialId: large, articleId, title: '旧名', sort, ...times })),
      ...made.slice(1).map(({ id }) => ({ specialId: id, articleId: ids[0] ?? 0, title: '旧名', sort: 1, ...times })),
    ]
    for (let at = 0; at < rows.length; at += 1000)
      await write
        .insertInto('specialArticle')
        .values(rows.slice(at, at + 1000))
        .execute()
    expect((await relations(`${large}`)).length).toBe(3000)
    expect((await hands.call('list', { title: '成批的专题', pageSize: 200 })).value).toMatchObject({ total: 300 })
    expect(
      (await open('siteArticles', { specialId: `${large}`, pageSize: 200, pageNumber: 15 })).value.list,
    ).toHaveLength(200)
    const order = (await relations(`${large}`)).map(({ id }: { id: string }) => id).reverse()
    const arranged = await hands.call('arrange', { specialId: `${large}`, relationIds: order })
    expect(arranged.value[0].id).toBe(order[0])
  })

  test('a preview is drawn before anybody else sees it', async () => {
    const { id } = await filled(1, { title: '预览的专题' })
    const { text } = await hands.call('preview', { id })
    for (const part of ['<h1>预览的专题</h1>', '可选的（1）', '要闻']) expect(text).toContain(part)
    expect(await open('preview', { id })).toMatchObject({ status: 401 })
  })
})
