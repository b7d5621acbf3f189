import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importColumns } from '../../core/contract/user/import.ts'
import { readSheet } from '../../core/sheet/read.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('many users from a sheet on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    const { id } = (await admin.call('dept.save', { name: '林业局' })).value
    await admin.call('dept.save', { name: '办公室', parentId: id })
    const other = (await admin.call('dept.save', { name: '水利局' })).value
    await admin.call('dept.save', { name: '办公室', parentId: other.id })
  })
  afterAll(() => server.close())
  const send = (items: readonly object[], person = admin) => person.call('user.importMany', { items })
  const count = async () => (await admin.call('user.list', { pageSize: 1 })).value.total as number

  test('are added with department, roles and a password each, which must be changed', async () => {
    const rows = [
      ...[{ row: 2, account: 'li.hua', name: '李华', dept: '林业局/办公室', roles: '部门人员、审核员', sex: '女' }],
      ...[{ row: 3, account: '王五', name: '王五', dept: '水利局', mobile: '13800001111', enterAt: '2020-03-01' }],
    ]
    const { errorCode, errorMsg, value } = await send(rows)
    expect([errorCode, errorMsg]).toEqual(['0', ''])
    expect(value).toMatchObject({
      added: 2,
      users: [
        { row: 2, account: 'li.hua', name: '李华', deptName: '办公室', roleNames: '部门人员、审核员' },
        { row: 3, account: '王五', deptName: '水利局', roleNames: null },
      ],
    })
    const [first, second] = value.users
    expect(first.oncePassword).toMatch(/^[A-Za-z2-9]{16}$/)
    expect(first.oncePassword).not.toBe(second.oncePassword)
    const seen = (await admin.call('user.view', { id: first.id })).value
    expect(seen).toMatchObject({ roleNames: expect.stringContaining('审核员'), sex: 2, userType: '2', mustChange: 1 })
    expect((await admin.call('user.view', { id: second.id })).value).toMatchObject({ mobile: '138****1111' })
    const signIn = (username: string, password: string) =>
      server.anyone.call('auth.loginNoCode', { username, password })
    expect((await signIn('li.hua', first.oncePassword)).errorCode).toBe('PASSWORD_EXPIRED')
    expect((await signIn('li.hua', second.oncePassword)).errorCode).toBe('LOGIN_FAILED')
    const log = (await admin.call('log.list', { pageSize: 10 })).value.list
    expect(JSON.stringify(log)).toContain('导入用户')
    expect(JSON.stringify(log)).toContain('李华 li.hua 办公室 角色：部门人员、审核员')
    const stored = JSON.stringify(await server.parts.db.read.selectFrom('log').selectAll().execute())
    expect(stored).not.toContain(first.oncePassword)
    expect(stored).not.toContain('13800001111')
  })

  test('of 5,000 with 37 bad rows each bad one is named, and nobody is added', async () => {
    const before = await count()
    const items = Array.from({ length: 5000 }, (_, i) => ({
      row: i + 2,
      account: i % 135 === 0 ? 'bad account' : `user${i}`,
      name: `职工${i}`,
      dept: '水利局',
    }))
    expect(items.filter(({ account }) => account === 'bad account')).toHaveLength(38)
    Object.assign(items[0] as object, { account: 'user-zero' })
    const { errorCode, errorMsg, value } = await send(items)
    expect(errorCode).toBe('BAD_INPUT')
    expect(errorMsg).toMatch(/^5000 行中有 37 行不符合要求，没有新增任何用户。第 137 行账号：只能用字母/)
    expect(value.rows).toHaveLength(37)
    expect(value.rows[36]).toEqual({ row: 4997, says: expect.stringContaining('账号：') })
    expect(await count()).toBe(before)
  })

  test('a cell that is too long is a fault of its row, beside those of others', async () => {
    const long = '长'.repeat(300)
    for (const [column, title] of [
      ...[['position', '职务'] as const, ['dept', '部门'] as const, ['ehrNo', '工号'] as const],
      ...[['enterAt', '入职时间'] as const, ['roles', '角色'] as const, ['account', '账号'] as const],
    ]) {
      const { errorCode, value } = await send([
        { row: 20, account: 'long.one', name: '某', dept: '水利局', [column]: long },
        { row: 21, account: 'bad account', name: '某', dept: '水利局' },
      ])
      expect([column, errorCode, value?.rows]).toEqual([
        column,
        'BAD_INPUT',
        [
          { row: 20, says: expect.stringMatching(new RegExp(`^${title}：最多 \\d+ 个字$`)) },
          { row: 21, says: expect.stringMatching(/^账号：/) },
        ],
      ])
    }
    // what is no sheet at all is told by its heading too
    const { errorMsg } = await send([{ account: 'a', position: { a: 1 } }])
    expect(errorMsg).toMatch(/^第 1 项的职务（position）：/)
  })

  test.each([
    ['account', {}, '请填写'],
    ['account', { account: 'ADMIN-1' }, '「ADMIN-1」已存在'],
    ['name', { name: '' }, '请填写'],
    ['dept', { dept: '办公室' }, '有 2 个「办公室」，请写全，如「林业局/办公室」「水利局/办公室」'],
    ['dept', { dept: '没有的局' }, '没有「没有的局」'],
    ['mobile', { mobile: '12345' }, ''],
    ['idNumber', { idNumber: '130123199001011235' }, '应为 18 位居民身份证号'],
    ['idNumber', { idNumber: '130123199001011235' }, '应为 18 位居民身份证号，这一个的校验码（末位）不对，请逐位核对'],
    ['idNumber', { idNumber: '1.30123199001011E+17' }, '「1.30123199001011E+17」被表格软件当作数字，末几位已经丢失'],
    ['idNumber', { idNumber: '130123199001011000' }, '末三位都是 0，可能被表格软件当作数字而丢失'],
    [
      'mobile',
      { mobile: '1.38E+10' },
      '「1.38E+10」被表格软件当作数字，末几位已经丢失：请把这一列的单元格格式设为「文本」',
    ],
    ['ehrNo', { ehrNo: '2.02601E+15' }, '「2.02601E+15」被表格软件当作数字'],
    ['sex', { sex: '甲' }, '没有「甲」，可写'],
    ['userType', { userType: '领导' }, '没有「领导」，可写'],
    ['enterAt', { enterAt: '前年' }, ''],
    ['roles', { roles: '没有的角色' }, '没有「没有的角色」，或已禁用'],
  ] as const)('%s as %o is refused by its row', async (column, given, says) => {
    if (!(await admin.call('user.list', { name: 'admin-1' })).value.total)
      await send([{ account: 'admin-1', name: '甲', dept: '水利局' }])
    const item = { row: 7, account: 'fresh1', name: '乙', dept: '水利局', ...given }
    const { errorCode, value } = await send([
      column === 'account' && says === '请填写' ? { ...item, account: '' } : item,
    ])
    expect(errorCode).toBe('BAD_INPUT')
    expect(value.rows).toEqual([{ row: 7, says: expect.stringContaining(`${importColumns[column].title}：${says}`) }])
  })

  test('what the reader of a sheet found is told beside what is wrong with the cells; signs that no text holds by place and name', async () => {
    const { value } = await send([
      { row: 3, account: 'a b', name: '甲', dept: '水利局', fault: '姓名：含有看不见的控制字符' },
      { row: 4, account: 'fine', name: '乙', dept: '没有的局' },
    ])
    expect(value.rows).toEqual([
      { row: 3, says: expect.stringMatching(/^姓名：含有看不见的控制字符；账号：只能用/) },
      { row: 4, says: '部门：没有「没有的局」' },
    ])
    expect(
      await send([
        { account: 'one', name: '甲' },
        { account: 'two', name: '甲\u000b乙' },
      ]),
    ).toMatchObject({
      ...{ errorCode: 'BAD_INPUT', errorMsg: '第 2 项的姓名（name）：含有不允许的控制字符' },
    })
  })

  test('two rows with one account; a row without its number is counted', async () => {
    const twice = [
      { account: 'Same', name: '甲', dept: '水利局' },
      { account: 'same', name: '乙', dept: '水利局' },
    ]
    expect((await send(twice)).value.rows).toEqual([{ row: 2, says: '账号：「same」与第 1 行相同' }])
    const both = await Promise.all([
      send([{ account: 'race', name: '甲', dept: '水利局' }]),
      send([{ account: 'RACE', name: '乙', dept: '水利局' }]),
    ])
    const codes = both.map(({ errorCode }) => errorCode)
    expect(codes).toContain('0')
    expect(['BAD_INPUT', 'CONFLICT']).toContain(codes.find((code) => code !== '0'))
  })

  test('nobody puts people where they don’t reach, nor gives what they have not', async () => {
    const { value: role } = await admin.call('role.save', { name: '人事', alias: 'hr', dataScope: 'DEPART' })
    const all = (await admin.call('resource.roleList', { roleId: role.id })).value as { id: string; alias: string }[]
    const hold = (keys: readonly string[]) =>
      admin.call('resource.roleSave', {
        roleId: role.id,
        resourceIds: all.filter(({ alias }) => keys.includes(alias)).map(({ id }) => id),
      })
    await hold(['user_list', 'user_save'])
    const forests = (await admin.call('dept.list', {})).value.find((d: { name: string }) => d.name === '林业局')
    const clerk = await server.person({ roles: ['hr'], deptId: Number(forests.id) })
    const said = async (item: object) =>
      (await send([{ row: 2, account: 'hr1', name: '甲', dept: '林业局', ...item }], clerk)).value?.rows?.[0]?.says
    expect(await said({ dept: '水利局' })).toBe('部门：「水利局」不在您的数据范围内')
    expect(await said({ dept: '' })).toBe('部门：请填写部门')
    expect(await said({ roles: '管理员' })).toBe('角色：您没有授予角色的权限，请留空')
    await hold(['user_list', 'user_save', 'user_grantRole'])
    expect(await said({ roles: '管理员' })).toContain('不能授予角色「管理员」')
    expect((await send([{ account: 'hr1', name: '甲', dept: '林业局' }], clerk)).errorCode).toBe('0')
    const staff = await server.person({ roles: ['staff'] })
    expect((await send([{ account: 'x', name: '甲' }], staff)).errorCode).toBe('NO_PERMISSION')
  })

  test('all that is wrong with a row is said at once', async () => {
    const { value } = await send([{ row: 9, account: 'a b', name: '', dept: '没有', roles: '站长', sex: '无' }])
    const [{ says }] = value.rows
    expect(says.split('；').map((one: string) => one.split('：')[0])).toEqual(['账号', '姓名', '性别', '部门', '角色'])
  })

  test('a dry run says the same, shows no password and adds nobody', async () => {
    const before = await count()
    const tried = await server.raw('/x/dry-run/x/user/import', {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      body: JSON.stringify([{ account: 'tried', name: '试', dept: '水利局' }]),
    })
    expect(tried.value).toMatchObject({ rehearsed: true, value: { added: 1, users: [{ oncePassword: null }] } })
    expect(await count()).toBe(before)
  })

  test('the template has the headings, all cells as text, and what may be written', async () => {
    const reply = await fetch(`${server.url}/x/user/import/template`, {
      method: 'POST',
      headers: { authorization: admin.token },
    })
    const bytes = new Uint8Array(await reply.arrayBuffer())
    const rows = []
    for await (const { cells } of readSheet(async function* () {
      yield bytes
    }))
      rows.push([...cells.values()])
    expect(rows).toEqual([Object.values(importColumns).map(({ title }) => title)])
    const { default: ExcelJS } = await import('exceljs')
    const book = new ExcelJS.Workbook()
    await book.xlsx.load(bytes.buffer as never)
    // what is typed there is kept as it was typed, a long number too
    expect(Object.keys(importColumns).map((_, i) => book.worksheets[0]?.getColumn(i + 1).numFmt)).toEqual(
      Object.keys(importColumns).map(() => '@'),
    )
    const notes = book.worksheets[1]?.getSheetValues().flat().map(String) ?? []
    for (const word of ['林业局/办公室', '部门人员', '必填；登录时用，不能与他人相同；字母、数字或汉字'])
      expect(notes).toContain(word)
  })
})
