import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { writeUses } from '../../server/access/uses.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { holding, roleHolding } from '../support/holding.ts'
import { everyRow } from '../support/rows.ts'
import { makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

/** Every call that may change what people may see or do, by its command: who could is told before it is asked about, and by a dry run. */

let server: TestServer
let home: CliHome
let one: Person
let column: number
let water: number
beforeAll(async () => {
  server = await startServer()
  const admin = await server.person({ roles: ['admin'] })
  water = await makeDept(server, '水利局')
  const school = await makeDept(server, '教育局')
  column = await makeColumn(server, '通知公告')
  await makeDept(server, '水务站', water)
  await holding(server, ['article_list'], { columns: [await makeColumn(server, '简讯')] })
  one = await server.person({ roles: ['auditor'], deptId: water, name: '李小燕' })
  await admin.call('user.grantRoleData', { roleId: await roleId(), dataScope: 'DEPARTS' })
  await server.person({ roles: ['staff'], deptId: school, name: '王建国' })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
  const { config } = (await admin.call('config.export')).value
  const roles = config.roles.map((role: { name: string }) =>
    role.name === '审核员' ? { ...role, dataScope: 'ALL' } : role,
  )
  writeFileSync(join(home.dir, 'site.json'), JSON.stringify({ format: config.format, roles }))
})
afterAll(async () => {
  home.remove()
  await server.close()
})

const roleId = async () =>
  (await server.parts.db.read.selectFrom('role').select('id').where('alias', '=', 'auditor').executeTakeFirstOrThrow())
    .id

/** How each is typed. */
const lines: Readonly<Record<string, () => Promise<string> | string>> = {
  'column.merge': () => 'column merge 简讯 --into 通知公告 --reason 栏目重复',
  'column.roleSave': async () => `column role-save --role-id ${await roleId()} --column-ids ${column}`,
  'config.apply': () => 'config apply site.json --only 角色',
  'dept.arrange': () => 'dept arrange --parent 教育局 --depts 水务站',
  'dept.merge': () => 'dept merge 水利局 --into 教育局 --reason 机构改革',
  'dept.save': () => `dept save --id ${water} --state 停用`,
  'plateRole.save': () => 'plate-role set --role 部门人员 --plates 0',
  'resource.roleSave': () => 'role revoke 审核员 article_accept',
  'role.save': async () => `role save --id ${await roleId()} --data-scope 本人`,
  'setting.reset': () => 'setting reset signIn.nets',
  'setting.save': () => 'setting set signIn.nets 127.0.0.0/8,192.0.2.0/24',
  'user.delRole': () => `user take-role --role 审核员 --user-ids ${one.userId}`,
  'user.grantRole': () => `user grant-role --role 部门人员 --user-ids ${one.userId}`,
  'user.grantRoleData': () => 'user role-data --role 审核员 --data-scope 本人',
  'user.move': () => `user move ${one.userId} --dept 教育局`,
  'user.roles': () => `user roles ${one.userId} --roles 部门人员`,
  'user.save': () => `user save --id ${one.userId} --dept 教育局`,
  'user.setState': () => `user state ${one.userId} --state 停用`,
}

const calls = [...eachEndpoint(await wholeContract())].flatMap(([area, call, e]) =>
  e.reveals ? [`${area}.${call}`] : [],
)

test('each such call has its line here', () => {
  expect(Object.keys(lines)).toEqual(calls.sort())
})

test.each(calls.sort())('%s tells whom it concerns before it asks, and when it is only tried', async (call) => {
  // what is to be taken back must be there first
  const set = { name: 'signIn.nets', value: '127.0.0.0/8' }
  if (call === 'setting.reset') await server.parts.db.write.insertInto('setting').values(set).execute()
  const before = await everyRow(server.parts)
  const line = (await lines[call]?.()) as string
  const told = /涉及 \d+ 人[^\n]*\n/
  const dry = await home.xzx(`${line} --dry-run`)
  expect([line, dry.code, dry.err]).toEqual([line, 0, expect.stringMatching(told)])
  const asked = await home.xzx(line, { tty: ['stdin', 'stderr'], stdin: '\n' })
  expect([line, asked.code, asked.err]).toEqual([
    line,
    6,
    expect.stringMatching(new RegExp(`${told.source}[\\s\\S]*(是否继续|请输入 \\d+ 确认)`)),
  ])
  const alone = await home.xzx(line)
  expect([line, alone.code, alone.err]).toEqual([
    line,
    2,
    expect.stringMatching(new RegExp(`${told.source}[\\s\\S]*需要确认`)),
  ])
  expect(await everyRow(server.parts)).toEqual(before)
  if (call === 'setting.reset') await server.parts.db.write.deleteFrom('setting').execute()
})

test('who said yes ahead is told all the same, unless they want to hear nothing', async () => {
  const told = await home.xzx('role grant 审核员 dict_save --yes')
  expect([told.code, told.err]).toEqual([
    0,
    expect.stringMatching(/涉及 \d+ 人[^\n]*\n新增权限：[\s\S]*已给角色「审核员」增加权限/),
  ])
  const quiet = await home.xzx('role revoke 审核员 dict_save --yes -q')
  expect([quiet.code, quiet.err]).toEqual([0, ''])
})

test('columns that a role comes by, and those that it loses, are named when it is only tried', async () => {
  const { id, alias } = await roleHolding(server, ['article_list', 'article_saveRole'], { columns: [column] })
  await server.person({ roles: [alias], name: '刘晓华' })
  const inner = await makeColumn(server, '内部参阅')
  const dry = await home.xzx(`column role-save --role-id ${id} --column-ids ${inner} --dry-run`)
  expect([dry.code, dry.err]).toEqual([
    0,
    expect.stringContaining(
      '涉及 1 人：刘晓华\n今后能写文章的栏目：「内部参阅」\n今后不能再写文章、看文章的栏目：「通知公告」\n',
    ),
  ])
})

test('what reveals nothing is done without a question', async () => {
  expect(await home.xzx(`user save --id ${one.userId} --name 李小燕`)).toMatchObject({ code: 0 })
})

test('two who give a role rights at once both do', async () => {
  const keys = ['dict_save', 'dict_edit', 'dept_save']
  const done = await Promise.all(keys.map((key) => home.xzx(`role grant 审核员 ${key} --yes`)))
  expect(done.map(({ code, err }) => [code, code === 0 ? '' : err])).toEqual(keys.map(() => [0, '']))
  const again = await Promise.all(keys.map((key) => home.xzx(`role grant 审核员 ${key} --yes`)))
  expect(again.map(({ err }) => err)).toEqual(keys.map(() => expect.stringContaining('已有这些权限')))
})

test('what was really tried and may not be is sent, so that the log tells it as tried, and of which role', async () => {
  const narrow = await holding(server, ['user_grantRole', 'user_list', 'role_options'])
  const role = await server.parts.db.read.selectFrom('role').select('id').where('alias', '=', 'admin').execute()
  const line = `user grant-role --role ${role[0]?.id} --user-ids ${narrow.userId}`
  const told = async () =>
    (await server.parts.db.read.selectFrom('log').selectAll().where('call', '=', 'user.grantRole').execute()).filter(
      ({ userId }) => userId === narrow.userId,
    )
  const env = { XZX_TOKEN: narrow.token }
  const tried = await home.xzx(`${line} --dry-run`, { env })
  expect([tried.code === 0, await told()]).toEqual([false, []])
  const ran = await home.xzx(`${line} -y`, { env })
  expect([ran.code, tried.code], ran.err).toEqual([1, 1])
  expect(ran.err).toContain('不能授予角色「管理员」')
  expect((await told()).map(({ result, after }) => [result === '成功', JSON.parse(after ?? '{}')])).toEqual([
    [false, { role: '管理员' }],
  ])
})

test('a command that is refused by the rehearsal which it makes itself stands in the log once, as itself', async () => {
  const narrow = await holding(server, ['user_list', 'user_grantRole', 'user_save'])
  const admin = await server.person({ roles: ['admin'] })
  const xzx = (line: string, tty = false) =>
    home.xzx(line, { env: { XZX_TOKEN: narrow.token }, ...(tty && { tty: ['stdin', 'stderr'], stdin: 'y\n' }) })
  const told = async () => {
    await writeUses(server.parts)
    const rows = server.parts.db.read.selectFrom('log').select(['call', 'result']).where('userId', '=', narrow.userId)
    return (await rows.where('result', '!=', '成功').orderBy('id').execute()).map(
      ({ call, result }) => `${call} ${result}`,
    )
  }
  expect((await xzx(`user save --account ${admin.account} --name 重复`)).code).toBe(1)
  expect(await told()).toEqual([expect.stringMatching(/^user\.save 没有执行：/)])
  for (const [line, tty] of [
    ['user grant-role --role 管理员 --user-ids ME --yes', false],
    ['user take-role --role 管理员 --user-ids OTHER --yes', false],
    ['user roles ME --roles 管理员 --yes', false],
    ['user grant-role --role 管理员 --user-ids ME', true],
  ] as const) {
    const before = (await told()).length
    const typed = line.replace('ME', String(narrow.userId)).replace('OTHER', String(admin.userId))
    const ran = await xzx(typed, tty)
    expect([line, ran.code], ran.err).toEqual([line, 1])
    const more = (await told()).slice(before)
    expect([line, more.filter((one) => one.includes('dryRun'))]).toEqual([line, []])
    expect([line, more]).toEqual([line, [expect.stringMatching(/^user\.\w+ 没有权限$/)]])
  }
  const before = (await told()).length
  const dry = await xzx(`user grant-role --role 管理员 --user-ids ${narrow.userId} --dry-run`)
  expect([dry.code, (await told()).slice(before)]).toEqual([1, ['user.grantRole.dryRun 没有权限']])
})
