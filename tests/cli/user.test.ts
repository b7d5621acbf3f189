import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { makeColumn, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  const { token } = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('whether a password is to be changed is said, for several at once, and the same line twice is the same as once', async () => {
  const [one, two] = [
    (await server.person({ roles: ['readonly'] })).userId,
    (await server.person({ roles: ['readonly'] })).userId,
  ]
  const states = async () => {
    const { out } = await home.xzx('user list --fields id,mustChange --format ndjson --all')
    const rows = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    return [one, two].map((id) => rows.find((row) => row.id === String(id)).mustChange)
  }
  for (const [word, state] of [
    ['须修改', 1],
    ['不须修改', 0],
    ['是', 1],
    ['否', 0],
  ] as const)
    for (const _ of [1, 2]) {
      expect((await home.xzx(`user reset-pwd-state ${one} ${two} --must-change ${word} --yes`)).code).toBe(0)
      expect(await states()).toEqual([state, state])
    }
  // of a choice that is no thing and its opposite they say nothing
  expect((await home.xzx(`user state ${one} --state 是 --yes`)).code).toBe(2)
  const unsaid = await home.xzx(`user reset-pwd-state ${one} --yes`)
  expect([unsaid.code, unsaid.err]).toEqual([2, expect.stringContaining('缺少 --must-change')])
})

test('of several a name that nobody has fails as an id that is not there does, and the others are gone on with', async () => {
  const one = await server.person({ roles: ['readonly'] })
  const two = await server.person({ roles: ['readonly'] })
  const given = `${one.account} 没有此人 ${two.userId} 99999`
  const lines = [
    [`user state ${given} --state 停用`, [], ['没有此人', '99999']],
    [`user state ${given} --state 正常`, [], ['没有此人', '99999']],
    [`user sign-out ${given}`, [], ['没有此人', '99999']],
    [`user reset-pwd ${given} --out ${home.dir}/words.csv`, [], ['没有此人', '99999']],
    [`dept del 没有此处 99998`, null, ['没有此处', '99998']],
  ] as const
  for (const [line, _, missing] of lines)
    for (const mode of ['--dry-run', '--yes --failed-to -']) {
      const file = `${home.dir}/failed.txt`
      const { code, out, err } = await home.xzx(`${line} --json ${mode.replace('-to -', `-to ${file}`)}`)
      expect([line, mode, code], err).toEqual([line, mode, line.startsWith('dept') ? 1 : 3])
      const { done = [], failed } = JSON.parse(out)
      expect(failed.map(({ id }: { id: string }) => id).toSorted()).toEqual([...missing].toSorted())
      expect(done.toSorted()).toEqual(
        line.startsWith('dept') ? [] : [String(one.userId), String(two.userId)].toSorted(),
      )
      if (mode === '--dry-run') continue
      const left = await home.xzx(`user state --ids @${file} --state 正常 --yes`)
      expect(left.err, line).not.toContain('应为数字')
    }
  // alone it is the line's mistake, and of one name that several have it is not guessed
  expect((await home.xzx('user state 没有此人 --state 停用 --yes')).code).toBe(1)
})

test('what cannot be tried is foretold as far as it can be known: its right, and whether the row is there', async () => {
  const { userId } = await server.person({ roles: ['readonly'] })
  const { token } = await server.person({ roles: ['readonly'] })
  for (const line of [
    'user reset-pwd 999',
    'user reveal 999 --reason 核实',
    'people reveal 999 --reason 核实',
    'suggestion reveal 999 --reason 核实',
    'website probe 999',
  ]) {
    const dry = await home.xzx(`${line} --dry-run`)
    const wet = await home.xzx(`${line} --yes`)
    expect([line, dry.code, wet.code]).toEqual([line, 1, 1])
    expect(dry.err + dry.out).toContain('不存在')
    const env = { XZX_TOKEN: token }
    const may = await home.xzx(`${line} --dry-run`, { env })
    expect([line, may.code]).toEqual([line, (await home.xzx(`${line} --yes`, { env })).code])
    expect(may.err).toMatch(/没有执行此操作的权限（(user|people|suggestion|website)_\w+）/)
  }
  const before = await server.parts.db.read.selectFrom('user').selectAll().where('id', '=', userId).execute()
  const dry = await home.xzx(`user reset-pwd ${userId} --dry-run`)
  expect([dry.code, dry.err]).toEqual([
    0,
    expect.stringContaining('已核对权限和编号；这个接口不能试运行，会不会因别的原因被拒绝'),
  ])
  expect(await server.parts.db.read.selectFrom('user').selectAll().where('id', '=', userId).execute()).toEqual(before)
})

test('a change of rights that is only tried says whom it concerns and what they would see', async () => {
  const dept = (await home.xzx('dept save --name 水利局 --json')).out
  await server.person({ roles: ['auditor'], deptId: Number(JSON.parse(dept).id), name: '林知远' })
  const one = await server.person({ roles: [], name: '李小燕' })
  const given = await home.xzx(`user grant-role --role 审核员 --user-ids ${one.userId} --dry-run`)
  expect([given.code, given.err]).toEqual([0, expect.stringMatching(/涉及 1 人：李小燕\n新增权限：.+ 等 \d+ 项\n/)])
  const narrow = await home.xzx('user role-data --role 审核员 --data-scope 本部门 --dry-run')
  expect([narrow.code, narrow.err]).toEqual([0, expect.stringContaining('涉及 1 人：林知远')])
  const kept = await server.parts.db.read
    .selectFrom('role')
    .select('dataScope')
    .where('alias', '=', 'auditor')
    .execute()
  expect(kept).toEqual([{ dataScope: 'ALL' }])
})

test('what gives or takes rights is asked about in a terminal, where it does; a script says yes ahead', async () => {
  const one = await server.person({ roles: [], name: '陈向东' })
  const tty = { tty: ['stdin', 'stderr'] as const }
  const held = async () =>
    (await server.parts.db.read.selectFrom('userRole').select('roleId').where('userId', '=', one.userId).execute())
      .length
  const grant = `user grant-role --role 审核员 --user-ids ${one.userId}`
  const no = await home.xzx(grant, { ...tty, stdin: '\n' })
  expect([no.code, await held()]).toEqual([6, 0])
  expect(no.err).toMatch(/涉及 1 人：陈向东\n新增权限：.+\n[\s\S]*将把角色授予用户（角色：审核员），是否继续？\[y\/N\]/)
  expect([(await home.xzx(grant, { ...tty, stdin: 'y\n' })).code, await held()]).toEqual([0, 1])
  const role = String(
    (
      await server.parts.db.read
        .selectFrom('role')
        .select('id')
        .where('alias', '=', 'auditor')
        .executeTakeFirstOrThrow()
    ).id,
  )
  for (const line of [
    `user take-role --role 审核员 --user-ids ${one.userId}`,
    'user role-data --role 审核员 --data-scope 本人',
    `role save --id ${role} --nets 192.0.2.0/24`,
    `column role-save --role-id ${role} --column-ids ${await makeColumn(server)}`,
  ]) {
    const asked = await home.xzx(line, { ...tty, stdin: '\n' })
    expect([line, asked.code, asked.err]).toEqual([line, 6, expect.stringMatching(/涉及 .+\n[\s\S]*是否继续/)])
  }
  // what changes nobody's rights asks nothing
  expect((await home.xzx(`role save --id ${role} --description 初审`, { ...tty, stdin: '' })).code).toBe(0)
  const take = `user take-role --role 审核员 --user-ids ${one.userId}`
  expect([(await home.xzx(take)).code, await held()]).toEqual([2, 1])
  expect([(await home.xzx(`${take} --yes`)).code, await held()]).toEqual([0, 0])
})

test('to reset a password is asked about in a terminal, by the name of whose it is', async () => {
  const { userId } = await server.person({ roles: ['readonly'], name: '何清源' })
  const person = await server.person({ roles: ['admin'] })
  const env = { XZX_TOKEN: person.token }
  const asked = await home.xzx(`user reset-pwd ${userId}`, { env, tty: ['stdin', 'stderr'], stdin: '\n' })
  expect([asked.code, asked.err]).toEqual([
    6,
    expect.stringContaining('将重置密码（「何清源」），对方随即退出登录，下次登录时须修改密码，是否继续？'),
  ])
  expect((await home.xzx(`user reset-pwd ${userId}`, { env })).code).toBe(2)
  expect((await home.xzx(`user reset-pwd ${userId} --yes`, { env })).code).toBe(0)
})

test('people, roles and departments are typed by account, key, name or path wherever their id is; of several of one name both are told', async () => {
  const top = Number(JSON.parse((await home.xzx('dept save --name 财政局 --json')).out).id)
  const other = Number(JSON.parse((await home.xzx('dept save --name 审计局 --json')).out).id)
  for (const parent of [top, other]) await home.xzx(`dept save --name 办公室 --parent ${parent}`)
  const one = await server.person({ roles: ['readonly'], name: '孙立', deptId: top })
  const same = await server.person({ roles: [], name: '孙立', deptId: other })
  const said = async (line: string) => {
    const ran = await home.xzx(line)
    return [line, ran.code, ran.err + ran.out]
  }
  for (const [line, says] of [
    [`user view ${one.account} --json`, '"name": "孙立"'],
    [`user state ${one.account},${same.account} --state 停用 --dry-run`, '可处理 2 项'],
    [`user move ${one.account} --dept 审计局/办公室 --dry-run`, '可处理 1 项'],
    [`user grant-role --role auditor --user-ids ${same.account} --dry-run`, '涉及 1 人：孙立'],
    [`user save --id ${one.account} --position 科员`, '已修改用户'],
    ['role view auditor --json', '"alias": "auditor"'],
    ['role save --id 审核员 --description 审核', '已修改角色'],
    ['dept name 财政局/办公室 --json', '"name": "办公室"'],
    ['dept del 审计局/办公室 --dry-run', '可处理 1 项'],
    ['column role-save --role-id 审核员 --column-ids 999999 --dry-run', '999999'],
  ] as const) {
    const [, code, text] = await said(line)
    expect([line, text]).toEqual([line, expect.stringContaining(says)])
    expect([line, code]).toEqual([line, says === '999999' ? 1 : 0])
  }
  expect(await said('user state 孙立 --state 停用 --yes')).toEqual([
    expect.anything(),
    2,
    expect.stringContaining(
      `有 2 个用户叫 孙立（2）\n建议：请写编号或账号：${one.userId} ${one.account}、${same.userId} ${same.account}`,
    ),
  ])
  // an account that stands in hundreds of others is found all the same
  const many = Array.from({ length: 250 }, (_, i) => ({
    ...{ account: `${one.account}x${i}`, name: `同名${i}`, userType: '2', password: 'x', deptId: null },
    ...{ mustChange: 0, passwordAt: 0, version: 1, state: 0, demo: 0 as const, createdAt: 1, updatedAt: 1 },
  }))
  await server.parts.db.write
    .insertInto('user')
    .values(many as never)
    .execute()
  expect(await said(`user view ${one.account} --json`)).toEqual([
    ...[expect.anything(), 0, expect.stringContaining('"name": "孙立"')],
  ])
  // an account that is a number: whose number it is too is not guessed
  const account = String(same.userId)
  expect((await home.xzx(`user save --account ${account}9 --name 李工 --dept ${top}`)).code).toBe(0)
  expect(await said(`user state ${account}9 --state 停用 --yes`)).toEqual([
    expect.anything(),
    2,
    expect.stringMatching(
      `${account}9 是李工的账号，也是一个编号（2）\n建议：指这个账号请写其编号 \\d+，指编号请用 --ids 给出`,
    ),
  ])
  expect(await said('dept del 办公室 --yes')).toEqual([
    expect.anything(),
    2,
    expect.stringMatching(/有 2 个部门叫 办公室[\s\S]*\/财政局\/办公室、\d+ \/审计局\/办公室/),
  ])
  expect(await said('role del 没有的角色 --yes')).toEqual([
    expect.anything(),
    1,
    expect.stringContaining('没有角色 没有的角色'),
  ])
  expect((await home.xzx('role save --name 待删 --alias gone --data-scope 本人')).code).toBe(0)
  expect(await said('role del 待删 --yes')).toEqual([expect.anything(), 0, expect.stringContaining('成功 1 项')])
})

test('of a name that stands in hundreds of others those who have it are all told, and a name that is an account or a number is not guessed', async () => {
  const dept = Number(JSON.parse((await home.xzx('dept save --name 水务局 --json')).out).id)
  const ones = await Promise.all([0, 1].map(() => server.person({ roles: [], name: '钱七', deptId: dept })))
  const many = Array.from({ length: 450 }, (_, i) => ({
    ...{ account: `qianqi${i}`, name: `钱七${i}`, userType: '2', password: 'x', deptId: null },
    ...{ mustChange: 0, passwordAt: 0, version: 1, state: 0, demo: 0 as const, createdAt: 1, updatedAt: 1 },
  }))
  await server.parts.db.write
    .insertInto('user')
    .values(many as never)
    .execute()
  // one older than all of these and one newer: no page has both
  const last = await server.person({ roles: [], name: '钱七', deptId: dept })
  const listed = [...ones, last].map(({ userId, account }) => `${userId} ${account}`).join('、')
  const refused = async (line: string, ...says: string[]) => {
    const { code, err } = await home.xzx(line)
    expect([line, code, err]).toEqual([line, 2, expect.stringContaining(says.join(''))])
  }
  for (const line of [
    'user state 钱七 --state 停用 --yes',
    'user reset-pwd 钱七 --dry-run',
    'user grant-role --role auditor --user-ids 钱七 --dry-run',
  ])
    await refused(line, '有 3 个用户叫 钱七（2）\n建议：请写编号或账号：', listed)
  expect((await home.xzx(`user view ${last.account} --json`)).code).toBe(0)
  expect((await home.xzx('user view 钱七3 --json')).code).toBe(0)
  // who may choose people but list none hears of them too
  const { token } = await server.person({ roles: ['auditor'], deptId: dept })
  const env = { XZX_TOKEN: token }
  const told = await home.xzx('notice add --title 会议 --content 开会 --audience 个人 --users 钱七 --dry-run', { env })
  expect([told.code, told.err]).toEqual([2, expect.stringContaining('有 3 个用户叫 钱七')])
  // an account that is somebody's name
  const lain = String(
    JSON.parse((await home.xzx(`user save --account 钱七3 --name 赵六 --dept ${dept} --json`)).out).id,
  )
  await refused('user state 钱七3 --state 停用 --yes', '有 2 个用户叫 钱七3（2）\n建议：请写编号：')
  expect((await home.xzx('user view 钱七3')).err).toContain(`${lain} 赵六（钱七3）`)
  // departments and roles whose name is a number
  const named = String(JSON.parse((await home.xzx(`dept save --name ${dept} --json`)).out).id)
  await refused(
    `dept del ${dept} --yes`,
    `${dept} 是一个编号，也是部门的名称（2）\n建议：请写从 / 起的全名，或其编号：/水务局（编号 ${dept}）、/${dept}（编号 ${named}）`,
  )
  expect((await home.xzx(`dept name /${dept} --json`)).out).toContain(`"id": "${named}"`)
  expect((await home.xzx('role save --name 审核员 --alias 3 --data-scope 本人')).code).not.toBe(0)
  const role = await home.xzx('role save --name 987654 --alias digits --data-scope 本人')
  expect(role.code).toBe(0)
  await refused('role view 987654', '987654 是一个编号，也是角色的名称')
})

test('menus, related columns and tokens of scripts are typed by their names', async () => {
  const [one, two] = [await makeColumn(server, '甲栏'), await makeColumn(server, '乙栏')]
  expect((await home.xzx('column edit 甲栏 --relation-categoryid 乙栏')).code).toBe(0)
  const relation = async () =>
    (
      await server.parts.db.read
        .selectFrom('column')
        .select('relation')
        .where('id', '=', Number(one))
        .executeTakeFirstOrThrow()
    ).relation
  expect(await relation()).toBe(String(two))
  expect((await home.xzx('column edit 甲栏 --relation-categoryid 没有的栏目')).err).toContain('没有栏目 没有的栏目')
  expect((await home.xzx('resource add --name 公文系统 --alias documents --type 目录')).code).toBe(0)
  const gone = await home.xzx('resource del 公文系统 --yes')
  expect([gone.code, gone.err]).toEqual([0, expect.stringContaining('成功 1 项')])
  // no script may have tokens of its own
  const { account } = await server.person({ roles: ['admin'], password: 'Lamp#gate88new' })
  const own = cliHome({ env: { XZX_SERVER: server.url } })
  await own.xzx(`auth login --user ${account} --password-stdin`, { stdin: 'Lamp#gate88new' })
  const made = (name: string) => own.xzx(`auth token --name ${name} --keys article_list`)
  for (const name of ['夜间', '日间', '日间二', '123456']) expect([name, (await made(name)).code]).toEqual([name, 0])
  // of older versions there may be several
  const sessions = server.parts.db.write.updateTable('session').set({ name: '日间' })
  await sessions.where('name', '=', '日间二').execute()
  const revoke = async (word: string) => {
    const { code, err } = await own.xzx(`auth token revoke ${word} --yes`)
    return [code, err]
  }
  expect(await revoke('夜间')).toEqual([0, expect.stringContaining('已停用')])
  expect(await revoke('夜间')).toEqual([1, expect.stringContaining('没有脚本令牌 夜间')])
  expect(await revoke('日间')).toEqual([2, expect.stringContaining('有 2 个脚本令牌叫 日间')])
  expect(await revoke('123456')).toEqual([2, expect.stringContaining('也是另一个令牌的用途')])
  own.remove()
})

test('of an act that goes out in several calls whom it concerns is told once', async () => {
  const write = server.parts.db.write
  const many = Array.from({ length: 510 }, (_, i) => ({
    ...{ account: `halt${i}`, name: `待停${i}`, userType: '2', password: 'x', deptId: null },
    ...{ mustChange: 0, passwordAt: 0, version: 1, state: 0, demo: 0 as const, createdAt: 1, updatedAt: 1 },
  }))
  for (const some of [many.slice(0, 255), many.slice(255)])
    await write
      .insertInto('user')
      .values(some as never)
      .execute()
  const made = await write.selectFrom('user').select('id').where('account', 'like', 'halt%').execute()
  const role = await write.selectFrom('role').select('id').where('alias', '=', 'readonly').executeTakeFirstOrThrow()
  await write
    .insertInto('userRole')
    .values(made.map(({ id }) => ({ userId: id, roleId: role.id })))
    .execute()
  const stdin = made.map(({ id }) => id).join('\n')
  const ran = await home.xzx('user state --state 停用 --ids - --yes', { stdin })
  expect(ran.code).toBe(0)
  expect(ran.err.match(/涉及 \d+ 人/g)).toEqual(['涉及 510 人'])
  expect(ran.err.match(/失去权限/g)).toHaveLength(1)
})
