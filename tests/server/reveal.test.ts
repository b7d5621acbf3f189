import type { Kysely, KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { canRehearse } from '../../core/contract/rehearsal.ts'
import { revealLines } from '../../core/reveal-lines.ts'
import { rightsChanged } from '../../server/access/rights.ts'
import { standingBehind, standingIn } from '../../server/access/standing.ts'
import type { Schema } from '../../server/db/tables.ts'
import { databases } from '../support/databases.ts'
import { holding, roleHolding } from '../support/holding.ts'
import { everyRow } from '../support/rows.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

test('each call that may change rights can be tried', async () => {
  const calls = [...eachEndpoint(await wholeContract())].filter(([, , e]) => e.reveals)
  expect(calls.map(([area, call]) => `${area}.${call}`)).toEqual([
    ...['column.merge', 'column.roleSave', 'config.apply', 'dept.save', 'dept.arrange', 'dept.merge'],
    ...['plateRole.save', 'resource.roleSave', 'role.save'],
    ...['setting.save', 'setting.reset'],
    ...[
      'user.save',
      'user.setState',
      'user.move',
      'user.grantRole',
      'user.delRole',
      'user.roles',
      'user.grantRoleData',
    ],
  ])
  expect(calls.filter(([, , e]) => !canRehearse(e))).toEqual([])
})

describe.each(databases)('what a change of rights would reveal, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let writer: Person
  let water: number
  let school: number
  let column: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    water = await makeDept(server, '水利局')
    school = await makeDept(server, '教育局')
    column = await makeColumn(server, '通知公告')
    writer = await server.person({ roles: ['staff'], deptId: water, columns: [column], name: '李小燕' })
    await server.person({ roles: ['staff'], deptId: water, name: '王建国' })
    const post = async (deptId: number, title: string) => {
      const { articleId } = (await admin.call('article.saveAdmin', anArticle(column, { title }))).value
      await server.parts.db.write.updateTable('article').set({ deptId }).where('id', '=', Number(articleId)).execute()
    }
    await post(water, '供水通知')
    for (const title of ['开学通知', '招生通知']) await post(school, title)
  })
  afterAll(() => server.close())

  const roleId = async (alias: string) =>
    String(
      (await server.parts.db.read.selectFrom('role').select('id').where('alias', '=', alias).executeTakeFirstOrThrow())
        .id,
    )
  /** What a try answers; nothing of it is kept. */
  async function tried(who: Person, path: string, body: object) {
    const before = await everyRow(server.parts)
    const reply = await server.raw(`/x/dry-run${path}`, {
      method: 'POST',
      headers: { authorization: who.token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(await everyRow(server.parts)).toEqual(before)
    return reply
  }
  const lines = async (who: Person, path: string, body: object) => {
    const { value, text } = await tried(who, path, body)
    expect(value?.rehearsed, text).toBe(true)
    return value.reveals ? revealLines(value.reveals) : []
  }

  test('a wider data scope: who sees which rows that they did not see before', async () => {
    const said = await lines(admin, '/role/save', { id: await roleId('staff'), dataScope: 'ALL' })
    expect(said).toEqual([
      '涉及 2 人：李小燕、王建国',
      '2 人新看到文章，其中李小燕看到的最多，2 篇，如《招生通知》《开学通知》',
    ])
    expect(
      await lines(admin, '/ding/user/grant/role/data', { roleId: await roleId('staff'), dataScope: 'ALL' }),
    ).toEqual(said)
  })

  test('keys given and taken: how many people come by them or lose them, and the rows behind them', async () => {
    const entries = (await admin.call('resource.roleList', { roleId: await roleId('staff') })).value as {
      id: string
      alias: string
      held: number
    }[]
    const ids = entries
      .filter(({ alias, held }) => (held === 1 && alias !== 'article_delete') || alias === 'announcement_list')
      .map(({ id }) => id)
    await admin.call('announcement.add', { title: '停水公告', content: '<p>明日停水</p>' })
    expect(await lines(admin, '/resource/role/save', { roleId: await roleId('staff'), resourceIds: ids })).toEqual([
      '涉及 2 人：李小燕、王建国',
      '新增权限：查看公告',
      '失去权限：删除文章到回收站',
      '2 人新看到公告，其中李小燕看到的最多，1 条，如「停水公告」',
    ])
  })

  test('an entry of the menu that somebody added, given to a role', async () => {
    const { id: parentId } = (await admin.call('resource.resSave', { type: 'Catalogue', name: '县情', alias: 'xq' }))
      .value
    const given = { type: 'Menu', name: '县情网', alias: 'xqw', url: 'https://xq.example.cn/', parentId }
    const { id: own } = (await admin.call('resource.resSave', given)).value
    const held = await server.parts.db.read
      .selectFrom('roleResource')
      .select('resourceId')
      .where('roleId', '=', Number(await roleId('staff')))
      .execute()
    const resourceIds = [...held.map((one) => String(one.resourceId)), own]
    expect(await lines(admin, '/resource/role/save', { roleId: await roleId('staff'), resourceIds })).toContain(
      '新增权限：菜单「县情网」',
    )
    for (const id of [own, parentId]) await admin.call('resource.resDel', { id })
  })

  test('a role given to users, and taken from them', async () => {
    const auditor = await roleId('auditor')
    const said = await lines(admin, '/ding/user/grant/role', { roleId: auditor, userIds: [writer.userId] })
    expect(said[0]).toBe('涉及 1 人：李小燕')
    expect(said[1]).toMatch(/^新增权限：.+ 等 \d+ 项$/)
    expect(said.join('\n')).toContain('李小燕新看到 2 篇文章，如《招生通知》《开学通知》')
    const lost = await lines(admin, '/ding/user/del/role', { roleId: await roleId('staff'), userIds: [writer.userId] })
    expect(lost).toEqual([
      '涉及 1 人：李小燕',
      expect.stringMatching(/^失去权限：/),
      '今后不能再写文章、改文章的栏目：「通知公告」',
    ])
    expect(await lines(admin, '/ding/user/del/role', { roleId: auditor, userIds: [writer.userId] })).toEqual([])
  })

  test('addresses that a role keeps its people to: how many it keeps out elsewhere, and those whom it lets go', async () => {
    const keeps = await roleId('staff')
    const nets = '192.0.2.0/24'
    const left = (people: number) => `，其中 ${people} 人现在是从别处登录的，随即不能再操作`
    expect(await lines(admin, '/role/save', { id: keeps, nets })).toEqual([
      '涉及 2 人：李小燕、王建国',
      `2 人今后只能从 ${nets} 登录${left(2)}`,
    ])
    const { value: role } = await admin.call('role.save', { name: '只在单位', nets })
    const given = await lines(admin, '/ding/user/grant/role', { roleId: role.id, userIds: [writer.userId] })
    expect(given).toEqual(['涉及 1 人：李小燕', `1 人今后只能从 ${nets} 登录${left(1)}`])
    await admin.call('user.grantRole', { roleId: role.id, userIds: [writer.userId] })
    expect(await lines(admin, '/role/save', { id: keeps, nets: '198.51.100.7' })).toEqual([
      '涉及 2 人：李小燕、王建国',
      expect.stringMatching(/^1 人今后只能从 (192|198)\S+ 并且 (192|198)\S+ 登录，其中 1 人/),
      `1 人今后只能从 198.51.100.7 登录${left(1)}`,
    ])
    const { print } = (await admin.call('config.export')).value
    const set = { roles: [{ name: '只在单位', nets: null }] }
    for (const said of [
      await lines(admin, '/x/config/apply', { base: print, set }),
      await lines(admin, '/role/save', { id: role.id, nets: '' }),
      await lines(admin, '/ding/user/del/role', { roleId: role.id, userIds: [writer.userId] }),
    ])
      expect(said).toEqual(['涉及 1 人：李小燕', '1 人今后从任何地址都能登录'])
    await admin.call('role.del', { id: role.id })
  })

  test('who is signed in from elsewhere than a role or the setting lets them is counted, and nobody else', async () => {
    const deptId = await makeDept(server, '档案局')
    const [here, there, idle] = [
      await holding(server, ['article_list'], { deptId }),
      await holding(server, ['article_list'], { deptId }),
      await holding(server, ['article_list'], { deptId }),
    ]
    const sessions = (who: Person, given: object) =>
      server.parts.db.write.updateTable('session').set(given).where('userId', '=', who.userId).execute()
    await sessions(there, { address: '203.0.113.7' })
    await sessions(idle, { address: '203.0.113.7', seenAt: server.clock.now - 100 * 60_000 })
    const name = '三人只在本机'
    const { id } = (await admin.call('role.save', { name, nets: '127.0.0.1' })).value
    const userIds = [here, there, idle].map(({ userId }) => userId)
    const left = '，其中 1 人现在是从别处登录的，随即不能再操作'
    expect((await lines(admin, '/ding/user/grant/role', { roleId: id, userIds })).at(-1)).toBe(
      `3 人今后只能从 127.0.0.1 登录${left}`,
    )
    const items = [{ name: 'signIn.nets', value: '127.0.0.0/8' }]
    const [first, second] = await lines(admin, '/x/setting/save', items)
    expect(first).toMatch(/^涉及 \d+ 人/)
    expect(second).toMatch(new RegExp(`^\\d+ 人今后只能从 127\\.0\\.0\\.0/8 登录${left}$`))
    await admin.call('setting.save', { items })
    for (const said of [
      await lines(admin, '/x/setting/reset', { names: ['signIn.nets'] }),
      await lines(admin, '/x/setting/save', [{ name: 'signIn.nets', value: '' }]),
    ])
      expect(said.join('\n')).toMatch(/^\d+ 人今后从任何地址都能登录$/m)
    await admin.call('setting.reset', { names: ['signIn.nets'] })
    // other settings concern nobody's rights
    expect(await lines(admin, '/x/setting/save', [{ name: 'site.name', value: '某县政协' }])).toEqual([])
    await admin.call('role.del', { id })
    for (const userId of userIds) await admin.call('user.setState', { ids: [userId], state: 1 })
  })

  test('of the log what those did whom the role reaches, and no more', async () => {
    const one = await holding(server, ['hot_add'])
    await one.call('hot.add', { name: '只此一词' })
    const reader = await holding(server, ['log_list'], { dataScope: 'SELF' })
    const { roleId: own } = (await admin.call('user.view', { id: reader.userId })).value.roles[0]
    const said = await lines(admin, '/ding/user/grant/role', { roleId: own, userIds: [one.userId] })
    expect(said).toEqual([
      expect.stringMatching(/^涉及 1 人/),
      '新增权限：查看操作日志',
      expect.stringMatching(/新看到 1 条操作日志$/),
    ])
    const all = await lines(admin, '/role/save', { id: own, dataScope: 'ALL' })
    expect(all.at(-1)).toMatch(/新看到 \d\d+ 条操作日志$/)
  })

  test('rows that were seen before, by another role, and may now be dealt with: which, what for, and nothing else of them', async () => {
    const { id: editing } = await roleHolding(server, ['article_list', 'article_update', 'article_delete'], {
      dataScope: 'SELF',
    })
    const reader = await holding(server, ['article_list'], { dataScope: 'ALL', deptId: water })
    const readers = (await admin.call('user.view', { id: reader.userId })).value.roles[0].roleId
    await server.parts.db.write.insertInto('userRole').values({ userId: reader.userId, roleId: editing }).execute()
    const wider = await lines(admin, '/role/save', { id: String(editing), dataScope: 'DEPART' })
    expect(wider).toEqual([
      expect.stringMatching(/^涉及 1 人：测试\d+$/),
      expect.stringMatching(/^测试\d+原来就看得到的文章，有 1 篇今后还能办理（.*删除文章到回收站.*），如《供水通知》$/),
    ])
    // narrower: nothing is seen or dealt with that was not
    await admin.call('role.save', { id: String(editing), dataScope: 'DEPART' })
    expect((await lines(admin, '/role/save', { id: String(editing), dataScope: 'SELF' })).slice(1)).toEqual([
      expect.stringMatching(/^1 人的数据范围由「本部门」缩小为「本人」：/),
    ])

    // a first column for the role that edits
    await server.parts.db.write.deleteFrom('columnRole').where('roleId', '=', editing).execute()
    await rightsChanged(server.parts.db.write)
    const given = await lines(admin, '/column/role/save', { roleId: String(editing), columnIds: [column] })
    expect(given.at(-1)).toMatch(/原来就看得到的文章，有 1 篇今后还能办理（.*），如《供水通知》$/)

    // where the reading role sees as little, it is the rows that are newly seen, told once
    await admin.call('role.save', { id: readers, dataScope: 'SELF' })
    await admin.call('column.roleSave', { roleId: String(editing), columnIds: [column] })
    const both = await lines(admin, '/role/save', { id: String(editing), dataScope: 'ALL' })
    expect(both.slice(1)).toEqual([expect.stringMatching(/新看到 \d 篇文章/)])
    await admin.call('user.setState', { ids: [reader.userId], state: 1 })
  })

  test('another department, another column, and words that change nothing', async () => {
    expect(await lines(admin, '/ding/user/save', { id: writer.userId, deptId: school })).toEqual([
      '涉及 1 人：李小燕',
      '李小燕新看到 2 篇文章，如《招生通知》《开学通知》',
    ])
    expect(await lines(admin, '/ding/user/save', { id: writer.userId, position: '科员' })).toEqual([])
    expect(await lines(admin, '/role/save', { id: await roleId('staff'), description: '各部门' })).toEqual([])
    // who may everything gets no more
    for (const alias of ['staff', 'admin'])
      expect(
        await lines(admin, '/ding/user/grant/role', { roleId: await roleId(alias), userIds: [admin.userId] }),
      ).toEqual([])
    const all = await lines(admin, '/ding/user/grant/role', { roleId: await roleId('admin'), userIds: [writer.userId] })
    expect(all[0]).toBe('涉及 1 人：李小燕')
    expect(all.slice(2).length).toBeGreaterThan(2)
    const closed = await makeColumn(server, '政协要闻')
    const { articleId } = (await admin.call('article.saveAdmin', anArticle(closed, { title: '常委会' }))).value
    await server.parts.db.write
      .updateTable('article')
      .set({ deptId: water })
      .where('id', '=', Number(articleId))
      .execute()
    expect(
      await lines(admin, '/column/role/save', { roleId: await roleId('staff'), columnIds: [column, closed] }),
    ).toEqual([
      '涉及 2 人：李小燕、王建国',
      '今后能写文章、改文章的栏目：「政协要闻」',
      '2 人新看到文章，其中李小燕看到的最多，1 篇，如《常委会》',
    ])
  })

  test('a department that is stopped, used again or put elsewhere changes who sees what', async () => {
    const chief = await holding(server, ['article_list'], { dataScope: 'DEPARTS', deptId: school })
    const [whom, sees] = [/^涉及 1 人：测试\d+$/, /^测试\d+新看到 \d 篇文章/].map((one) => expect.stringMatching(one))
    const under = { id: water, parentId: school }
    for (const said of [
      await lines(admin, '/ding/dept/save', under),
      await lines(admin, '/x/dept/arrange', { parentId: school, deptIds: [water] }),
    ])
      expect(said).toEqual([whom, sees])
    const stop = await lines(admin, '/ding/dept/save', { id: school, state: 1 })
    expect(stop).toEqual([whom, '失去权限：查看文章'])
    await server.parts.db.write.updateTable('dept').set({ state: 1 }).where('id', '=', school).execute()
    expect(await lines(admin, '/ding/dept/save', { id: school, state: 0 })).toEqual([whom, '新增权限：查看文章', sees])
    expect(await lines(admin, '/ding/dept/save', { id: school, name: '教育体育局' })).toEqual([])
    await server.parts.db.write.updateTable('dept').set({ state: 0 }).where('id', '=', school).execute()
    await admin.call('user.setState', { ids: [chief.userId], state: 1 })
  })

  test('who may not make the change is told nothing; who reaches less hears no names and titles from beyond', async () => {
    expect((await tried(writer, '/role/save', { id: await roleId('staff'), dataScope: 'ALL' })).errorCode).toBe(
      'NO_PERMISSION',
    )
    const keys = ['user_grantRole', 'article_list', 'user_list']
    const local = await holding(server, keys, { dataScope: 'DEPART', deptId: water })
    const small = await holding(server, ['article_list'], { dataScope: 'DEPART', deptId: water })
    const { roleId: own } = (await admin.call('user.view', { id: small.userId })).value.roles[0]
    const inside = await server.person({ roles: [], deptId: water, name: '赵六' })
    const outside = await server.person({ roles: [], deptId: school, name: '外局人员' })
    const said = await lines(local, '/ding/user/grant/role', { roleId: own, userIds: [inside.userId, outside.userId] })
    expect(said).toEqual(['涉及 1 人：赵六', '新增权限：查看文章', '赵六新看到 2 篇文章，如《常委会》《供水通知》'])

    const own2 = await holding(server, ['article_list'], { dataScope: 'SELF' })
    const { roleId: narrow } = (await admin.call('user.view', { id: own2.userId })).value.roles[0]
    for (const { userId } of [inside, outside])
      await admin.call('user.grantRole', { roleId: narrow, userIds: [userId] })
    const boss = await holding(server, ['role_save', 'article_list', 'user_list'], {
      dataScope: 'DEPART',
      deptId: water,
    })
    const wider = { id: narrow, dataScope: 'DEPART' }
    // 外局人员 would read there what 招生 reads, and the boss does not
    const beyond = (await tried(boss, '/role/save', wider)).errorMsg
    expect(beyond).toMatch(/您数据范围以外的人在用/)
    expect(beyond).not.toMatch(/外局人员/)
    await admin.call('user.delRole', { roleId: narrow, userIds: [outside.userId, own2.userId] })
    const heard = await lines(boss, '/role/save', wider)
    expect(heard[0]).toBe('涉及 1 人：赵六')
    expect(heard.join()).not.toMatch(/外局人员|招生|开学/)
  })

  test('what people must do from now on to get in: a code, a new password; or need no longer: a message does', async () => {
    const { id: strict } = (await admin.call('role.save', { name: '须用口令', alias: 'strict', factor: 1 })).value
    expect(await lines(admin, '/ding/user/grant/role', { roleId: strict, userIds: [writer.userId] })).toContain(
      '1 人今后登录须用动态口令，其中 1 人还没有绑定，登录时须先用手机应用扫码绑定，不绑定就不能登录；还没有绑定的人中 1 人正在登录，随即退出，须重新登录',
    )
    await admin.call('user.grantRole', { roleId: strict, userIds: [writer.userId] })
    expect((await lines(admin, '/x/setting/save', [{ name: 'signIn.factor', value: 'all' }])).join('\n')).toMatch(
      /\d+ 人今后登录须用动态口令，其中 \d+ 人还没有绑定，.*；还没有绑定的人中 \d+ 人正在登录（您也在内），随即退出/,
    )
    const { userId } = writer
    const old = server.clock.now - 40 * 24 * 3600_000
    await server.parts.db.write.updateTable('user').set({ passwordAt: server.clock.now }).execute()
    await server.parts.db.write.updateTable('user').set({ passwordAt: old }).where('id', '=', userId).execute()
    const expiring = (days: string) => lines(admin, '/x/setting/save', [{ name: 'password.expireDays', value: days }])
    expect(await expiring('30')).toEqual(['涉及 1 人：李小燕', '1 人的密码已用满这个天数，下次登录时须修改'])
    expect(await expiring('90')).toEqual([])
    // a demo account is never made to change it
    await server.parts.db.write.updateTable('user').set({ demo: 1 }).where('id', '=', userId).execute()
    expect(await expiring('30')).toEqual([])
    await server.parts.db.write.updateTable('user').set({ demo: 0 }).where('id', '=', userId).execute()

    const phone = server.parts.secret.encrypt('13900004321')
    await server.parts.db.write.updateTable('user').set({ mobile: null }).execute()
    await server.parts.db.write.updateTable('user').set({ mobile: phone }).where('id', '=', userId).execute()
    expect(await lines(admin, '/x/setting/save', [{ name: 'signIn.mobile', value: '1' }])).toEqual([
      '涉及 1 人：李小燕',
      '1 人登记了手机号，今后收到一条短信就能登录，不用密码；其中 1 人没有绑定动态口令，拿到手机就能登录',
    ])
    await admin.call('user.delRole', { roleId: strict, userIds: [writer.userId] })
  })

  test('of many users each is looked at again by the piece of the work that is about them, and by no other', async () => {
    const { db } = server.parts as { db: { transaction: unknown; write: Kysely<Schema> } }
    const now = server.clock.now
    const some = Array.from({ length: 300 }, (_, i) => ({
      ...{
        account: `many${i}`,
        name: `众${i}`,
        userType: '2',
        password: '',
        state: 0,
        mustChange: 0,
        passwordAt: now,
        demo: 0,
      },
      ...{ createdAt: now, updatedAt: now, version: 1, deptId: water },
    }))
    const made = await db.write
      .insertInto('user')
      .values(some as never)
      .returning('id')
      .execute()
    const { value: role } = await admin.call('role.save', { name: '众人' })
    let looked = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        looked += result.rows.flatMap((row) => String(row.text ?? '').match(personRead) ?? []).length
        return result
      },
    }
    /** Number, department, since when there is the password, and two marks. */
    const personRead = /\d+,\d+,\d+,[01],[01](?=;|$)/g
    const transaction = db.transaction as (work: (trx: Kysely<Schema>) => unknown) => unknown
    db.transaction = (work: (trx: Kysely<Schema>) => unknown) => transaction((trx) => work(trx.withPlugin(counting)))
    const userIds = made.map(({ id }) => id)
    const said = await lines(admin, '/ding/user/grant/role', { roleId: role.id, userIds }).finally(() => {
      db.transaction = transaction
    })
    await db.write.deleteFrom('user').where('id', 'in', userIds).execute()
    expect(said[0]).toMatch(/^涉及 300 人/)
    expect(looked).toBe(userIds.length)
  })

  test('within the transaction people are read alone; they are told one from another when nobody waits for it any more', async () => {
    const { db } = server.parts
    const before = await standingIn(db.read, null)
    const person = await server.person({ roles: ['staff'] })
    let open = true
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        expect(open).toBe(true)
        return result
      },
    }
    const tell = await db.transaction((trx) => standingBehind(trx.withPlugin(counting), before, null))
    open = false
    const { after, ids } = await tell()
    expect(after.people).toEqual((await standingIn(db.read, null)).people)
    const { userId } = person
    expect([...ids].filter((id) => !before.people.has(id))).toEqual([userId])
    expect(after.people.get(userId)?.roleIds).toHaveLength(1)
  })
})
