import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { everyRow } from '../support/rows.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('users that are moved to another department, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let [water, school] = [0, 0]
  const deptOf = async (who: Person) => (await admin.call('user.view', { id: who.userId })).value.deptName
  const move = (by: Person, people: readonly Person[], deptId: number, more: object = {}) =>
    by.call('user.move', { ids: people.map(({ userId }) => userId), deptId, ...more })
  /** Somebody who administers the users of their own department. */
  async function localAdmin(deptId: number) {
    const { value } = await admin.call('role.save', { name: `本部门管理 ${deptId}`, dataScope: 'DEPART' })
    const rights = await server.parts.db.read.selectFrom('resource').select(['id', 'alias']).execute()
    const resourceIds = rights.filter(({ alias }) => ['user_list', 'user_save'].includes(alias)).map(({ id }) => id)
    await admin.call('resource.roleSave', { roleId: value.id, resourceIds })
    const person = await server.person({ roles: [], deptId })
    await admin.call('user.grantRole', { roleId: value.id, userIds: [person.userId] })
    return person
  }

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    water = await makeDept(server, '水利局')
    school = await makeDept(server, '教育局')
  })
  afterAll(() => server.close())

  test('all at once, each told by the log; what they wrote stays where it was written', async () => {
    const column = await makeColumn(server)
    const people = [
      await server.person({ roles: ['staff'], deptId: water, columns: [column], name: '甲' }),
      await server.person({ roles: ['staff'], deptId: water, name: '乙' }),
      await server.person({ roles: ['staff'], deptId: school, name: '丙' }),
    ]
    const [first, second, third] = people as [Person, Person, Person]
    const { articleId } = (await first.call('article.saveRole', anArticle(column))).value
    const { value } = await move(admin, people, school, { reason: '调动' })
    expect(value).toEqual({
      done: people.map(({ userId }) => String(userId)),
      failed: [],
      unchanged: [String(third.userId)],
    })
    expect(await Promise.all(people.map(deptOf))).toEqual(['教育局', '教育局', '教育局'])
    const article = await server.parts.db.read
      .selectFrom('article')
      .select('deptId')
      .where('id', '=', Number(articleId))
      .executeTakeFirstOrThrow()
    expect(article.deptId).toBe(water)
    // what is written from now on is the new one's
    const later = (await first.call('article.saveRole', anArticle(column, { title: '后来' }))).value
    expect((await admin.call('article.view', { articleId: later.articleId })).value.deptName).toBe('教育局')
    const { list } = (await admin.call('log.list', { call: 'user.move' })).value
    expect(list.map((row: { sentence: string }) => row.sentence)).toEqual([
      expect.stringMatching(/^把用户「乙（\w+）」转到「教育局」$/),
      expect.stringMatching(/^把用户「甲（\w+）」转到「教育局」$/),
    ])
    expect(list[0]).toMatchObject({
      targetIds: [String(second.userId)],
      before: { deptId: water },
      after: { deptId: school, dept: '教育局', reason: '调动' },
    })
  })

  test('what they come to see is foretold, and nothing is changed by a try', async () => {
    const column = await makeColumn(server, '提案')
    const teacher = await server.person({ roles: ['staff'], deptId: school, columns: [column] })
    await teacher.call('article.saveRole', anArticle(column, { title: '开学通知' }))
    await admin.call('user.grantRoleData', {
      roleId: (await admin.call('role.list', { name: '部门人员' })).value.list[0].id,
      dataScope: 'DEPART',
    })
    const clerk = await server.person({ roles: ['staff'], deptId: water, name: '王小水' })
    const before = await everyRow(server.parts)
    const { text } = await server.raw('/x/dry-run/x/user/move', {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [clerk.userId], deptId: school }),
    })
    expect(await everyRow(server.parts)).toEqual(before)
    const { value } = JSON.parse(text)
    expect(value.value.done).toEqual([String(clerk.userId)])
    expect(value.reveals.rows).toContainEqual(
      expect.objectContaining({ table: 'article', who: '王小水', titles: expect.arrayContaining(['开学通知']) }),
    )
  })

  test('nobody is moved out of reach or from beyond it, nor who may more, nor into one that is stopped', async () => {
    const local = await localAdmin(water)
    const own = await server.person({ roles: [], deptId: water })
    const other = await server.person({ roles: ['staff'], deptId: school })
    const mighty = await server.person({ roles: ['admin'], deptId: water })
    expect(await move(local, [own], school)).toMatchObject({
      errorCode: 'NO_PERMISSION',
      errorMsg: '您没有部门「教育局」的数据范围，不能转入',
    })
    expect((await move(local, [own, other], water)).value).toMatchObject({
      done: [String(own.userId)],
      failed: [{ id: String(other.userId), errorCode: 'NOT_FOUND' }],
    })
    expect(await deptOf(other)).toBe('教育局')
    const wide = await server.parts.db.read.selectFrom('role').select('id').where('name', '=', `本部门管理 ${water}`)
    const { id } = await wide.executeTakeFirstOrThrow()
    await admin.call('user.grantRoleData', { roleId: id, dataScope: 'ALL' })
    expect((await move(local, [own, mighty], school)).value).toMatchObject({
      done: [String(own.userId)],
      failed: [{ id: String(mighty.userId), errorCode: 'NO_PERMISSION' }],
    })
    const off = await makeDept(server, '撤并办')
    await admin.call('dept.save', { id: off, state: 1 })
    expect(await move(admin, [own], off)).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: '部门「撤并办」已停用，不能转入，请先启用，或选择另一个部门',
    })
    expect(await move(admin, [own], 4040)).toMatchObject({ errorCode: 'NOT_FOUND', errorMsg: '部门 4040 不存在' })
    expect(await move(other, [own], water)).toMatchObject({ errorCode: 'NO_PERMISSION' })
  })

  test('nobody puts themselves where they would see more, by a move or by their own row', async () => {
    const role = (await admin.call('role.save', { name: '人事', dataScope: 'ALL' })).value
    const all = await server.parts.db.read.selectFrom('resource').select(['id', 'alias']).execute()
    const idOf = (alias: string) => all.find((one) => one.alias === alias)?.id ?? 0
    await admin.call('resource.roleSave', { roleId: role.id, resourceIds: ['user_list', 'user_save'].map(idOf) })
    const one = await server.person({ roles: ['staff'], deptId: water })
    await admin.call('user.grantRole', { roleId: role.id, userIds: [one.userId] })
    const refused = { errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('请由他人办理') }
    expect((await move(one, [one], school)).value).toMatchObject({ done: [], failed: [refused] })
    expect(await one.call('user.save', { id: one.userId, deptId: school })).toMatchObject(refused)
    expect(await deptOf(one)).toBe('水利局')
  })

  test('nobody is put into a department that is stopped, as a new user or by a change', async () => {
    const off = await makeDept(server, '已撤的办')
    await admin.call('dept.save', { id: off, state: 1 })
    const refused = { errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('「已撤的办」已停用，不能选它') }
    expect(await admin.call('user.save', { account: 'xinren', name: '新人', deptId: off })).toMatchObject(refused)
    const one = await server.person({ roles: [], deptId: water })
    expect(await admin.call('user.save', { id: one.userId, deptId: off })).toMatchObject(refused)
  })

  test('nobody is left in a department that is merged away in the same moment', async () => {
    for (let i = 0; i < 6; i += 1) {
      const [from, into] = [await makeDept(server, `撤并 ${i}`), await makeDept(server, `并入 ${i}`)]
      const one = await server.person({ roles: [], deptId: water })
      const moved = move(admin, [one], from)
      const [{ value }, merged] = await Promise.all([
        moved,
        admin.call('dept.merge', { id: from, intoId: into, reason: '改革' }),
      ])
      expect(merged.errorCode).toBe('0')
      // moved before, and taken along; or refused, by name
      const { done = [], failed = [] } = value ?? {}
      expect(await deptOf(one)).toBe(done.length > 0 ? `并入 ${i}` : '水利局')
      for (const row of failed)
        expect(row).toMatchObject({ id: String(one.userId), errorMsg: expect.stringContaining('已停用，不能转入') })
    }
  })
})
