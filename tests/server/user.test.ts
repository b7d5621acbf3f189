import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

const card = '110101199003077758'

describe.each(databases)('users on %s', (database) => {
  let server: TestServer
  let admin: Person
  let office: string
  let forests: string
  const save = (given: object, who = admin) => who.call('user.save', given)
  const made = async (account: string, more: object = {}) => {
    const { value } = await save({ account, name: `某${account}`, deptId: office, ...more })
    return value as { id: string; oncePassword: string; version: number }
  }
  const roleId = async (alias: string) => {
    const { value } = await admin.call('role.list', { pageSize: 200 })
    return value.list.find((one: { alias: string }) => one.alias === alias).id as string
  }
  /** Somebody with just these keys, of a department, seeing as far as the scope says. */
  async function clerk(
    keys: readonly string[],
    dataScope: string,
    deptId = office,
  ): Promise<Person & { role: string }> {
    const alias = `clerk${Math.round(performance.now() * 1000)}`
    const { value } = await admin.call('role.save', { name: alias, alias, dataScope })
    const all = (await admin.call('resource.roleList', { roleId: value.id })).value as { id: string; alias: string }[]
    const resourceIds = all.filter((one) => keys.includes(one.alias)).map(({ id }) => id)
    await admin.call('resource.roleSave', { roleId: value.id, resourceIds })
    return { ...(await server.person({ roles: [alias], deptId: Number(deptId) })), role: value.id }
  }
  const signIn = (username: string, password: string) => server.anyone.call('auth.loginNoCode', { username, password })

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    office = (await admin.call('dept.save', { name: '办公室' })).value.id
    forests = (await admin.call('dept.save', { name: '林业局' })).value.id
  })
  afterAll(() => server.close())

  test('roles that differ in capitals alone are refused, a shipped one’s before all', async () => {
    const add = (alias: string) => admin.call('role.save', { name: `角色 ${alias}`, alias })
    for (const alias of ['Admin', 'ADMIN', 'Staff'])
      expect([alias, (await add(alias)).errorCode]).toEqual([alias, 'CONFLICT'])
    const { value } = await add('Archive')
    expect(await add('archive')).toMatchObject({
      errorCode: 'CONFLICT',
      errorMsg: expect.stringContaining('「Archive」已存在'),
    })
    expect((await admin.call('role.save', { id: value.id, alias: 'aDmin' })).errorCode).toBe('CONFLICT')
    expect((await admin.call('role.save', { id: value.id, alias: 'archive' })).errorCode).toBe('0')
  })

  test('are added with a password that is shown once, found, changed, and shown masked', async () => {
    const { value } = await save({
      account: ' wangwu ',
      name: '王五',
      deptId: office,
      mobile: '13812345678',
      idNumber: card,
      sex: 1,
      ehrNo: 'E01',
      enterAt: '2024-03-01',
      position: '科员',
    })
    expect(value).toMatchObject({
      account: 'wangwu',
      deptName: '办公室',
      mobile: '138****5678',
      idNumber: '11*************758',
      userType: '2',
      state: 0,
      mustChange: 1,
      roles: [],
      enterAt: '2024-03-01 00:00:00',
    })
    expect(value.oncePassword).toMatch(/^\w{16}$/)
    const { oncePassword: _, ...shown } = value
    expect((await admin.call('user.view', { id: value.id })).value).toEqual(shown)
    for (const search of [{ name: '王' }, { name: 'WANG' }, { mobile: '13812345678' }, { idNumber: card }]) {
      const found = (await admin.call('user.list', search)).value.list
      expect(found.map((one: { account: string }) => one.account)).toEqual(['wangwu'])
    }
    expect((await save({ id: value.id, version: 1, position: '股长', mobile: '' })).value).toMatchObject({
      ...{ position: '股长', mobile: null, oncePassword: null, version: 2 },
    })
    expect(await save({ id: value.id, version: 1, position: '' })).toMatchObject({ errorCode: 'STALE' })
    expect(await save({ account: 'wangwu', name: '别人' })).toMatchObject({
      ...{ errorCode: 'CONFLICT', errorMsg: '账号（account）：「wangwu」已存在' },
    })
    const log = await server.parts.db.read.selectFrom('log').selectAll().orderBy('id', 'desc').limit(3).execute()
    expect(JSON.stringify(log)).not.toMatch(/13812345678|110101199003077758|scrypt/)
    expect((await admin.call('user.reveal', { id: value.id })).value).toEqual({
      id: value.id,
      mobile: null,
      idNumber: card,
    })
  })

  test.each([
    ['an account that only looks otherwise', { account: 'WANGWU', name: '别人' }, 'CONFLICT'],
    ['letters of another alphabet', { account: '\u0430dmin', name: '别人' }, 'BAD_INPUT'],
    ['full-width letters', { account: 'ａdmin', name: '别人' }, 'BAD_INPUT'],
    ['a name that turns the text around', { account: 'turned', name: '李\u202e华' }, 'BAD_INPUT'],
    ['a name that is not seen', { account: 'unseen', name: '\u200b' }, 'BAD_INPUT'],
    ['a name of two lines', { account: 'lines', name: '李\n华' }, 'BAD_INPUT'],
  ])('%s is refused', async (_, given, errorCode) => {
    expect(await save({ ...given, deptId: office })).toMatchObject({ errorCode })
  })

  test('a field that is not theirs to set is not set by saving', async () => {
    const { id } = await made('mass')
    await save({
      id,
      roleId: 1,
      roles: [1],
      roleIds: [1],
      password: 'Abcdefg#123x',
      mustChange: 0,
      demo: 1,
      isAdmin: true,
    })
    const row = await server.parts.db.read
      .selectFrom('user')
      .selectAll()
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
    expect([row.mustChange, row.demo]).toEqual([1, 0])
    expect((await admin.call('user.view', { id })).value.roles).toEqual([])
  })

  test('departments and those below them narrow the list, roles and states too', async () => {
    const below = (await admin.call('dept.save', { name: '护林站', parentId: forests })).value.id
    const [one, two] = [await made('tree1', { deptId: forests }), await made('tree2', { deptId: below })]
    const staff = await roleId('staff')
    await admin.call('user.grantRole', { roleId: staff, userIds: [two.id] })
    const ids = async (search: object) =>
      (await admin.call('user.list', { sortField: 'account', sortOrder: 'asc', ...search })).value.list.map(
        (row: { id: string }) => row.id,
      )
    expect(await ids({ deptId: forests })).toEqual([one.id])
    expect(await ids({ deptId: forests, withChildren: 1 })).toEqual([one.id, two.id])
    expect(await ids({ deptId: forests, withChildren: 1, roleId: staff })).toEqual([two.id])
    await admin.call('user.setState', { ids: [one.id], state: 1, reason: '离职' })
    expect(await ids({ deptId: forests, state: 1 })).toEqual([one.id])
    expect((await admin.call('role.userList', { roleId: staff, deptId: below })).value.list).toMatchObject([
      { id: two.id, roleNames: '部门人员' },
    ])
    const others = (await admin.call('role.userNotList', { roleId: staff, name: 'tree' })).value.list
    expect(others.map((row: { id: string }) => row.id)).toEqual([one.id])
    const reach = (await admin.call('role.dataUserList', { roleId: staff, name: 'tree2' })).value.list
    expect(reach).toMatchObject([{ id: two.id, dataScope: 'DEPART', reach: '护林站' }])
  })

  test('stopping somebody ends their sessions at once, and keeps what they wrote', async () => {
    const columnId = await makeColumn(server)
    const writer = await server.person({ roles: ['staff'], deptId: Number(office), columns: [columnId] })
    const { articleId } = (await writer.call('article.saveRole', anArticle(columnId))).value
    expect((await admin.call('user.setState', { ids: [writer.userId], state: 1 })).value.done).toEqual([
      String(writer.userId),
    ])
    expect((await writer.call('user.list', {})).status).toBe(401)
    expect((await admin.call('article.view', { articleId })).value.createdBy).toBe(String(writer.userId))
    expect(await admin.call('user.del', { id: writer.userId })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringMatching(/还有 1 篇文章.*不能删除/),
    })
    const counted = (await admin.call('user.articleNum', {})).value.find(
      (row: { userId: string }) => row.userId === String(writer.userId),
    )
    expect(counted).toMatchObject({ total: 1, deptName: '办公室' })
    const known = await server.person({ roles: ['readonly'], password: 'Old#gate88lamp' })
    await signIn(known.account, 'Old#gate88lamp')
    expect(await admin.call('user.del', { id: known.userId })).toMatchObject({
      ...{ errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('登录过') },
    })
    const { id } = await made('nothing')
    expect((await admin.call('user.del', { id })).value).toEqual({ id })
  })

  test('whoever lost a device is signed out everywhere by who may reset their password; their password and tokens stay', async () => {
    const person = await server.person({ roles: ['staff'] })
    const id = String(person.userId)
    const token = (await person.call('auth.scriptAdd', { name: '夜间', keys: ['article_list'] })).value?.token
    expect((await person.call('notice.myList', {})).errorCode).toBe('0')
    expect((await admin.call('user.signOut', { ids: [id], reason: '电脑丢失' })).value.done).toEqual([id])
    expect((await person.call('notice.myList', {})).status).toBe(401)
    const headers = { authorization: token, 'content-type': 'application/json' }
    const script = { headers, method: 'POST', body: '{}' }
    expect((await server.raw('/api/article/list', script)).errorCode).toBe('0')
    // a token that was taken ends with them, and one of who is stopped does not come back
    expect((await admin.call('user.signOut', { ids: [id], tokens: 1 })).value.done).toEqual([id])
    expect((await server.raw('/api/article/list', script)).status).toBe(401)
    const { list } = (await admin.call('log.list', { call: 'user.signOut' })).value
    expect(list[0].sentence).toContain('的脚本令牌，并让其退出登录')
    const gone = await server.person({ roles: ['staff'] })
    const { token: left } = (await gone.call('auth.scriptAdd', { name: '夜间', keys: ['article_list'] })).value
    for (const state of [1, 0]) await admin.call('user.setState', { ids: [gone.userId], state })
    const old = { ...script, headers: { ...headers, authorization: left } }
    expect((await server.raw('/api/article/list', old)).status).toBe(401)
    const own = (await admin.call('user.signOut', { ids: [String(admin.userId)] })).value
    expect(own.failed[0].errorMsg).toContain('自己')
    const weak = await server.person({ roles: ['staff'] })
    expect((await weak.call('user.signOut', { ids: [id] })).errorCode).toBe('NO_PERMISSION')
  })

  test('a script adds nobody: it would know the password, and stay as somebody when its token is over', async () => {
    const keys = ['user_list', 'user_save', 'user_grantRole']
    const { token } = (await admin.call('auth.scriptAdd', { name: '人事', keys })).value
    const headers = { authorization: token, 'content-type': 'application/json' }
    const script = (path: string, body: object) =>
      server.raw(path, { headers, method: 'POST', body: JSON.stringify(body) })
    const added = await script('/ding/user/save', { account: 'spawned', name: '新人' })
    expect([added.errorCode, added.errorMsg]).toEqual(['NO_PERMISSION', '脚本令牌不能新增用户，请用账号登录'])
    const many = await script('/x/user/import', [{ row: 2, account: 'spawned', name: '新人' }])
    expect(many.errorCode).toBe('NO_PERMISSION')
    expect((await admin.call('user.list', { account: 'spawned' })).value.total).toBe(0)
    const someone = await server.person({ roles: [] })
    expect((await script('/ding/user/save', { id: someone.userId, position: '科员' })).errorCode).toBe('0')
  })

  test('a password that was reset is the only one, and what stood on the old one is over', async () => {
    const someone = await server.person({ roles: ['readonly'], password: 'Old#gate88lamp' })
    const { value } = await admin.call('user.resetPwd', { id: someone.userId })
    expect(value.oncePassword).toMatch(/^\w{16}$/)
    // of 16 random letters nobody guesses one: to hash many takes no time of the others'
    const kept = server.parts.db.read.selectFrom('user').select('password').where('id', '=', someone.userId)
    expect((await kept.executeTakeFirst())?.password).toMatch(/^scrypt\$256\$/)
    expect((await someone.call('menu.list')).status).toBe(401)
    expect(await signIn(someone.account, 'Old#gate88lamp')).toMatchObject({ errorCode: 'LOGIN_FAILED' })
    expect(await admin.call('user.pwd', { id: someone.userId, password: someone.account })).toMatchObject({
      errorCode: 'BAD_INPUT',
    })
    expect(await admin.call('user.pwd', { id: admin.userId, password: 'New#gate88lamp' })).toMatchObject({
      errorCode: 'BAD_STATE',
    })
    const toggled = async () => (await admin.call('user.resetPwdState', { id: someone.userId })).value.mustChange
    expect([await toggled(), await toggled()]).toEqual([0, 1])
    // said which is wanted, it is safe to be sent again
    const set = async (mustChange: 0 | 1) =>
      (await admin.call('user.resetPwdState', { id: someone.userId, mustChange })).value.mustChange
    expect([await set(0), await set(0), await set(1), await set(1)]).toEqual([0, 0, 1, 1])
  })

  test('who may less than everything lifts off neither themselves nor a password that was handed out that it must be changed', async () => {
    const officer = await holding(server, ['user_list', 'user_save', 'user_resetPwd'])
    const lift = (id: number, mustChange?: 0) => officer.call('user.resetPwdState', { id, mustChange })
    await admin.call('user.resetPwdState', { id: officer.userId, mustChange: 1 })
    const refused = { errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('请由管理员办理') }
    expect(await lift(officer.userId, 0)).toMatchObject(refused)
    expect(await lift(officer.userId)).toMatchObject(refused)
    const one = await server.person({ roles: [], password: 'Old#gate88lamp' })
    expect((await officer.call('user.resetPwd', { id: one.userId })).errorCode).toBe('0')
    expect(await lift(one.userId, 0)).toMatchObject(refused)
    // of who has come since, it may: they were only asked to change their own
    const comes = await server.person({ roles: [], password: 'Old#gate88lamp' })
    await signIn(comes.account, 'Old#gate88lamp')
    expect((await officer.call('user.resetPwdState', { id: comes.userId, mustChange: 1 })).value.mustChange).toBe(1)
    expect((await lift(comes.userId, 0)).value?.mustChange).toBe(0)
    // and of who has given themselves another
    const own = await server.person({ roles: [], password: 'Old#gate88lamp' })
    const changed = await own.call('auth.password', { oldPassword: 'Old#gate88lamp', newPassword: 'New#gate77lamp' })
    expect(changed.errorCode).toBe('0')
    expect((await lift(own.userId)).value?.mustChange).toBe(1)
    expect((await lift(own.userId)).value?.mustChange).toBe(0)
    expect((await officer.call('user.resetPwd', { id: own.userId })).errorCode).toBe('0')
    expect(await lift(own.userId, 0)).toMatchObject(refused)
    expect((await admin.call('user.resetPwdState', { id: one.userId, mustChange: 0 })).value.mustChange).toBe(0)
  })

  test('whose password is known to another gives themselves a new one, and is signed in by it', async () => {
    const { id, oncePassword } = await made('newcomer')
    const asked = await signIn('newcomer', oncePassword)
    expect(asked).toMatchObject({
      errorCode: 'PASSWORD_EXPIRED',
      errorMsg: '您的密码是别人设的，请改成只有自己知道的密码，改后即登录',
    })
    const { ticket } = asked.value
    const renew = (newPassword: string, by = ticket) => server.anyone.call('auth.renew', { ticket: by, newPassword })
    expect((await server.raw('/menu/list', { method: 'POST', headers: { authorization: ticket } })).status).toBe(401)
    for (const [password = '', says = ''] of [
      ['short', '至少 8 个字符'],
      ['Newcomer#1', '与账号过于相近'],
      [oncePassword, '不能与原密码相同'],
    ])
      expect(await renew(password)).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining(says) })
    expect(await renew('Lamp#gate88old', 'x'.repeat(43))).toMatchObject({ errorCode: 'LOGIN_FAILED' })
    const both = await Promise.all([renew('Lamp#gate88old'), renew('Lamp#gate99old')])
    expect(both.map(({ errorCode }) => errorCode).sort()).toEqual(['0', 'LOGIN_FAILED'])
    const [won = 0] = both.flatMap(({ errorCode }, i) => (errorCode === '0' ? [i] : []))
    const token = both[won]?.value as string
    expect((await server.raw('/menu/list', { method: 'POST', headers: { authorization: token } })).status).toBe(200)
    expect((await signIn('newcomer', ['Lamp#gate88old', 'Lamp#gate99old'][won] as string)).errorCode).toBe('0')
    const { mustChange, lastLoginAt } = (await admin.call('user.view', { id })).value
    expect([mustChange, typeof lastLoginAt]).toEqual([0, 'string'])
    // ten minutes later a ticket is over
    const other = await made('latecomer')
    const late = (await signIn('latecomer', other.oncePassword)).value.ticket
    server.clock.now += 10 * 60_000 + 1
    expect(await renew('Lamp#gate88old', late)).toMatchObject({
      errorCode: 'LOGIN_FAILED',
      errorMsg: '登录已超时，请重新登录',
    })
    expect(await signIn('latecomer', 'wrong')).toMatchObject({ errorCode: 'LOGIN_FAILED' })
    server.clock.now -= 10 * 60_000 + 1
  })

  test('nobody gives, takes or gets at more than they have', async () => {
    const keys = [
      'user_list',
      'column_roleSave',
      'user_save',
      'user_resetPwd',
      'user_grantRole',
      'user_del',
      'role_list',
      'role_save',
      'resource_roleSave',
    ]
    const weak = await clerk([...keys, 'hot_list'], 'DEPART')
    const adminId = await roleId('admin')
    const refused = (call: string, input: object) => weak.call(call, input)
    const boss = await server.person({ roles: ['admin'], deptId: Number(office) })
    for (const [call, input] of [
      ['user.resetPwd', { id: boss.userId }],
      ['user.pwd', { id: boss.userId, password: 'Taken#88gate2' }],
      ['user.save', { id: boss.userId, account: 'mine' }],
      ['user.del', { id: boss.userId }],
      ['user.resetPwdState', { id: boss.userId }],
      ['user.grantRole', { roleId: adminId, userIds: [weak.userId] }],
      ['user.delRole', { roleId: adminId, userIds: [boss.userId] }],
      ['role.save', { id: weak.role, dataScope: 'ALL' }],
      ['user.grantRoleData', { roleId: weak.role, dataScope: 'ALL' }],
      ['role.save', { name: '都能看', dataScope: 'ALL' }],
      ['role.del', { id: await roleId('auditor') }],
      ['user.save', { account: 'faraway', name: '远', deptId: forests }],
    ] as const)
      expect([call, (await refused(call, input)).errorCode]).toEqual([call, 'NO_PERMISSION'])
    expect((await refused('user.setState', { ids: [boss.userId], state: 1 })).value.failed[0].errorCode).toBe(
      'NO_PERMISSION',
    )
    const tree = (await weak.call('resource.roleList', { roleId: weak.role })).value as {
      id: string
      alias: string
      held: number
    }[]
    const held = tree.filter((one) => one.held === 1).map(({ id }) => id)
    const more = tree.find(({ alias }) => alias === 'article_list')?.id as string
    expect(await refused('resource.roleSave', { roleId: weak.role, resourceIds: [...held, more] })).toMatchObject({
      ...{ errorCode: 'NO_PERMISSION', errorMsg: expect.stringMatching(/^您没有这些权限，不能授予或收回：/) },
    })
    // nor does one move oneself where one would see more, or reach wider by another role that grants something else
    expect(await refused('user.save', { id: weak.userId, deptId: forests })).toMatchObject({
      errorCode: 'NO_PERMISSION',
    })
    await admin.call('user.grantRole', { roleId: await roleId('readonly'), userIds: [weak.userId] })
    for (const [call, input] of [
      ['role.save', { id: weak.role, dataScope: 'ALL' }],
      ['role.save', { name: '又都能看', dataScope: 'ALL' }],
      ['column.roleSave', { roleId: weak.role, columnIds: [0] }],
      ['column.roleSave', { roleId: await roleId('auditor'), columnIds: [] }],
    ] as const)
      expect([call, (await refused(call, input)).errorCode]).toEqual([call, 'NO_PERMISSION'])
    await admin.call('user.delRole', { roleId: await roleId('readonly'), userIds: [weak.userId] })
    // of who is elsewhere it is not even told that they are there
    const bossElsewhere = await server.person({ roles: ['admin'], deptId: Number(forests) })
    for (const call of ['user.resetPwd', 'user.resetPwdState', 'user.save', 'user.del'])
      expect([call, (await refused(call, { id: bossElsewhere.userId })).errorCode]).toEqual([call, 'NOT_FOUND'])
    // others of the own department, with less
    const { value } = await weak.call('user.save', { account: 'under', name: '下属', deptId: office })
    expect((await weak.call('user.resetPwd', { id: value.id })).errorCode).toBe('0')
    expect((await weak.call('user.grantRole', { roleId: weak.role, userIds: [value.id] })).value.done).toEqual([
      value.id,
    ])
    expect(await weak.call('user.save', { id: value.id, deptId: forests })).toMatchObject({
      errorCode: 'NO_PERMISSION',
    })
    const far = await made('far', { deptId: forests })
    expect(await weak.call('user.view', { id: far.id })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('what a role asks of who signs in is not lifted off oneself, nor off who may more', async () => {
    const weak = await clerk(['user_list', 'user_grantRole', 'role_list', 'role_save', 'role_del'], 'ALL')
    const boss = await server.person({ roles: ['admin'] })
    const mate = await server.person({ roles: [] })
    for (const [name, asks] of [
      ['要动态口令', { factor: 1 }],
      ['只在单位', { nets: '127.0.0.0/8,::1' }],
    ] as const) {
      const { id } = (await admin.call('role.save', { name, ...asks })).value
      // who is asked for a second factor and has none is out at once
      const holders = name === '要动态口令' ? [boss] : [boss, weak]
      for (const { userId } of holders) await admin.call('user.grantRole', { roleId: id, userIds: [userId] })
      for (const change of [{ factor: name === '要动态口令' ? 0 : 1 }, { nets: '0.0.0.0/0,::/0' }, { enabled: 0 }])
        expect([change, (await weak.call('role.save', { id, ...change })).errorCode]).toEqual([change, 'NO_PERMISSION'])
      expect((await weak.call('role.del', { id })).errorCode).toBe('NO_PERMISSION')
      for (const { userId } of holders)
        expect((await weak.call('user.delRole', { roleId: id, userIds: [userId] })).value.failed[0].errorCode).toBe(
          'NO_PERMISSION',
        )
      // words of it may be changed, and who may less is let go
      expect((await weak.call('role.save', { id, description: '说明' })).errorCode).toBe('0')
      await admin.call('user.grantRole', { roleId: id, userIds: [mate.userId] })
      expect((await weak.call('user.delRole', { roleId: id, userIds: [mate.userId] })).value.failed).toEqual([])
      for (const { userId } of holders)
        expect((await admin.call('user.delRole', { roleId: id, userIds: [userId] })).value.failed).toEqual([])
      expect((await admin.call('role.del', { id })).errorCode).toBe('0')
    }
  })

  test('a key that one has for less than a role reaches is not given to it', async () => {
    const near = await clerk(['user_list'], 'DEPART')
    const far = await clerk(['resource_roleSave', 'role_list', 'hot_list'], 'ALL')
    await admin.call('user.grantRole', { roleId: far.role, userIds: [near.userId] })
    const wide = await clerk(['hot_list'], 'ALL')
    const all = (await admin.call('resource.roleList', { roleId: wide.role })).value as { id: string; alias: string }[]
    const give = (aliases: readonly string[]) =>
      near.call('resource.roleSave', {
        roleId: wide.role,
        resourceIds: all.filter(({ alias }) => aliases.includes(alias)).map(({ id }) => id),
      })
    expect((await give(['hot_list', 'user_list'])).errorCode).toBe('NO_PERMISSION')
    expect((await wide.call('user.list', {})).errorCode).toBe('NO_PERMISSION')
    expect((await give(['hot_list', 'role_list'])).value).toMatchObject({ added: 1, taken: 0 })
  })

  test('what a role is given holds at the next request, and what it loses is gone', async () => {
    const someone = await clerk([], 'SELF')
    expect(await someone.call('hot.list', {})).toMatchObject({ errorCode: 'NO_PERMISSION' })
    const all = (await admin.call('resource.roleList', { roleId: someone.role })).value as {
      id: string
      alias: string
    }[]
    const hot = all.find(({ alias }) => alias === 'hot_list')?.id
    const set = (resourceIds: unknown, version?: number) =>
      admin.call('resource.roleSave', { roleId: someone.role, resourceIds, version })
    const { value } = await set([hot])
    expect(value).toMatchObject({ added: 1, taken: 0 })
    expect((await someone.call('hot.list', {})).errorCode).toBe('0')
    expect((await admin.call('role.resList', { id: someone.role })).value).toMatchObject([
      { alias: 'hot_list', type: 'Button' },
    ])
    expect(await set([], value.version - 1)).toMatchObject({ errorCode: 'STALE' })
    expect((await set([])).value).toMatchObject({ added: 0, taken: 1 })
    expect(await someone.call('hot.list', {})).toMatchObject({ errorCode: 'NO_PERMISSION' })
    await set([hot])
    await admin.call('role.save', { id: someone.role, enabled: 0 })
    expect(await someone.call('hot.list', {})).toMatchObject({ errorCode: 'NO_PERMISSION' })
    expect(await admin.call('role.del', { id: someone.role })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringContaining('1 个用户'),
    })
    await admin.call('user.delRole', { roleId: someone.role, userIds: [someone.userId] })
    expect((await admin.call('role.del', { id: someone.role })).errorCode).toBe('0')
  })

  test('the last administrator stays, whoever takes them away', async () => {
    const own = await startServer(database)
    const one = await own.person({ roles: ['admin'] })
    const { value } = await one.call('dept.save', { name: '机关' })
    const two = await own.person({ roles: ['admin'], deptId: Number(value.id) })
    const id = (await one.call('role.list', {})).value.list.find((row: { alias: string }) => row.alias === 'admin').id
    // both at once: one of them is refused
    const both = await Promise.all([
      one.call('user.delRole', { roleId: id, userIds: [two.userId] }),
      two.call('user.delRole', { roleId: id, userIds: [one.userId] }),
    ])
    const left = await own.parts.db.read.selectFrom('userRole').selectAll().where('roleId', '=', Number(id)).execute()
    expect([left.length, both.some((reply) => reply.errorCode !== '0' || reply.value.failed.length > 0)]).toEqual([
      1,
      true,
    ])
    const last = left[0]?.userId === one.userId ? one : two
    for (const [call, input] of [
      ['user.setState', { ids: [last.userId], state: 1 }],
      ['user.delRole', { roleId: id, userIds: [last.userId] }],
    ] as const)
      expect((await last.call(call, input)).value.failed[0].errorCode).toBe('BAD_STATE')
    // nor is their department stopped, by somebody of another one
    const roleOfDepts = (await last.call('role.save', { name: '部门管理', dataScope: 'ALL' })).value.id
    const keys = (await last.call('resource.roleList', { roleId: roleOfDepts })).value as {
      id: string
      alias: string
    }[]
    await last.call('resource.roleSave', {
      roleId: roleOfDepts,
      resourceIds: keys.filter(({ alias }) => alias === 'dept_save').map((one) => one.id),
    })
    const other = await own.person({ roles: ['readonly'] })
    await last.call('user.grantRole', { roleId: roleOfDepts, userIds: [other.userId] })
    await last.call('user.save', { id: last.userId, deptId: value.id })
    expect(await other.call('dept.save', { id: value.id, state: 1 })).toMatchObject({
      ...{ errorCode: 'NO_PERMISSION', errorMsg: '其中有人有您没有的权限（管理员的全部权限），不能停用这个部门' },
    })
    expect(await last.call('role.save', { id, enabled: 0 })).toMatchObject({ errorCode: 'BAD_STATE' })
    expect(await last.call('role.save', { id, alias: 'x' })).toMatchObject({ errorCode: 'BAD_STATE' })
    expect(await last.call('role.del', { id })).toMatchObject({ errorCode: 'BAD_STATE' })
    await own.close()
  })
})
