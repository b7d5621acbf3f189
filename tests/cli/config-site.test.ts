import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConfigFile } from '../../core/domain/config-file.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: Person
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  admin = await server.person({ roles: ['admin'], password: 'old-Passw0rd-1' })
  await admin.call('column.save', { categoryTitle: '通知公告', columnType: 1, parentId: 0, columnPath: 'tzgg' })
  await admin.call('role.save', { name: '编辑', dataScope: 'DEPART' })
  home = cliHome({ env: { XZX_SERVER: server.url } })
  await home.xzx(`auth login --user ${admin.account} --password-stdin`, { stdin: 'old-Passw0rd-1' })
})
afterAll(async () => {
  home.remove()
  await server.close()
})
const put = (name: string, config: unknown) => writeFileSync(join(home.dir, name), JSON.stringify(config))
const exported = (name: string): ConfigFile => JSON.parse(readFileSync(join(home.dir, name), 'utf8'))
const format = 'xzx-config-1'

test('what was exported is what is there; a change is shown, tried, done, and then nothing is left to do', async () => {
  put('here.json', { format, settings: { 'site.base': 'https://zx.example/site' } })
  expect((await home.xzx('config apply here.json --yes')).code).toBe(0)
  expect((await home.xzx('config export --out now.json')).code).toBe(0)
  // of this one installation, and wrong in another
  expect(Object.keys(exported('now.json').settings ?? {})).not.toContain('site.base')
  expect((await home.xzx('config diff now.json --prune --exit-code')).code).toBe(0)
  const wanted: ConfigFile = {
    format,
    columns: [
      { path: ['通知公告'], folder: 'gonggao' },
      { path: ['通知公告', '会议'], type: 1, folder: 'huiyi' },
    ],
    roles: [{ name: '编辑', keys: ['article_list'] }],
    settings: { 'site.name': '某县政协' },
  }
  put('new.json', wanted)
  const shown = await home.xzx('config diff new.json --exit-code --format table')
  expect(shown.code).toBe(3)
  expect(shown.out).toMatch(/~ 通知公告\n +目录名：tzgg → gonggao/)
  expect(shown.out).toMatch(/\+ 通知公告\/会议\n +栏目类型：列表栏目\n +目录名：huiyi/)
  expect(shown.out).toContain('菜单和权限：+ 查看文章（article_list）')
  expect(shown.out).toMatch(/网站名称（site\.name）\n +值：.* → 某县政协/)
  const tried = await home.xzx('config apply new.json --dry-run')
  expect([tried.code, tried.err]).toEqual([0, expect.stringContaining('试运行，没有修改：将新增 1 处，修改 3 处')])
  expect((await home.xzx('config export --out same.json')).code).toBe(0)
  expect(exported('same.json')).toEqual(exported('now.json'))
  const asked = await home.xzx('config apply new.json')
  expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('（新增 1 处，修改 3 处），需要确认')])
  const done = await home.xzx('config apply new.json --yes --json')
  expect([done.code, JSON.parse(done.out)]).toEqual([0, { added: 1, changed: 3, removed: 0 }])
  expect((await home.xzx('config diff new.json --exit-code')).code).toBe(0)
  // and back: what came goes, because that is asked for
  expect((await home.xzx('config apply now.json --prune --yes')).code).toBe(0)
  expect((await home.xzx('config diff now.json --prune --exit-code')).code).toBe(0)
})

test('more changes than go at once are refused with what to do, however many there are', async () => {
  const dicts = Array.from({ length: 10_500 }, (_, i) => ({
    dictKey: '许多',
    key: `k${i}`,
    name: `条目${i}`,
    value: `${i}`,
  }))
  put('many.json', { format, dicts: [{ dictKey: '许多', name: '许多' }, ...dicts] } as never)
  for (const how of ['--yes', '--dry-run'])
    expect(await home.xzx(`config apply many.json ${how} --quiet`), how).toMatchObject({
      ...{ code: 2, out: '', err: expect.stringMatching(/一次最多 2000 处修改，现有 10501 处[\s\S]*拆成几份/) },
    })
})

test('two files are compared without a server, the parts that are meant alone', async () => {
  put('a.json', { format, settings: { 'site.name': '甲' }, dicts: [{ dictKey: '车辆', name: '车辆' }] })
  put('b.json', { format, settings: { 'site.name': '乙' }, dicts: [{ dictKey: '车辆', name: '公务用车' }] })
  const nowhere = '--server http://127.0.0.1:1 --json'
  const { code, out } = await home.xzx(`config diff a.json b.json --only 数据字典 ${nowhere}`)
  expect(code).toBe(0)
  expect(JSON.parse(out).list).toEqual([
    { part: 'dicts', kind: 'change', name: '车辆', field: 'name', title: '名称', before: '车辆', after: '公务用车' },
  ])
  const all = await home.xzx(`config diff a.json b.json ${nowhere}`)
  expect(JSON.parse(all.out).total).toBe(2)
  expect((await home.xzx('config diff a.json --only 车')).err).toContain('可选：栏目、数据字典、菜单、角色、站点设置')
})

