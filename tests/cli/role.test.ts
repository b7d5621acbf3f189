import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: Person
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  admin = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
  await admin.call('role.save', { name: '编辑', alias: 'editor', dataScope: 'ALL' })
  await server.person({ roles: ['editor'], name: '李小燕' })
})
afterAll(async () => {
  home.remove()
  await server.close()
})
const keys = async () =>
  (JSON.parse((await home.xzx('role keys 编辑 --json')).out) as { alias: string }[]).map(({ alias }) => alias).sort()
const tty = { tty: ['stdin', 'stderr'] as const }

test('rights are granted and revoked by key, name or pattern; the rest stays; what is so already changes nothing', async () => {
  const first = await home.xzx('role grant 编辑 article_list 查看部门 --yes --json')
  expect([first.code, JSON.parse(first.out)]).toMatchObject([
    0,
    { role: '编辑', added: ['article_list', 'dept_list'], taken: [] },
  ])
  expect(first.err).toContain('已给角色「编辑」增加权限：')
  expect(await keys()).toEqual(['article_list', 'dept_list'])
  const again = await home.xzx('role grant 编辑 article_list')
  expect(again).toMatchObject({ code: 0, err: '角色「编辑」已有这些权限，没有要修改的\n' })
  expect((await home.xzx('role grant 编辑 hot_* --yes')).code).toBe(0)
  const held = await keys()
  expect(held.filter((key) => key.startsWith('hot_')).length).toBeGreaterThan(2)
  expect(held.filter((key) => !key.startsWith('hot_'))).toEqual(['article_list', 'dept_list'])
  expect(await home.xzx('role revoke 编辑 hot_* dept_list --yes -q')).toMatchObject({ code: 0, out: '', err: '' })
  expect(await keys()).toEqual(['article_list'])
  expect((await home.xzx('role revoke 编辑 hot_*')).err).toContain('没有这些权限，没有要修改的')
})

test('a right that there is not is refused by name with what was probably meant; nothing is changed', async () => {
  for (const [line, code, says] of [
    ['role grant 编辑 article_lst dept_list', 1, '没有权限 article_lst，您是否想输入 article_list？'],
    ['role grant 编辑 看部门', 1, '您是否想输入 查看部门（dept_list）？'],
    ['role grant 编辑 nothing_*', 1, '没有权限 nothing_*'],
    ['role grant 没有 article_list', 1, '没有角色 没有'],
    ['role grant 编辑', 2, '缺少权限'],
    ['role revoke', 2, '缺少角色'],
    ['role revoke 管理员 article_list', 1, '总有全部权限'],
  ] as const) {
    const ran = await home.xzx(line)
    expect([line, ran.code, ran.err]).toEqual([line, code, expect.stringContaining(says)])
  }
  expect(await keys()).toEqual(['article_list'])
})

test('who could see or do more is told first, in a terminal asked about, and a dry run changes nothing', async () => {
  const told = /涉及 1 人：李小燕\n新增权限：.+\n/
  const dry = await home.xzx('role grant 编辑 article_accept --dry-run')
  expect([dry.code, dry.err]).toEqual([0, expect.stringMatching(told)])
  expect(dry.err).toContain('试运行，没有修改：将给角色「编辑」增加权限：')
  const no = await home.xzx('role grant 编辑 article_accept', { ...tty, stdin: '\n' })
  expect([no.code, no.err]).toEqual([6, expect.stringMatching(told)])
  expect(no.err).toMatch(/将给角色「编辑」增加权限（1 项）：.+（article_accept），是否继续？/)
  expect(await keys()).toEqual(['article_list'])
  expect((await home.xzx('role grant 编辑 article_accept', { ...tty, stdin: 'y\n' })).code).toBe(0)
  expect(await keys()).toEqual(['article_accept', 'article_list'])
})

test('who may not set rights is refused, and nobody gives what they lack', async () => {
  await home.xzx('role grant 编辑 role_list resource_roleSave --yes')
  const { token } = await server.person({ roles: ['editor'] })
  const env = { XZX_TOKEN: token }
  expect((await home.xzx('role grant 编辑 user_save', { env })).code).toBe(1)
  await home.xzx('role revoke 编辑 resource_roleSave --yes')
  const refused = await home.xzx('role grant 编辑 article_list hot_list', { env })
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('resource_roleSave')])
})
