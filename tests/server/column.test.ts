import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeContract } from '../../core/contract/areas.ts'
import { databases } from '../support/databases.ts'
import { anArticle, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('columns on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  const save = async (title: string, more: object = {}) => {
    const reply = await admin.call('column.save', { columnType: 1, categoryTitle: title, ...more })
    expect(reply.errorMsg).toBe('')
    return reply.value
  }

  test('are saved, shown in a tree, changed and deleted', async () => {
    const parent = await save('政务公开', { categorySort: 2 })
    const child = await save('通知公告', { categoryCategoryId: parent.categoryId, columnPath: 'tzgg' })
    const { value: tree } = await admin.call('column.tree')
    const node = tree.find((n: { categoryId: string }) => n.categoryId === parent.categoryId)
    expect(node.children.map((c: { categoryTitle: string }) => c.categoryTitle)).toEqual(['通知公告'])
    const edited = await admin.call('column.edit', {
      categoryId: child.categoryId,
      categoryTitle: '公示公告',
      version: child.version,
    })
    expect(edited.value).toMatchObject({ categoryTitle: '公示公告', columnPath: 'tzgg', version: 2 })
    expect(
      await admin.call('column.edit', { categoryId: child.categoryId, categoryTitle: '旧', version: 1 }),
    ).toMatchObject({ errorCode: 'STALE' })
    const { value } = await admin.call('column.del', { ids: `${parent.categoryId},${child.categoryId}` })
    expect(value.done).toEqual([child.categoryId])
    expect(value.failed[0]).toMatchObject({
      id: parent.categoryId,
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringContaining('公示公告'),
    })
  })

  test('say how many articles they hold, where they are on the site, and whether they are in its navigation', async () => {
    const column = await save('提案办理', { columnPath: 'tabl', inNav: 0 })
    expect(column.inNav).toBe(0)
    expect((await save('照常')).inNav).toBe(1)
    const shown = await admin.call('column.edit', { categoryId: column.categoryId, inNav: 1 })
    expect(shown.value.inNav).toBe(1)
    for (const status of [1, 3]) await admin.call('article.saveAdmin', anArticle(Number(column.categoryId), { status }))
    const of = async (who: Person) =>
      (await who.call('column.summary')).value.find((one: { columnId: string }) => one.columnId === column.columnId)
    expect(await of(admin)).toEqual({
      columnId: column.columnId,
      articles: 2,
      published: 0,
      frontPage: null,
      // on this server, for as long as nobody has said where the site is
      url: '/site/tabl/',
    })
    const { db } = server.parts
    await db.write.insertInto('setting').values({ name: 'site.base', value: 'https://www.a.test/zx' }).execute()
    expect((await of(admin)).url).toBe('https://www.a.test/zx/tabl/')
    await db.write.deleteFrom('setting').where('name', '=', 'site.base').execute()
  })

  test('are put in order by one call, all or none, with one row in the log', async () => {
    const parent = await save('专题')
    const ids: string[] = []
    for (const title of ['一', '二', '三'])
      ids.push((await save(title, { categoryCategoryId: parent.categoryId })).categoryId)
    const elsewhere = await save('四')
    const order = async () => {
      const { value } = await admin.call('column.tree')
      const node = value.find((n: { categoryId: string }) => n.categoryId === parent.categoryId)
      return node.children.map((n: { categoryTitle: string }) => n.categoryTitle).join('')
    }
    const arrange = (columnIds: readonly string[], categoryCategoryId = parent.categoryId) =>
      admin.call('column.arrange', { categoryCategoryId, columnIds })
    const logged = async () =>
      (await server.parts.db.read.selectFrom('log').selectAll().where('call', '=', 'column.arrange').execute()).length
    const before = await logged()
    const [one, two, three] = ids as [string, string, string]
    expect((await arrange([three, elsewhere.categoryId, one, two])).errorMsg).toBe('')
    expect(await order()).toBe('三四一二')
    expect(await logged()).toBe(before + 1)
    const told = async () => (await admin.call('log.list', { call: 'column.arrange' })).value.list[0].sentence
    expect(await told()).toBe('调整栏目「三」、「四」的位置')
    // of two neighbours that changed places both are named, and nobody else, though all may have got new numbers
    expect((await arrange([three, elsewhere.categoryId, two, one])).errorMsg).toBe('')
    expect(await told()).toBe('调整栏目「二」、「一」的位置')
    expect((await arrange([one, three, elsewhere.categoryId, two])).errorMsg).toBe('')
    expect(await told()).toBe('调整栏目「一」的位置')
    expect((await arrange([three, elsewhere.categoryId, one, two])).errorMsg).toBe('')
    // the same order once more changes nothing and is no news
    expect((await arrange([three, elsewhere.categoryId, one, two])).errorMsg).toBe('')
    expect(await logged()).toBe(before + 4)
    // what somebody else has put there is not lost between; nor is somebody else said to have done it
    expect(await arrange([one, two, three])).toMatchObject({
      errorCode: 'CONFLICT',
      errorMsg: `顺序中缺少「四」（${elsewhere.categoryId}）：应写出同一上级栏目下的全部栏目。如是他人刚作了调整，请刷新后再试`,
    })
    const gone = '999999'
    expect(await arrange([one, gone])).toMatchObject({
      errorCode: 'CONFLICT',
      errorMsg: expect.stringMatching(
        new RegExp(`^顺序中缺少(?=.*（${two}）)(?=.*（${three}）).*；栏目 ${gone} 不存在`),
      ),
    })
    // a failure at the end undoes what came before it
    expect(await arrange([two, one, three, elsewhere.categoryId, gone])).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(await arrange([two, one, three, elsewhere.categoryId, parent.categoryId])).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: expect.stringContaining('不能是栏目自己或它的下级'),
    })
    expect(await order()).toBe('三四一二')
    expect((await arrange([one], two)).errorMsg).toBe('')
    expect(await arrange([two], one)).toMatchObject({ errorCode: 'BAD_INPUT' })
  })

  test('come last where no place is said, new ones and those from elsewhere', async () => {
    const parent = await save('机构')
    const under = (title: string) => save(title, { categoryCategoryId: parent.categoryId })
    const [a, b] = [await under('甲委'), await under('乙委')]
    await admin.call('column.arrange', {
      categoryCategoryId: parent.categoryId,
      columnIds: [b.categoryId, a.categoryId],
    })
    const elsewhere = await save('丙委', { categorySort: 0 })
    await under('丁委')
    await admin.call('column.edit', { categoryId: elsewhere.categoryId, categoryCategoryId: parent.categoryId })
    const { value } = await admin.call('column.tree')
    const node = value.find((n: { categoryId: string }) => n.categoryId === parent.categoryId)
    expect(node.children.map((n: { categoryTitle: string }) => n.categoryTitle)).toEqual([
      '乙委',
      '甲委',
      '丁委',
      '丙委',
    ])
  })

  test('say who changed them meanwhile', async () => {
    const column = await save('两人同改')
    const other = await server.person({ roles: ['admin'], name: '林知远' })
    await other.call('column.edit', { categoryId: column.categoryId, columnKeyword: '关键词' })
    const reply = await admin.call('column.edit', { categoryId: column.categoryId, columnKeyword: '我的', version: 1 })
    expect(reply).toMatchObject({ errorCode: 'STALE', errorMsg: expect.stringMatching(/^该栏目已由 林知远 于 .+修改/) })
  })

  test('two of one name under one parent are refused, whichever way they come there; what an older version took stays', async () => {
    const [a, b] = [await save('党务公开'), await save('镇务公开')]
    const child = await save('党务公开', { categoryCategoryId: b.categoryId })
    const double = {
      errorCode: 'CONFLICT',
      errorMsg: expect.stringContaining(`栏目「党务公开」在同一上级下已存在（${a.categoryId}），请换一个名称`),
    }
    const edit = (categoryId: string, more: object) => admin.call('column.edit', { categoryId, ...more })
    expect(await admin.call('column.save', { columnType: 1, categoryTitle: '党务公开 ' })).toMatchObject(double)
    expect(await edit(b.categoryId, { categoryTitle: '党务公开' })).toMatchObject(double)
    expect(await edit(child.categoryId, { categoryCategoryId: 0 })).toMatchObject(double)
    const top = (await admin.call('column.tree')).value.map(({ columnId }: { columnId: string }) => columnId)
    const order = { categoryCategoryId: 0, columnIds: [...top, child.categoryId] }
    expect(await admin.call('column.arrange', order)).toMatchObject(double)
    const { db } = server.parts
    await db.write.updateTable('column').set({ parentId: 0 }).where('id', '=', Number(child.categoryId)).execute()
    expect(await edit(child.categoryId, { categoryTitle: '党务公开', columnKeyword: '党务' })).toMatchObject({
      errorCode: '0',
    })
    for (const { categoryId } of [child, a, b]) await admin.call('column.del', { ids: [categoryId] })
  })

  test('refuse circles, doubled folders, and deletion while articles are in them', async () => {
    const a = await save('甲', { columnPath: 'jia' })
    const b = await save('乙', { categoryCategoryId: a.categoryId })
    expect(
      await admin.call('column.edit', { categoryId: a.categoryId, categoryCategoryId: b.categoryId }),
    ).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect(await admin.call('column.save', { columnType: 1, categoryTitle: '丙', columnPath: 'jia' })).toMatchObject({
      errorCode: 'CONFLICT',
    })
    expect(await admin.call('column.save', { columnType: 1, categoryTitle: '丙', columnPath: '../x' })).toMatchObject({
      errorCode: 'BAD_INPUT',
    })
    const answered = Object.values(await wholeContract()).flatMap((area) => Object.values(area).map(({ path }) => path))
    const names = new Set(answered.map((path) => path.split('/')[1] ?? '').filter((name) => /^[a-z0-9-]+$/.test(name)))
    expect(names.size).toBeGreaterThan(5)
    for (const columnPath of ['a', 'assets', 'search', 'map', 'c12', 'uploads', 'web', 'site', 'healthz', ...names])
      expect(await admin.call('column.save', { columnType: 1, categoryTitle: '丙', columnPath })).toMatchObject({
        errorCode: 'BAD_INPUT',
        errorMsg: `目录名（columnPath）：「${columnPath}」为系统保留，请换一个`,
      })
    // what an older version took stays, and can be sent back
    const { categoryId } = await save('旧')
    const old = server.parts.db.write.updateTable('column').set({ path: 'people' }).where('id', '=', Number(categoryId))
    await old.execute()
    const kept = { categoryId, columnPath: 'people', columnKeyword: '人物' }
    expect((await admin.call('column.edit', kept)).value).toMatchObject({ columnPath: 'people', columnKeyword: '人物' })
    await admin.call('article.saveAdmin', anArticle(Number(b.categoryId)))
    expect((await admin.call('column.del', { ids: b.categoryId })).value.failed[0].errorMsg).toContain('1 篇文章')
  })

  test('refuse templates that the site does not have, but keep what an older version took', async () => {
    const chosen = await save('有模板', { columnListUrl: ' single.html', columnUrl: 'article' })
    const wrong = { columnUrl: 'nothing', columnListUrl: '../../../../etc/passwd' }
    for (const [field, value] of Object.entries(wrong)) {
      const reply = await admin.call('column.edit', { categoryId: chosen.categoryId, [field]: value })
      expect(reply).toMatchObject({
        errorCode: 'BAD_INPUT',
        errorMsg: expect.stringContaining(`（${field}）：没有这个模板`),
      })
      const added = await admin.call('column.save', { columnType: 1, categoryTitle: '没有', [field]: value })
      expect(added.errorMsg).toBe(reply.errorMsg)
    }
    const columns = server.parts.db.write.updateTable('column').where('id', '=', Number(chosen.categoryId))
    await columns.set({ listTemplate: 'old-list' }).execute()
    const kept = { categoryId: chosen.categoryId, categoryTitle: '改名', columnListUrl: 'old-list' }
    expect((await admin.call('column.edit', kept)).value).toMatchObject({
      columnListUrl: 'old-list',
      categoryTitle: '改名',
    })
    await columns.set({ listTemplate: null }).execute()
  })

  test('go no deeper than twenty levels, whichever way they come there', async () => {
    const chain = [await save('一级')]
    const under = (parent: { categoryId: string }) => ({ categoryCategoryId: parent.categoryId })
    for (let level = 2; level <= 20; level += 1)
      chain.push(await save(`${level} 级`, under(chain.at(-1) as { categoryId: string })))
    const [top, deepest] = [chain[0], chain.at(-1)] as [{ categoryId: string }, { categoryId: string }]
    const tooDeep = { errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('最多 20 级') }
    expect(
      await admin.call('column.save', { columnType: 1, categoryTitle: '二十一级', ...under(deepest) }),
    ).toMatchObject(tooDeep)
    const above = await save('再上一级')
    expect(await admin.call('column.edit', { categoryId: top.categoryId, ...under(above) })).toMatchObject(tooDeep)
    const arrange = { ...under(above), columnIds: [top.categoryId] }
    expect(await admin.call('column.arrange', arrange)).toMatchObject(tooDeep)
    expect((await admin.call('column.edit', { categoryId: deepest.categoryId, ...under(top) })).errorMsg).toBe('')
    expect((await admin.call('column.arrange', arrange)).errorMsg).toBe('')
  })

  test('two that put each other under themselves at the same moment make no circle', async () => {
    for (let i = 0; i < 10; i += 1) {
      const [a, b] = [await save(`甲${i}`), await save(`乙${i}`)]
      const under = (one: { categoryId: string }, parent: { categoryId: string }) =>
        admin.call('column.edit', { categoryId: one.categoryId, categoryCategoryId: parent.categoryId })
      const replies = await Promise.all([under(a, b), under(b, a)])
      expect(replies.map(({ errorCode }) => errorCode).sort()).toEqual(['0', 'BAD_INPUT'])
    }
  })

  test('a role uses the columns it was given', async () => {
    const [a, b] = [await save('授权栏目'), await save('未授权栏目')]
    const { id } = await server.parts.db.read
      .selectFrom('role')
      .select('id')
      .where('alias', '=', 'staff')
      .executeTakeFirstOrThrow()
    const none = await admin.call('column.roleSave', { roleId: id, columnIds: [a.categoryId, '999999'] })
    expect(none).toMatchObject({ errorCode: 'NOT_FOUND', errorMsg: expect.stringContaining('999999') })
    const saved = await admin.call('column.roleSave', { roleId: id, columnIds: [a.categoryId] })
    const { version } = (await admin.call('role.view', { id })).value
    expect(saved.value).toEqual({ roleId: String(id), columnIds: [a.categoryId], version })
    // who began before it is told, and takes nothing away unawares
    const late = await admin.call('column.roleSave', { roleId: id, columnIds: [b.categoryId], version: version - 1 })
    expect(late).toMatchObject({ errorCode: 'STALE', errorMsg: expect.stringContaining('该角色已由 ') })
    const same = await admin.call('column.roleSave', { roleId: id, columnIds: [a.categoryId], version })
    expect(same.value.version).toBe(version)
    const writer = await server.person({ roles: ['staff'] })
    const mine = (await writer.call('column.roleUserList')).value.map((c: { categoryId: string }) => c.categoryId)
    expect(mine).toEqual([a.categoryId])
    expect((await writer.call('article.saveRole', anArticle(Number(a.categoryId)))).errorCode).toBe('0')
    expect((await writer.call('article.saveRole', anArticle(Number(b.categoryId)))).errorCode).toBe('NOT_FOUND')
    expect((await admin.call('column.roleList', { roleId: id })).value).toEqual([
      { roleId: String(id), roleName: '部门人员', columnIds: [a.categoryId] },
    ])
  })

  test('who has some columns gives and takes just these', async () => {
    const [mine, foreign] = [(await save('自己的')).categoryId, (await save('别人的')).categoryId]
    const db = server.parts.db.write
    const roleOf = async (name: string) => {
      const values = {
        alias: name,
        name,
        enabled: 1 as const,
        factor: 0 as const,
        dataScope: 'ALL',
        createdAt: server.clock.now,
        updatedAt: 0,
        version: 1,
      }
      return (await db.insertInto('role').values(values).returning('id').executeTakeFirstOrThrow()).id
    }
    const [granting, target] = [await roleOf('授权员'), await roleOf('目标')]
    const key = await db.selectFrom('resource').select('id').where('alias', '=', 'column_roleSave').executeTakeFirst()
    await db
      .insertInto('roleResource')
      .values({ roleId: granting, resourceId: key?.id as number })
      .execute()
    const someone = await server.person({ roles: ['授权员'], columns: [Number(mine)] })
    const give = (who: Person, columnIds: readonly string[]) =>
      who.call('column.roleSave', { roleId: target, columnIds })
    const lacks = { errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('不能授予或收回') }
    expect(await give(someone, [foreign])).toMatchObject(lacks)
    expect((await give(admin, [foreign])).errorMsg).toBe('')
    expect(await give(someone, [])).toMatchObject(lacks)
    expect(await give(someone, [mine])).toMatchObject(lacks)
    expect((await give(someone, [foreign, mine])).value.columnIds).toEqual([foreign, mine])
    expect((await give(someone, [foreign])).value.columnIds).toEqual([foreign])
    await give(admin, ['0'])
    expect(await give(someone, [])).toMatchObject({ ...lacks, errorMsg: expect.stringContaining('全部栏目') })
  })

  test('a missing parameter is refused by its name on the wire', async () => {
    const reply = await server.raw('/column/save?categoryTitle=x', {
      method: 'POST',
      headers: { authorization: admin.token },
    })
    expect(reply).toMatchObject({
      status: 200,
      errorCode: 'MISSING_PARAMETER',
      errorMsg: expect.stringContaining('columnType'),
    })
  })

  test('the front page’s settings follow a folder that is renamed, and keep its column from being deleted', async () => {
    const column = await save('互动栏目', { columnPath: 'hu-dong' })
    const set = (value: string) => admin.call('setting.save', { items: [{ name: 'site.interact', value }] })
    const now = async () => (await admin.call('setting.get', { name: 'site.interact' })).value.value
    const other = await save('并列栏目', { columnPath: 'bing-lie' })
    await set('hu-dong，bing-lie')
    expect((await admin.call('column.edit', { categoryId: column.categoryId, columnPath: 'hudong' })).errorMsg).toBe('')
    expect(await now()).toBe('hudong,bing-lie')
    expect((await admin.call('log.list', { call: 'column.edit' })).value.list[0].sentence).toBe(
      '修改栏目「互动栏目」，站点设置「互动交流」随之修改',
    )
    const summary = (await admin.call('column.summary')).value
    expect(summary.find((one: { columnId: string }) => one.columnId === column.columnId).frontPage).toBe('互动交流')
    expect((await admin.call('column.edit', { categoryId: column.categoryId, columnPath: '' })).errorMsg).toBe('')
    expect(await now()).toBe(`c${column.categoryId},bing-lie`)
    const { value } = await admin.call('column.del', { ids: other.categoryId })
    expect(value.failed[0].errorMsg).toContain('栏目「并列栏目」在首页的「互动交流」中，不能删除')
    await admin.call('setting.reset', { names: ['site.interact'] })
    expect((await admin.call('column.del', { ids: other.categoryId })).value.done).toEqual([other.categoryId])
  })
})
