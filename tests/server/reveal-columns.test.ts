import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revealedTogether, revealLines } from '../../core/reveal-lines.ts'
import { rightsChanged } from '../../server/access/rights.ts'
import { databases } from '../support/databases.ts'
import { roleHolding } from '../support/holding.ts'
import { makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const writing = ['article_list', 'article_saveRole', 'article_update']

describe.each(databases)('in which columns a change of rights lets people write, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let water: number
  let notices: number
  let inner: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    water = await makeDept(server, '水利局')
    notices = await makeColumn(server, '通知公告')
    inner = await makeColumn(server, '内部参阅')
  })
  afterAll(() => server.close())

  const revealed = async (who: Person, path: string, body: object) => {
    const { value, text } = await server.raw(`/x/dry-run${path}`, {
      method: 'POST',
      headers: { authorization: who.token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(value?.rehearsed, text).toBe(true)
    return value.reveals
  }
  const lines = async (who: Person, path: string, body: object) => {
    const found = await revealed(who, path, body)
    return found ? revealLines(found) : []
  }
  /** A role with people of one department. */
  async function roleOf(names: readonly string[], keys: readonly string[], more: Parameters<typeof roleHolding>[2]) {
    const { id, alias } = await roleHolding(server, keys, { dataScope: 'DEPART', ...more })
    const people = []
    for (const name of names) people.push(await server.person({ roles: [alias], deptId: water, name }))
    return { id, alias, people, userIds: people.map(({ userId }) => userId) }
  }
  const columnsOf = (roleId: number, columnIds: readonly number[]) =>
    ['/column/role/save', { roleId: String(roleId), columnIds }] as const

  test('a column by a role that is given to somebody who writes in others already', async () => {
    const { userIds } = await roleOf(['刘晓华'], writing, { columns: [notices] })
    const { id: more } = await roleHolding(server, writing, { dataScope: 'DEPART', columns: [inner] })
    const given = ['/ding/user/grant/role', { roleId: more, userIds }] as const
    expect(await lines(admin, ...given)).toEqual(['涉及 1 人：刘晓华', '今后能写文章、改文章的栏目：「内部参阅」'])
    const [gains] = (await revealed(admin, ...given)).columnGains
    expect(gains).toEqual({
      ...{ says: '写文章、改文章', n: 1 },
      some: [{ column: String(inner), title: '内部参阅', people: 1, names: ['刘晓华'] }],
    })
    await admin.call('user.grantRole', { roleId: more, userIds })
    const taken = await lines(admin, '/ding/user/del/role', { roleId: more, userIds })
    expect(taken).toEqual(['涉及 1 人：刘晓华', '今后不能再写文章、改文章、看文章的栏目：「内部参阅」'])
    // what another role gives as well is neither
    const { id: same } = await roleHolding(server, writing, { dataScope: 'DEPART', columns: [notices] })
    expect(await lines(admin, '/ding/user/grant/role', { roleId: same, userIds })).toEqual(['涉及 1 人：刘晓华'])
  })

  test('a column of a role: whom it concerns where that is not everybody, and what each may do there', async () => {
    const { id, userIds } = await roleOf(['甲一', '甲二', '甲三'], writing, { columns: [notices] })
    const { id: judging } = await roleHolding(server, ['article_list', 'article_accept'], { columns: [inner] })
    await admin.call('user.grantRole', { roleId: judging, userIds: [userIds[0]] })
    const { id: all } = await roleHolding(server, ['article_saveAdmin'], {})
    await admin.call('user.grantRole', { roleId: all, userIds: [userIds[1]] })
    expect(await lines(admin, ...columnsOf(id, [inner]))).toEqual([
      '涉及 3 人：甲一、甲二、甲三',
      // who may write everywhere edits there alone
      '今后能写文章、改文章的栏目：「内部参阅」（2 人：甲一、甲三）',
      '今后能改文章的栏目：「内部参阅」（1 人：甲二）',
      '今后不能再写文章、改文章、看文章的栏目：「通知公告」（2 人：甲一、甲三）',
      '今后不能再改文章、看文章的栏目：「通知公告」（1 人：甲二）',
    ])
    const small = await roleOf(['小管'], [...writing, 'column_roleSave'], { columns: [notices, inner] })
    await server.parts.db.write.updateTable('role').set({ dataScope: 'ALL' }).where('id', '=', small.id).execute()
    await rightsChanged(server.parts.db.write)
    await admin.call('user.delRole', { roleId: all, userIds: [userIds[1]] })
    await admin.call('user.delRole', { roleId: judging, userIds: [userIds[0]] })
    // who sees nobody hears no names
    expect(await lines(small.people[0] as Person, ...columnsOf(id, [notices, inner]))).toEqual([
      '涉及 3 人',
      '今后能写文章、改文章的栏目：「内部参阅」',
    ])
  })

  test('a key given and taken opens and shuts the columns', async () => {
    const { id } = await roleOf(['乙一'], writing, { columns: [notices] })
    const held = (await admin.call('resource.roleList', { roleId: String(id) })).value as {
      id: string
      alias: string
      held: number
    }[]
    const resourceIds = held.filter((one) => one.held === 1 && one.alias !== 'article_saveRole').map((one) => one.id)
    expect(await lines(admin, '/resource/role/save', { roleId: String(id), resourceIds })).toEqual([
      '涉及 1 人：乙一',
      '失去权限：新增文章到授权的栏目',
      '今后不能再写文章的栏目：「通知公告」',
    ])
  })

  test('all columns, those to come too, and some of them', async () => {
    const { id, userIds } = await roleOf(['丙一'], writing, { columns: [0] })
    const told = async (columnIds: readonly number[]) => (await lines(admin, ...columnsOf(id, columnIds))).slice(1)
    expect(await told([])).toEqual(['今后不能再写文章、改文章、看文章的栏目：「全部栏目（含今后新增的）」'])
    expect(await told([notices])).toEqual(['今后不能再写文章、改文章、看文章的栏目：「今后新增的栏目」、「内部参阅」'])
    await admin.call('column.roleSave', { roleId: String(id), columnIds: [notices] })
    expect(await told([0])).toEqual(['今后能写文章、改文章的栏目：「今后新增的栏目」、「内部参阅」'])
    const { id: every } = await roleHolding(server, ['article_recheck'], { columns: [0] })
    expect((await lines(admin, '/ding/user/grant/role', { roleId: every, userIds })).slice(2)).toEqual([
      '今后能复审文章的栏目：「全部栏目（含今后新增的）」',
    ])
  })

  test('rights that people keep for fewer rows: by a narrower role, and by one that is taken', async () => {
    const { id, userIds } = await roleOf(['丁一', '丁二'], ['article_list', 'article_update', 'hot_list'], {
      ...{ dataScope: 'ALL', columns: [notices] },
    })
    const narrower = { id: String(id), dataScope: 'DEPART' }
    const whom = '涉及 2 人：丁一、丁二'
    // hot words are nobody's
    const said = '2 人的数据范围由「全部」缩小为「本部门」：查看文章；修改文章，已发布的形成待审修订'
    expect(await lines(admin, '/role/save', narrower)).toEqual([whom, said])
    const { id: reading } = await roleHolding(server, ['article_list'], { dataScope: 'SELF', columns: [notices] })
    await admin.call('user.grantRole', { roleId: reading, userIds: [userIds[0]] })
    expect((await lines(admin, '/ding/user/del/role', { roleId: id, userIds: [userIds[0]] })).slice(1)).toEqual([
      '失去权限：修改文章，已发布的形成待审修订；查看热词',
      '今后不能再改文章的栏目：「通知公告」',
      '1 人的数据范围由「全部」缩小为「本人」：查看文章',
    ])
    // what another role of theirs reaches as far as before is not less
    const { id: wide } = await roleHolding(server, ['article_list'], { dataScope: 'ALL', columns: [notices] })
    await admin.call('user.grantRole', { roleId: wide, userIds: [userIds[0]] })
    expect(await lines(admin, '/role/save', narrower)).toEqual([
      whom,
      '2 人的数据范围由「全部」缩小为「本部门」：修改文章，已发布的形成待审修订；查看文章',
    ])
  })

  test('a column that a configuration makes and gives, and one that goes in another', async () => {
    const { alias } = await roleOf(['戊一'], writing, { columns: [notices] })
    const { print } = (await admin.call('config.export')).value
    const set = {
      columns: [{ path: ['县情简报'], type: 1, folder: 'xqjb' }],
      roles: [{ name: alias, alias, columns: [['通知公告'], ['县情简报']] }],
    }
    expect(await lines(admin, '/x/config/apply', { base: print, set })).toEqual([
      '涉及 1 人：戊一',
      '今后能写文章、改文章的栏目：「县情简报」',
    ])
    const old = await makeColumn(server, '旧公告')
    await roleOf(['己一'], writing, { columns: [old] })
    const merged = await lines(admin, '/x/column/merge', { id: old, intoId: inner, reason: '重复' })
    expect(merged).toEqual([
      '涉及 1 人：己一',
      '今后能写文章、改文章的栏目：「内部参阅」',
      '今后不能再写文章、改文章、看文章的栏目：「旧公告」',
    ])
  })

  test('a thousand columns: some are named, of one name with what they stand under, links not, and the rest counted', async () => {
    const { id } = await roleOf(['庚一', '庚二'], writing, { columns: [notices] })
    const now = server.clock.now
    const common = { createdAt: now, updatedAt: now, version: 1 }
    const [first, second] = [await makeColumn(server, '财政局'), await makeColumn(server, '民政局')]
    const twins = [await makeColumn(server, '动态', first), await makeColumn(server, '动态', second)]
    const link = await server.parts.db.write
      .insertInto('column')
      .values({ title: '链接', type: 3, parentId: 0, sort: 0, ...common })
      .returning('id')
      .executeTakeFirstOrThrow()
    const many = await server.parts.db.write
      .insertInto('column')
      .values(
        Array.from({ length: 1000 }, (_, i) => ({ title: `栏目${i}`, type: 1, parentId: 0, sort: i + 1, ...common })),
      )
      .returning('id')
      .execute()
    const given = [notices, ...twins, link.id, ...many.map((one) => one.id)]
    const reply = await revealed(admin, ...columnsOf(id, given))
    expect(reply.columnGains).toMatchObject([{ n: 1002 }])
    expect(reply.columnGains[0].some).toHaveLength(20)
    expect(revealLines(reply).slice(1)).toEqual([
      '今后能写文章、改文章的栏目：「动态（财政局）」、「动态（民政局）」、「栏目0」、「栏目1」、「栏目2」、「栏目3」 等 1002 个',
    ])
  })
})

test('what several calls of one act open is told once', () => {
  const part = (people: number, names: string[]) => ({
    ...{ people, names, gains: [], losses: [], rows: [] },
    columnGains: [{ says: '写文章', n: 1, some: [{ column: '7', title: '内部参阅', people: people - 1, names }] }],
    narrowed: [{ from: 'ALL' as const, to: 'SELF' as const, people, n: 1, rights: ['查看文章'] }],
  })
  expect(revealLines(revealedTogether([part(3, ['甲', '乙']), part(4, ['丙', '丁'])]))).toEqual([
    '涉及 7 人：甲、乙 等',
    '今后能写文章的栏目：「内部参阅」（5 人，如甲、乙、丙）',
    '7 人的数据范围由「全部」缩小为「本人」：查看文章',
  ])
})
