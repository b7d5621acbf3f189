import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { everyRow } from '../support/rows.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('columns that are merged on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  const merge = (id: number, intoId: number, who = admin) =>
    who.call('column.merge', { id, intoId, reason: '栏目重复' })
  const tried = async (id: number, intoId: number) => {
    const before = await everyRow(server.parts)
    const { text } = await server.raw('/x/dry-run/x/column/merge', {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      body: JSON.stringify({ id, intoId, reason: '栏目重复' }),
    })
    expect(await everyRow(server.parts)).toEqual(before)
    return JSON.parse(text)
  }
  const save = async (title: string, more: object = {}) =>
    Number((await admin.call('column.save', { columnType: 1, categoryTitle: title, ...more })).value.categoryId)
  const posted = async (columnId: number, more: object = {}) =>
    Number((await admin.call('article.saveAdmin', anArticle(columnId, more))).value.articleId)
  const published = async (columnId: number, title: string) => {
    const articleId = await posted(columnId, { title, status: 1 })
    for (const to of ['article.accept', 'article.approve'] as const) await admin.call(to, { items: [{ articleId }] })
    return articleId
  }
  const columnOf = async (id: number) => Number((await admin.call('article.view', { articleId: id })).value.columnId)
  const site = async (path: string) => {
    await server.parts.site.showTouched({ wait: true })
    const reply = await fetch(`${server.url}/site/${path}`)
    return { status: reply.status, text: await reply.text() }
  }

  test('all that named the one names the other, the old one is gone, from the site too', async () => {
    const into = await save('提案工作', { columnPath: 'ta-gong-zuo' })
    const old = await save('提案动态', { columnPath: 'ta-dong-tai' })
    await save('办理', { categoryCategoryId: into })
    await save('征集', { categoryCategoryId: old })
    const friend = await save('委员风采', { relationCategoryid: `${old},${into}` })
    await admin.call('setting.save', { items: [{ name: 'site.interact', value: 'ta-dong-tai,ta-gong-zuo' }] })
    const shown = await published(old, '春季提案办理')
    const binned = await posted(old, { title: '作废' })
    await admin.call('article.delete', { items: [{ articleId: binned }] })
    expect((await site('ta-dong-tai/')).text).toContain('春季提案办理')

    const foretold = await tried(old, into)
    const { value, errorMsg } = await merge(old, into)
    expect(errorMsg).toBe('')
    expect(foretold.value.value).toEqual(value)
    expect(value).toMatchObject({ name: '提案动态', intoName: '提案工作' })
    expect(value.moved).toBe('2 篇文章、1 个下级栏目、站点设置「互动交流」')
    expect(value.says).toContain('「提案动态」删除，它在网站上的网址不再可用')

    expect(await columnOf(shown)).toBe(into)
    expect((await admin.call('column.get', { id: old })).errorCode).toBe('NOT_FOUND')
    const tree = (await admin.call('column.tree')).value
    const node = tree.find((one: { columnId: string }) => one.columnId === String(into))
    expect(node.children.map((one: { categoryTitle: string }) => one.categoryTitle)).toEqual(['办理', '征集'])
    expect((await admin.call('column.get', { id: friend })).value.relationCategoryid).toBe(String(into))
    expect((await admin.call('setting.get', { name: 'site.interact' })).value.value).toBe('ta-gong-zuo')
    const [row] = (await admin.call('log.list', { call: 'column.merge' })).value.list
    expect(row.sentence).toBe('把栏目「提案动态」并入「提案工作」')
    expect(row.after).toMatchObject({ into: '提案工作', reason: '栏目重复', moved: value.moved })

    expect((await site('ta-gong-zuo/')).text).toContain('春季提案办理')
    expect((await site('ta-dong-tai/')).status).toBe(404)
    expect((await site('')).text).not.toContain('ta-dong-tai')
    const of = (await admin.call('column.summary')).value
    expect(of.find((one: { columnId: string }) => one.columnId === String(into))).toMatchObject({ published: 1 })
    // nothing of it is left to be merged
    expect((await merge(old, into)).errorCode).toBe('NOT_FOUND')
    await admin.call('setting.reset', { names: ['site.interact'] })
  })

  test('a copy under review that was to go into the one goes into the other', async () => {
    const [from, old, into] = [await save('要闻'), await save('简讯'), await save('快讯')]
    const articleId = await published(from, '视察城东新区')
    await admin.call('article.update', { articleId, columnId: old, status: 1 })
    expect((await merge(old, into)).errorMsg).toBe('')
    for (const to of ['article.accept', 'article.approve'] as const)
      expect((await admin.call(to, { items: [{ articleId }] })).value.failed).toEqual([])
    expect(await columnOf(articleId)).toBe(into)
  })

  test('roles that had the one have the other, as far as the caller may give it', async () => {
    const [old, into, elsewhere] = [
      await makeColumn(server, '通知'),
      await makeColumn(server, '公告'),
      await save('它'),
    ]
    const { read, write } = server.parts.db
    const roleOf = async (alias: string, ...columns: number[]) => {
      const made = { createdAt: server.clock.now, updatedAt: 0, version: 1 }
      const values = { alias, name: alias, enabled: 1 as const, factor: 0 as const, dataScope: 'ALL', ...made }
      const { id } = await write.insertInto('role').values(values).returning('id').executeTakeFirstOrThrow()
      const given = columns.map((columnId) => ({ roleId: id, columnId }))
      if (given.length > 0) await write.insertInto('columnRole').values(given).execute()
      return id
    }
    const both = await roleOf('两栏都管', old, into)
    const first = await roleOf('只管通知', old)
    await roleOf('只管公告', into)
    const merging = await roleOf('合并员')
    const key = await read.selectFrom('resource').select('id').where('alias', '=', 'column_merge').executeTakeFirst()
    await write
      .insertInto('roleResource')
      .values({ roleId: merging, resourceId: key?.id as number })
      .execute()
    const half = await server.person({ roles: ['合并员'], columns: [old, elsewhere] })
    expect(await merge(old, into, half)).toMatchObject({
      errorCode: 'NO_PERMISSION',
      errorMsg: '您没有栏目「公告」的权限，不能合并',
    })
    // who has the key by one role and the articles of the other column by another sees no more by it
    const reader = await server.person({ roles: ['合并员', '只管公告'], columns: [] })
    await write
      .insertInto('roleResource')
      .values({
        roleId: await read
          .selectFrom('role')
          .select('id')
          .where('alias', '=', '只管公告')
          .executeTakeFirstOrThrow()
          .then(({ id }) => id),
        resourceId: (
          await read.selectFrom('resource').select('id').where('alias', '=', 'article_list').executeTakeFirst()
        )?.id as number,
      })
      .execute()
    await write.insertInto('columnRole').values({ roleId: merging, columnId: into }).execute()
    expect(await merge(old, into, reader)).toMatchObject({ errorCode: 'NO_PERMISSION' })
    await write.deleteFrom('columnRole').where('roleId', '=', merging).where('columnId', '=', into).execute()
    const { value } = await merge(old, into)
    // 只管通知 and 合并员 come to have the other one
    expect(value.says).toContain('2 个角色随之可用「公告」的全部文章，1 个角色随之可用并入的文章')
    const columnsOf = async (roleId: number) => (await admin.call('column.roleList', { roleId })).value[0].columnIds
    expect(await columnsOf(both)).toEqual([String(into)])
    expect(await columnsOf(first)).toEqual([String(into)])
  })

  test('what cannot be merged is refused by name, and nothing is changed', async () => {
    const old = await save('文史')
    const below = await save('史料', { categoryCategoryId: old })
    const into = await save('文化')
    const link = await save('外站', { columnType: 3, columnDiyUrl: 'https://example.org/' })
    const refused = async (id: number, intoId: number, errorCode: string, errorMsg: string) => {
      const rows = async () => {
        const { log: _, logHead: __, ...all } = await everyRow(server.parts)
        return all
      }
      const before = await rows()
      expect(await tried(id, intoId)).toMatchObject({ errorCode, errorMsg })
      expect(await merge(id, intoId)).toMatchObject({ errorCode, errorMsg })
      expect(await rows()).toEqual(before)
    }
    await refused(old, old, 'BAD_STATE', '栏目「文史」不能并入自己')
    await refused(old, below, 'BAD_STATE', '「史料」是「文史」的下级栏目，不能并入，请先把它移到别处')
    await refused(old, link, 'BAD_STATE', '「外站」是链接栏目，没有自己的页面，不能并入，请选择另一个栏目')
    const page = await save('简介', { columnType: 2 })
    await refused(old, page, 'BAD_STATE', '「简介」是单页栏目，网页只显示一篇文章，不能并入，请选择另一个栏目')
    await refused(old, 4040, 'NOT_FOUND', '栏目 4040 不存在')
    const twin = await save('史料', { categoryCategoryId: into })
    await refused(old, into, 'CONFLICT', '合并后同一上级下会有重复的栏目：「史料」。请先改名、移走或删除其中之一')
    await admin.call('column.edit', { categoryId: twin, categoryTitle: '史料选登' })
    const model = (await admin.call('contentModel.save', { cmName: '史料登记', cmTableName: 'shi_liao' })).value
    await admin.call('column.edit', { categoryId: old, columnContentModelId: Number(model.id) })
    await refused(
      old,
      into,
      'BAD_STATE',
      '栏目「文史」有内容模型，「文化」用的不是同一个，文章填好的字段会不再显示；请先给「文化」选定同一内容模型',
    )
    await admin.call('column.edit', { categoryId: into, columnContentModelId: Number(model.id) })
    expect((await merge(old, into)).errorMsg).toBe('')
  })

  test('one below the other goes up into it; an empty one with a child called as itself too', async () => {
    const into = await save('政务')
    const old = await save('公开', { categoryCategoryId: into })
    await save('公开', { categoryCategoryId: old })
    expect((await merge(old, into)).errorMsg).toBe('')
    const tree = (await admin.call('column.tree')).value
    const node = tree.find((one: { columnId: string }) => one.columnId === String(into))
    expect(node.children).toMatchObject([{ categoryTitle: '公开', children: [] }])
  })
})