test.each([
  ['无效的 JSON', '{', '不是有效的 JSON'],
  ['嵌套太深', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, '嵌套超过 100 层'],
  ['没有这一项', { format, columns: [{ path: ['甲'], colour: 'red' }] }, 'columns[0]'],
  ['写了两次', { format, columns: [{ path: ['甲'] }, { path: ['甲'] }] }, '「甲」写了两次'],
  ['另一种格式', { format: 'xzx-config-9' }, '应为 xzx-config-1\n'],
  ['没有写完', '{"format":', '不是有效的 JSON（没有写完）'],
  ['多了一个逗号', '{\n "format": "xzx-config-1",\n}', '不是有效的 JSON（第 3 行第 1 个字符附近）'],
  ['没有这个设置', { format, settings: { 'site.nam': '甲' } }, '没有这个设置，您是否想输入 site.name'],
  ['设置没有这种值', { format, settings: { 'backup.daily': '25:00' } }, '的 settings.backup.daily'],
  ['设置须填写', { format, settings: { 'site.name': '' } }, '原因：网站名称：'],
  ['不是这种值', { format, roles: [{ name: '甲', keys: 'most' }] }, 'roles[0].keys'],
])('a file that is none is refused by its place: %s', async (_, config, says) => {
  writeFileSync(join(home.dir, 'bad.json'), typeof config === 'string' ? config : JSON.stringify(config))
  for (const line of ['config diff bad.json', 'config apply bad.json --yes', 'config apply bad.json --dry-run']) {
    const { code, err } = await home.xzx(line)
    expect([line, code, err]).toEqual([line, 2, expect.stringContaining(says)])
  }
})

test('a file may no more than its reader', async () => {
  const reader = await server.person({ roles: [], password: 'old-Passw0rd-2' })
  const other = cliHome({ env: { XZX_SERVER: server.url } })
  await other.xzx(`auth login --user ${reader.account} --password-stdin`, { stdin: 'old-Passw0rd-2' })
  const { code, err } = await other.xzx('config export')
  expect([code, err]).toEqual([1, expect.stringContaining('config_export')])
  other.remove()
})

test('all that is wrong in a file is named at once, a character that no server takes by its place', async () => {
  const path = join(home.dir, 'bad.json')
  const role = { alias: 'r1', name: '新角色', description: '', dataScope: 'GOD' }
  writeFileSync(path, JSON.stringify({ format: 'xzx-config-1', roles: [role, { ...role, alias: 7 }] }))
  const { code, err } = await home.xzx('config diff bad.json')
  expect([code, err]).toEqual([
    2,
    expect.stringMatching(/roles\[0\]\.dataScope[\s\S]*应为 SELF[\s\S]*roles\[1\]\.alias/),
  ])
  writeFileSync(path, JSON.stringify({ format: 'xzx-config-1', roles: [{ ...role, description: 'a\u0001b' }] }))
  expect((await home.xzx('config diff bad.json')).err).toContain('roles[0].description')
  writeFileSync(path, JSON.stringify({ format: 'xzx-config-1', roles: [{ ...role, dataScope: 'SELF' }] }))
  expect((await home.xzx('config diff bad.json --format table')).out).toContain('+ 新角色（r1）')
})

test('an export is told by the log, as one; a comparison is none', async () => {
  const told = async () =>
    (await admin.call('log.list', { mark: 'exported' })).value.list.map((row: { sentence: string }) => row.sentence)
  const before = (await told()).length
  expect((await home.xzx('config export --out told.json --only 角色')).code).toBe(0)
  expect((await home.xzx('config diff told.json --only 角色')).code).toBe(0)
  expect((await home.xzx('config export --dry-run')).code).toBe(0)
  expect((await told()).slice(0, (await told()).length - before)).toEqual(['客户端记录：导出站点的配置'])
})

test('the product’s own export can always be applied, also with names that hold slashes and with twins of before', async () => {
  for (const title of ['新闻/动态', '新闻', '旧栏目', '旧栏'])
    await admin.call('column.save', { categoryTitle: title, columnType: 1 })
  const tree = (await admin.call('column.tree')).value as { columnId: string; categoryTitle: string }[]
  const idOf = (title: string) => tree.find(({ categoryTitle }) => categoryTitle === title)?.columnId
  await admin.call('column.save', { categoryTitle: '动态', columnType: 1, categoryCategoryId: idOf('新闻') })
  const { db } = server.parts
  await db.write.updateTable('column').set({ title: '旧栏目' }).where('title', '=', '旧栏').execute()
  expect((await home.xzx('config export --out own.json')).code).toBe(0)
  expect((await home.xzx('config diff own.json --prune --exit-code')).code).toBe(0)
  const own = exported('own.json')
  put('own.json', {
    ...own,
    columns: own.columns?.map((one) => ({ ...one, ...(one.path[0] === '旧栏目' && { sort: 77 }) })),
  })
  const { code, err } = await home.xzx('config apply own.json --yes')
  expect([code, err]).toEqual([
    2,
    expect.stringMatching(/站点上有 2 个栏目叫「旧栏目」，文件写了 2 个[\s\S]*给其余的改名[\s\S]*--only/),
  ])
  put('named.json', {
    format,
    columns: [
      { path: ['新闻/动态'], sort: 78 },
      { path: ['新闻', '动态'], sort: 79 },
    ],
  })
  const shown = await home.xzx('config diff named.json --format table')
  expect(shown.out).toMatch(/~ "新闻\/动态"\n.*→ 78[\s\S]*~ 新闻\/动态\n.*→ 79/)
})
