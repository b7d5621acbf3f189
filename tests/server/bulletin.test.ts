import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bulletinsOf } from '../support/bulletins.ts'
import { databases } from '../support/databases.ts'
import { pdf, sendFile } from '../support/files.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('the bulletin on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  let hands: ReturnType<typeof bulletinsOf>
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server)
    hands = bulletinsOf(server, () => admin)
  })
  afterAll(() => server.close())

  test('an issue is added, found, changed and deleted, back from the recycle bin and gone for good', async () => {
    const { call, at, move } = hands
    const given = { title: '甲公报', year: 2025, number: 7, total: 61, summary: '简介', publishedOn: '2025-07-01' }
    const { value } = await call('addOrUpdateBulletin', given)
    expect(value).toMatchObject({
      ...given,
      publishedOn: '2025-07-01 00:00:00',
      type: 0,
      status: 0,
      version: 1,
      files: [],
    })
    const found = (await call('list', { title: '甲公报' })).value
    expect(found).toMatchObject({ total: 1, list: [{ id: value.id, contentCount: 0, hiddenCount: 0 }] })
    expect((await call('list', { year: 2025, type: 1 })).value.total).toBe(0)
    const { id } = value
    expect((await call('edit', { id, version: 1, number: 8 })).value).toMatchObject({ number: 8, version: 2 })
    expect(await call('edit', { id, version: 1, title: '乙' })).toMatchObject({ errorCode: 'STALE' })
    // the specification's call changes too, where it is given an id; what is left out stays
    await call('addOrUpdateBulletin', { id, title: '乙公报', year: 2025, number: 8 })
    expect(await at(id)).toMatchObject({ title: '乙公报', total: 61, summary: '简介' })
    expect((await call('deleteBulletin', { id })).value).toEqual({ done: [id], failed: [] })
    expect(await call('getBulletin', { id })).toMatchObject({ errorCode: 'NOT_FOUND' })
    await move('binRestore', id)
    expect(await at(id)).toMatchObject({ status: 0 })
    await call('dels', { ids: [id] })
    await move('binPurge', id)
    expect((await call('binList', {})).value.total).toBe(0)
  })

  test('no two issues of a kind have one number in a year, and it is said which has it', async () => {
    const { call, issue } = hands
    const id = await issue({ year: 2020, number: 3, title: '先有的' })
    const again = { title: '后来的', year: 2020, number: 3 }
    const says = `期号（number）：工作公报 2020 年第 3 期已有：《先有的》（${id}）`
    expect(await call('addOrUpdateBulletin', again)).toMatchObject({ errorCode: 'CONFLICT', errorMsg: says })
    await issue({ ...again, type: 1 })
    const other = await issue({ ...again, number: 4 })
    expect(await call('edit', { id: other, number: 3 })).toMatchObject({ errorCode: 'CONFLICT' })
    expect((await call('edit', { id: other, number: 5 })).errorCode).toBe('0')
    await call('deleteBulletin', { id })
    expect((await call('addOrUpdateBulletin', again)).errorMsg).toContain('在回收站中，可以恢复它，或彻底删除')
    for (const wrong of [{ number: 0 }, { year: 1900 }, { type: 2 }])
      expect(await call('addOrUpdateBulletin', { ...again, ...wrong })).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect((await call('addOrUpdateBulletin', { title: '甲', year: 2020 })).errorMsg).toContain('number')
  })

  test('the years have their issues, the latest first', async () => {
    const { call, issue } = hands
    const ids = [
      await issue({ year: 2001, number: 1 }),
      await issue({ year: 2001, number: 2 }),
      await issue({ year: 2000 }),
    ]
    const { value } = await call('bulletinByYearList', { pageSize: 200 })
    const years = value.list.filter(({ year }: { year: number }) => year < 2010)
    expect(
      years.map(({ year, issues, published }: { year: number; issues: number; published: number }) => [
        year,
        issues,
        published,
      ]),
    ).toEqual([
      [2001, 2, 0],
      [2000, 1, 0],
    ])
    expect(years[0].list.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[0]])
    expect(value.list.map(({ year }: { year: number }) => year)).toEqual(
      value.list.map(({ year }: { year: number }) => year).sort((a: number, b: number) => b - a),
    )
    expect((await call('bulletinByYearList', { pageSize: 1, pageNumber: value.total })).value.list).toMatchObject([
      { year: 2000, list: [{ id: ids[2] }] },
    ])
    const options = (await call('options', {})).value.map(({ id }: { id: string }) => id)
    expect(options.indexOf(ids[1])).toBeLessThan(options.indexOf(ids[2]))
  })

  test('articles of the site are chosen, several at once, and each stands there once', async () => {
    const { call, issue, articles, contents } = hands
    const id = await issue()
    const [first, second, third] = await articles(column, 3, '可选的')
    await admin.call('article.takeDown', { items: [{ articleId: third, reason: '内容已过时' }] })
    const candidates = async () => (await call('candidates', { bulletinId: id, title: '可选的' })).value.list
    expect((await candidates()).map(({ id, chosen }: { id: string; chosen: number }) => [id, chosen])).toEqual([
      [second, 0],
      [first, 0],
    ])
    const chosen = await call('addsArticleBulletin', {
      ids: [second, first, third, '99999'],
      intoId: id,
      section: '通知',
    })
    expect(chosen.value).toMatchObject({
      done: [second, first],
      failed: [
        { id: third, errorCode: 'BAD_STATE' },
        { id: '99999', errorCode: 'NOT_FOUND' },
      ],
    })
    expect(chosen.value.failed[0].errorMsg).toContain('发布后才能选入公报')
    const { list } = (await admin.call('log.list', { call: 'bulletin.addsArticleBulletin', pageSize: 1 })).value
    expect(list[0].sentence).toMatch(/^把文章《可选的（2）》、《可选的（1）》选入公报《公报 \d+》$/)
    expect(await contents(id)).toMatchObject([
      { articleId: second, title: '可选的（2）', section: '通知', sort: 1, hidden: null },
      { articleId: first, title: '可选的（1）', section: '通知', sort: 2, hidden: null },
    ])
    expect((await candidates())[0]).toMatchObject({ id: second, chosen: 1 })
    const again = await call('addsArticleBulletin', { ids: [first], intoId: id })
    expect(again.value).toMatchObject({ done: [first], unchanged: [first] })
    expect(await call('addOrUpdateArticleBulletin', { bulletinId: id, articleId: first })).toMatchObject({
      errorCode: 'CONFLICT',
    })
    const entry = (await contents(id))[0].id
    const own = await call('editContent', { id: entry, title: '改写' })
    expect(own.errorMsg).toContain('标题和正文随文章')
    expect((await call('getArticleBulletin', { id: entry })).value).toMatchObject({
      content: expect.stringContaining('提案办理'),
    })
  })

  test('texts of its own are written, cleaned, changed and taken out', async () => {
    const { call, issue, text, titles, contents } = hands
    const id = await issue()
    const own = await text(id, '任免通知', {
      section: ' 人事 ',
      docNumber: '青政任〔2026〕1 号',
      content: '<p>甲<script>x</script></p>',
    })
    expect((await call('getArticleBulletin', { id: own })).value).toMatchObject({
      ...{ title: '任免通知', section: '人事', docNumber: '青政任〔2026〕1 号', content: '<p>甲</p>', articleId: null },
    })
    for (const [missing, says] of [
      [{ title: '只有标题' }, 'content'],
      [{ content: '<p>只有正文</p>' }, 'title'],
      [{ title: '空的', content: '<p> </p>' }, '请输入正文'],
    ] as const)
      expect((await call('addOrUpdateArticleBulletin', { bulletinId: id, ...missing })).errorMsg).toContain(says)
    expect((await call('editContent', { id: own, version: 1, section: '' })).value).toMatchObject({ section: null })
    expect(await call('editContent', { id: own, version: 1, title: '乙' })).toMatchObject({ errorCode: 'STALE' })
    await call('addOrUpdateArticleBulletin', { id: own, bulletinId: id, title: '改过的' })
    expect(await titles(id)).toEqual(['改过的'])
    const other = await issue()
    expect(await call('addOrUpdateArticleBulletin', { id: own, bulletinId: other })).toMatchObject({
      errorCode: 'BAD_INPUT',
    })
    expect((await call('delsArticleBulletin', { ids: [own, '99999'] })).value).toMatchObject({
      ...{ done: [own], failed: [{ id: '99999', errorCode: 'NOT_FOUND' }] },
    })
    expect(await contents(id)).toEqual([])
  })

  test('the order is set as a whole, and named rows must be all there are', async () => {
    const { call, issue, text, titles } = hands
    const id = await issue()
    const ids: string[] = []
    for (const title of ['一', '二', '三']) ids.push(await text(id, title))
    const [a, b, c] = ids
    const arranged = await call('arrange', { bulletinId: id, contentIds: [c, a, b] })
    expect(arranged.value.map(({ title }: { title: string }) => title)).toEqual(['三', '一', '二'])
    expect(await titles(id)).toEqual(['三', '一', '二'])
    expect(await call('arrange', { bulletinId: id, contentIds: [c, a] })).toMatchObject({ errorCode: 'CONFLICT' })
    expect(await call('arrange', { bulletinId: id, contentIds: [c, a, b, '99999'] })).toMatchObject({
      errorCode: 'NOT_FOUND',
    })
    await text(id, '四')
    expect(await titles(id)).toEqual(['三', '一', '二', '四'])
  })

  test('it is published by who may, withdrawn with a reason, and set back to an earlier wording', async () => {
    const { call, issue, text, at, move } = hands
    const id = await issue({ title: '初稿' })
    const refused = (await move('publish', id)).value.failed[0]
    expect(refused).toMatchObject({ errorCode: 'BAD_STATE' })
    expect(refused.errorMsg).toContain('还没有内容')
    await text(id, '一')
    expect((await move('publish', id)).value.done).toEqual([id])
    expect(await at(id)).toMatchObject({ status: 1, publishedAt: expect.any(String) })
    expect((await call('deleteBulletin', { id })).value.failed[0].errorMsg).toContain('请先撤回')
    expect((await move('withdraw', id)).value.failed[0].errorMsg).toContain('理由')
    await move('withdraw', id, { reason: '期号有误' })
    expect(await at(id)).toMatchObject({ status: 2, reason: '期号有误' })
    await move('undo', id)
    expect(await at(id)).toMatchObject({ status: 1 })
    await call('edit', { id, title: '二稿' })
    const steps = (await call('history', { id })).value.list
    expect(steps.map(({ act }: { act: string }) => act)).toEqual(['修改', '撤销：撤回', '撤回', '发布', '新增'])
    await call('restore', { id, revisionId: steps.at(-1).id })
    expect(await at(id)).toMatchObject({ title: '初稿' })
    expect((await call('counts', { title: '初稿' })).value.total).toBe(1)
  })

  test('a whole issue as a file is enough, and it is of its kind', async () => {
    const { call, issue, at, move } = hands
    const file = (await sendFile(server, admin, 'bulletin', '整期.pdf')).value.id
    const id = await issue({ files: [file] })
    expect(await at(id)).toMatchObject({ files: [{ name: '整期.pdf', kind: 'pdf' }] })
    expect((await move('publish', id)).value.done).toEqual([id])
    expect((await sendFile(server, admin, 'bulletin', '表.xlsx', pdf())).errorCode).not.toBe('0')
    await call('edit', { id, files: [] })
    expect(await at(id)).toMatchObject({ files: [] })
  })

  test('what is published is corrected by who may publish, with a row of the log; others put together what is not', async () => {
    const { issue, text, move } = hands
    const editor = await editing()
    const by = bulletinsOf(server, () => editor)
    const id = await by.issue()
    const own = await by.text(id, '一')
    expect(await by.move('publish', id)).toMatchObject({ errorCode: 'NO_PERMISSION' })
    await move('publish', id)
    const barred = { errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('bulletin_publish') }
    expect(await by.call('edit', { id, title: '乙' })).toMatchObject(barred)
    expect(await by.call('editContent', { id: own, title: '乙' })).toMatchObject(barred)
    expect(await by.call('arrange', { bulletinId: id, contentIds: [own] })).toMatchObject(barred)
    expect((await by.call('delsArticleBulletin', { ids: [own] })).value.failed[0]).toMatchObject({
      errorCode: 'NO_PERMISSION',
    })
    await hands.call('editContent', { id: own, title: '更正的' })
    const { list } = (await admin.call('log.list', { keyword: '修改公报中的', pageSize: 1 })).value
    expect(list[0].sentence).toContain('更正的')
    const auditor = await server.person({ roles: ['auditor'] })
    const reader = await server.person({ roles: ['readonly'] })
    expect((await move('withdraw', await published(text, issue), { reason: '甲' }, auditor)).value.failed).toEqual([])
    expect((await reader.call('bulletin.list')).errorCode).toBe('0')
    expect(await reader.call('bulletin.edit', { id, title: '甲' })).toMatchObject({ errorCode: 'NO_PERMISSION' })
  })

  /** Somebody who may put issues together, and no more. */
  async function editing(): Promise<Person> {
    const db = server.parts.db.write
    const role = await db.selectFrom('role').select('id').where('alias', '=', 'reporter').executeTakeFirstOrThrow()
    const keys = ['bulletin_list', 'bulletin_edit']
    const found = await db.selectFrom('resource').select('id').where('alias', 'in', keys).execute()
    await db
      .insertInto('roleResource')
      .values(found.map(({ id }) => ({ roleId: role.id, resourceId: id })))
      .execute()
    return server.person({ roles: ['reporter'] })
  }

  async function published(text: typeof hands.text, issue: typeof hands.issue): Promise<string> {
    const id = await issue()
    await text(id, '一')
    await hands.move('publish', id)
    return id
  }

  test('a forbidden word is refused at publication and in a correction, a personal number is told in the log', async () => {
    const { call, issue, text, move } = hands
    await admin.call('sensitive.add', { word: '禁用词语', level: 2 })
    const id = await issue()
    const own = await text(id, '含有禁用词语的一篇')
    const { failed } = (await move('publish', id)).value
    expect(failed[0]).toMatchObject({ errorCode: 'SENSITIVE_WORDS' })
    expect(failed[0].errorMsg).toContain('《含有禁用词语的一篇》')
    await call('editContent', { id: own, title: '改好的', content: '<p>联系电话 13912345678</p>' })
    expect((await move('publish', id)).value.done).toEqual([id])
    const { list } = (await admin.call('log.list', { keyword: '发布', pageSize: 5 })).value
    expect(JSON.stringify(list)).toContain('含个人信息')
    expect(await call('editContent', { id: own, content: '<p>禁用词语</p>' })).toMatchObject({
      errorCode: 'SENSITIVE_WORDS',
    })
    expect(await call('edit', { id, summary: '禁用词语' })).toMatchObject({ errorCode: 'SENSITIVE_WORDS' })
    for (const field of ['section', 'docNumber'])
      expect(await call('editContent', { id: own, [field]: '禁用词语' })).toMatchObject({
        errorCode: 'SENSITIVE_WORDS',
      })
  })

  test('a preview is drawn before anybody else sees it', async () => {
    const { call, issue, text } = hands
    const id = await issue({ title: '预览的一期' })
    await text(id, '还没有发布的一篇', { section: '文件' })
    const { text: html } = await call('preview', { id })
    for (const part of ['<h1>预览的一期</h1>', '还没有发布的一篇', '<h3>文件</h3>', '<style>'])
      expect(html).toContain(part)
    expect(await server.anyone.call('bulletin.preview', { id })).toMatchObject({ status: 401 })
  })
})
