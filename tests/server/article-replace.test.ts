import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { databases } from '../support/databases.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

interface Place {
  no: number
  field: string
  before: string
  found: string
  after: string
  fits: boolean
}
interface Row {
  articleId: string
  version: number
  way: number
  total: number
  places: Place[]
}

interface Ended {
  readonly jobId: string
  readonly state: string
  readonly done: string[]
  readonly failed: object[]
}

describe.each(databases)('one text in the place of another one, in many articles, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'], name: '管理员甲' })
  })
  afterAll(() => server.close())

  const fresh = async (title = '替换') => {
    column = await makeColumn(server, title)
  }
  const save = async (more: object = {}, who = admin): Promise<string> => {
    const { value, errorMsg } = await who.call('article.saveAdmin', anArticle(column, { status: 3, ...more }))
    expect(errorMsg).toBe('')
    return value.articleId
  }
  const move = (name: string, articleId: string, more: object = {}) =>
    admin.call(`article.${name}`, { items: [{ articleId, ...more }] })
  const publish = async (more: object = {}) => {
    const articleId = await save({ status: 1, ...more })
    await move('accept', articleId)
    await move('approve', articleId)
    return articleId
  }
  const view = async (articleId: string) => (await admin.call('article.view', { articleId })).value
  const wanted = { find: '文史委', to: '文化文史委' }
  const find = async (more: object = {}, who = admin) => {
    const { value, errorMsg } = await who.call('article.replaceFind', { ...wanted, columnId: column, ...more })
    expect(errorMsg).toBe('')
    return value as { list: Row[]; nextId: string | null; looked: number }
  }
  const items = (rows: readonly Row[]) => rows.map(({ articleId, version }) => ({ articleId, version }))
  const replace = async (chosen: object[], more: object = {}, who = admin) => {
    const { value, errorMsg } = await who.call('article.replace', {
      ...{ ...wanted, reason: '机构改革后更名', items: chosen },
      ...more,
    })
    expect(errorMsg).toBe('')
    return ended(value, who)
  }
  /** As it ended: a call that answers before is asked again. */
  const ended = async (job: Ended, who: Person): Promise<Ended> =>
    job.state === 'running' ? ended((await who.call('article.task', { jobId: job.jobId })).value, who) : job

  test('every place is shown with what stands around it; what is left out stays, the rest is replaced, and the history tells', async () => {
    await fresh()
    const id = await save({
      title: '文史委通知',
      summary: '请文史委办理',
      content: '<p>县政协<a href="/文史委">文史委</a>和文<b>史委</b></p>',
    })
    const other = await save({ title: '无关' })
    const { list, nextId, looked } = await find()
    expect([nextId, list.map(({ articleId }) => articleId)]).toEqual([null, [id]])
    expect(looked).toBeLessThanOrEqual(2)
    const [row] = list as [Row]
    expect(row).toMatchObject({ way: 0, total: 4, version: 1 })
    expect(row.places).toEqual([
      { no: 0, field: 'title', before: '', found: '文史委', after: '通知', fits: true },
      { no: 1, field: 'summary', before: '请', found: '文史委', after: '办理', fits: true },
      { no: 2, field: 'content', before: '县政协', found: '文史委', after: '和文史委', fits: true },
      { no: 3, field: 'content', before: '县政协文史委和', found: '文史委', after: '', fits: false },
    ])
    const job = await replace([{ articleId: id, version: 1, leave: [1] }])
    expect(job).toMatchObject({ state: 'done', done: [id], failedCount: 0, places: 2, says: '替换 1 篇 2 处' })
    expect(await view(id)).toMatchObject({
      ...{ title: '文化文史委通知', summary: '请文史委办理', status: 3, version: 2 },
      content: '<p>县政协<a href="/文史委" rel="noopener">文化文史委</a>和文<b>史委</b></p>',
    })
    expect((await view(other)).version).toBe(1)
    const { value } = await admin.call('article.revisions', { articleId: id })
    expect(value.list[0]).toMatchObject({ act: '查找替换', reason: '机构改革后更名' })
    const log = (await admin.call('log.list', { pageSize: 5 })).value.list
    expect(log.map(({ call }: { call: string }) => call)).toContain('article.replace')
    const entry = log.find(({ call }: { call: string }) => call === 'article.update')
    expect(entry.result).toBe('「文史委」替换为「文化文史委」，2 处，理由：机构改革后更名')
    // the way back is the history
    const first = value.list.at(-1).revisionId
    await admin.call('article.restore', { articleId: id, revisionId: first, version: 2 })
    expect((await view(id)).title).toBe('文史委通知')
  })

  test('with nothing in its place it goes', async () => {
    await fresh()
    const id = await save({ title: '文史委通知', content: '<p>县政协文史委办理</p>' })
    for (const to of [undefined, null, ''])
      expect((await find({ to })).list[0], String(to)).toMatchObject({ articleId: id, total: 2 })
    expect(await replace([{ articleId: id, version: 1 }], { to: '' })).toMatchObject({ state: 'done', places: 2 })
    expect(await view(id)).toMatchObject({ title: '通知', content: '<p>县政协办理</p>' })
  })

  test('what stands beyond the places that are shown is said not to be replaced', async () => {
    await fresh()
    const id = await save({ content: `<p>${'文史委，'.repeat(501)}</p>` })
    expect((await find()).list[0]).toMatchObject({ total: 501 })
    const job = await replace([{ articleId: id, version: 1 }], { to: '文化委' })
    const says = expect.stringContaining('还有 1 处超出每篇一次 500 处的上限，没有替换，请再查找替换一次')
    expect(job).toMatchObject({ state: 'done', places: 500, beyond: 1, says })
    const rest = await replace([{ articleId: id, version: 2 }], { to: '文化委' })
    expect(rest).toMatchObject({ places: 1, beyond: 0 })
  })

  test('what is published becomes a copy under review, and an open copy is what is changed', async () => {
    await fresh()
    const online = await publish({ title: '文史委已发布' })
    const waiting = await publish({ title: '发布了的' })
    await admin.call('article.update', { articleId: waiting, title: '文史委修订', status: 1 })
    const drafted = await publish({ title: '发布了的另一篇' })
    await admin.call('article.update', { articleId: drafted, title: '文史委草稿', status: 3 })
    const { list } = await find()
    expect(list.map(({ articleId, way }) => [articleId, way])).toEqual([
      [online, 2],
      [waiting, 3],
      [drafted, 4],
    ])
    expect((await replace(items(list))).done).toEqual([online, waiting, drafted])
    const reviews = await Promise.all([online, waiting, drafted].map(view))
    expect(reviews.map(({ title, status, review }) => [title, status, review.title, review.status])).toEqual([
      ['文史委已发布', 2, '文化文史委已发布', 1],
      ['发布了的', 2, '文化文史委修订', 1],
      ['发布了的另一篇', 2, '文化文史委草稿', 3],
    ])
    await move('accept', online)
    await move('approve', online)
    expect(await view(online)).toMatchObject({ title: '文化文史委已发布', status: 2, review: null })
  })

  test('who may not accept puts an accepted one back to be accepted', async () => {
    await fresh()
    const writer = await server.person({ roles: ['staff'], columns: [column] })
    const { value } = await writer.call('article.saveRole', anArticle(column, { title: '文史委初审过的', status: 1 }))
    await move('accept', value.articleId)
    const { list } = await find({}, writer)
    expect(list).toMatchObject([{ articleId: value.articleId, way: 1 }])
    expect((await replace(items(list), {}, writer)).done).toEqual([value.articleId])
    expect(await view(value.articleId)).toMatchObject({ title: '文化文史委初审过的', status: 1 })
  })

  test('what somebody has changed since is refused by name, and what cannot be saved; the others are replaced', async () => {
    await fresh()
    const [changed, long, good] = [
      await save({ title: '文史委一' }),
      await save({ title: `文史委${'长'.repeat(297)}` }),
      await save({ title: '文史委三' }),
    ]
    const { list } = await find()
    await admin.call('article.update', { articleId: changed, title: '文史委改过' })
    const job = await replace(items(list))
    expect(job).toMatchObject({ state: 'done', done: [good], failedCount: 2, places: 1 })
    expect(job.failed).toMatchObject([
      { id: changed, errorCode: 'STALE' },
      { id: long, errorCode: 'BAD_INPUT', errorMsg: '标题（title）：最多 300 个字' },
    ])
    expect([(await view(changed)).title, (await view(good)).title]).toEqual(['文史委改过', '文化文史委三'])
  })

  test('a replacement that would bring in a forbidden word is refused by name, and what nobody audits may hold it', async () => {
    await fresh()
    const [draft, online] = [await save({ title: '文史委草稿' }), await publish({ title: '文史委在线' })]
    await admin.call('sensitive.add', { word: '不许写的词', level: 2 })
    const { list } = await find({ to: '不许写的词' })
    const job = await replace(items(list), { to: '不许写的词' })
    expect(job.done).toEqual([draft])
    expect(job.failed).toMatchObject([
      { id: online, errorCode: 'SENSITIVE_WORDS', errorMsg: expect.stringContaining('「不许写的词」') },
    ])
    expect(await view(online)).toMatchObject({ title: '文史委在线', status: 2, review: null })
  })

  test('only within reach, and only with the right to change', async () => {
    await fresh('别处')
    const elsewhere = await save({ title: '文史委在别处' })
    const writer = await server.person({ roles: ['staff'], columns: [await makeColumn(server, '自己的')] })
    expect((await find({}, writer)).list).toEqual([])
    const job = await replace([{ articleId: elsewhere, version: 1 }], {}, writer)
    expect(job.failed).toMatchObject([{ id: elsewhere, errorCode: 'NOT_FOUND' }])
    const reader = await server.person({ roles: ['readonly'] })
    expect((await reader.call('article.replaceFind', wanted)).errorCode).toBe('NO_PERMISSION')
  })

  test('in the fields that are named, of any width and size where that is wished; the same text is no replacement', async () => {
    await fresh()
    const id = await save({ title: 'ＣＰＰＣＣ简报', keywords: 'cppcc', content: '<p>CPPCC</p>' })
    const ways = async (more: object) =>
      (await find({ find: 'CPPCC', to: '政协', ...more })).list.flatMap(({ places }) =>
        places.map(({ found }) => found),
      )
    expect(await ways({})).toEqual(['CPPCC'])
    expect(await ways({ anyCase: true })).toEqual(['cppcc', 'CPPCC'])
    expect(await ways({ anyCase: true, anyWidth: true })).toEqual(['ＣＰＰＣＣ', 'cppcc', 'CPPCC'])
    expect(await ways({ anyCase: true, anyWidth: true, parts: 'title' })).toEqual(['ＣＰＰＣＣ'])
    const item = { articleId: id, version: 1 }
    const same = await admin.call('article.replace', { find: '甲', to: '甲', reason: '无', items: [item] })
    expect(same.errorCode).toBe('BAD_INPUT')
    const none = await replace([item], { find: '没有的', to: '有的' })
    expect(none).toMatchObject({ done: [id], places: 0, says: '替换 0 篇 0 处，1 篇没有要替换的' })
  })

  test('a rehearsal tells what would become of each and keeps nothing', async () => {
    await fresh()
    const [one, two] = [await save({ title: '文史委一' }), await save({ title: '文史委二' })]
    const given = {
      ...wanted,
      reason: '更名',
      items: [one, two].map((articleId) => ({ articleId, version: articleId === one ? 1 : 9 })),
    }
    const { value } = await server.raw('/x/dry-run/x/article/replace', {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      body: JSON.stringify(given),
    })
    expect(value.value).toMatchObject({ done: [one], failed: [{ id: two, errorCode: 'STALE' }], places: 1 })
    expect((await view(one)).version).toBe(1)
  })

  test('pages go on where the last one ended, and thousands are replaced while others are served', async () => {
    await fresh('很多')
    const ids = await makeArticles(server, 1200, { columnId: column, status: 3, by: admin.userId })
    const wish = { find: '提案办理', to: '提案承办' }
    const all: Row[] = []
    let [next, pages] = [undefined as string | undefined, 0]
    do {
      const { list, nextId } = await find({ ...wish, pageSize: 100, afterId: next })
      all.push(...list)
      next = nextId ?? undefined
      pages += 1
    } while (next)
    expect([all.length, pages]).toEqual([1200, 13])
    const job = replace(items(all), wish)
    expect((await admin.call('article.view', { articleId: ids[0] })).errorCode).toBe('0')
    expect(await job).toMatchObject({ state: 'done', failedCount: 0, places: 1200 })
    expect((await view(ids.at(-1) as string)).content).toBe('<p>会议听取了提案承办情况的通报。</p>')
  })
})
