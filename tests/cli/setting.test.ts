import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'

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
const now = async (name: string) => JSON.parse((await home.xzx(`setting get ${name} --json`)).out)

test('settings are shown, set by name or title, in words, and reset', async () => {
  expect((await home.xzx('setting list')).out).toContain('两人审核')
  const set = await home.xzx('setting set 两人审核 是 --json')
  expect([set.code, JSON.parse(set.out)]).toEqual([0, { settings: [{ name: 'audit.twoPeople', value: '1' }] }])
  expect(await now('audit.twoPeople')).toMatchObject({ value: '1', says: '是' })
  expect(await now('两人审核')).toMatchObject({ value: '1' })
  expect((await home.xzx('setting reset audit.twoPeople')).code).toBe(0)
  expect(await now('audit.twoPeople')).toMatchObject({ value: '0' })
  expect(await home.xzx('setting set site.police --empty')).toMatchObject({ code: 0 })
  expect((await now('site.police')).value).toBe('')
})

test('what is wrong ends alike wherever it is found', async () => {
  for (const [line, code, says] of [
    ['setting set site.nmae 甲', 2, '没有设置 site.nmae，您是否想输入 site.name？'],
    ['setting set', 2, '缺少设置的名称'],
    ['setting set site.name', 2, '缺少 site.name 的值'],
    ['setting set upload.longestSide 12', 2, '应为 320 到 10000 之间的整数'],
    ['setting set 两人审核 也许', 2, '两人审核（audit.twoPeople）无效：也许'],
    [['setting', 'set', 'site.phone', ''], 2, '要清空，写 xzx setting set site.phone --empty'],
    ['setting set site.name --empty', 2, '网站名称（site.name）无效：（空）'],
    // what only the server knows is refused by it
    ['setting set site.topics meiyou', 1, '没有目录名为 meiyou 的栏目'],
    ['setting get site.nmae', 2, '没有设置 site.nmae，您是否想输入 site.name？'],
    ['setting get 电话', 2, '（site.phone）'],
  ] as const) {
    const ran = await home.xzx(line)
    expect([line, ran.code, ran.out]).toEqual([line, code, ''])
    expect(ran.err).toContain(says)
  }
})

test('a dry run says what would be, and whether it would be refused', async () => {
  const dry = await home.xzx('setting set site.phone 0000-1 --dry-run')
  expect([dry.code, dry.err]).toEqual([0, expect.stringContaining('试运行，没有修改：site.phone = 0000-1')])
  expect((await now('site.phone')).value).toBe('0000-0000000')
  expect((await home.xzx('setting set site.base x --dry-run')).code).toBe(2)
  expect((await home.xzx('setting set site.topics meiyou --dry-run')).code).toBe(1)
})

test('what is set in vain is said at the set, in get, in the schedule and by doctor', async () => {
  const why = '没有指定存放备份的目录：请在启动服务时加 --backups 目录'
  const dry = await home.xzx('setting set backup.daily 02:00 --dry-run')
  expect([dry.code, dry.err]).toEqual([0, expect.stringContaining(`「定时备份」不起作用：${why}`)])
  const set = await home.xzx('setting set 定时备份 02:00 --json')
  expect([set.code, set.err]).toEqual([0, expect.stringContaining(`「定时备份」不起作用：${why}`)])
  expect(JSON.parse(set.out).settings).toMatchObject([{ name: 'backup.daily', idle: expect.stringContaining(why) }])
  const quiet = await home.xzx('setting set backup.daily 02:00 -q')
  expect([quiet.code, quiet.out, quiet.err]).toEqual([0, '', expect.stringContaining('「定时备份」不起作用')])
  expect((await home.xzx('setting get 定时备份 --format table')).out).toContain(`不起作用的原因：${why}`)
  const listed = await home.xzx('schedule list --format table')
  expect([listed.code, listed.err]).toEqual([0, expect.stringContaining(`「定时备份」不起作用：${why}`)])
  const looked = await home.xzx('doctor --json')
  const found = (name: string) =>
    JSON.parse(looked.out).list.find((one: { name: string }) => one.name === name) as { state: string; says: string }
  expect(looked.code).toBe(1)
  expect(found('schedule')).toMatchObject({ state: 'bad', says: expect.stringContaining(why) })
  expect(found('setting')).toMatchObject({ state: 'remark', says: expect.stringContaining(`定时备份不起作用：${why}`) })
  const reset = await home.xzx('setting reset backup.daily')
  expect([reset.code, reset.err]).toEqual([0, expect.not.stringContaining('不起作用')])
  expect((await home.xzx('schedule list --format table')).err).not.toContain('不起作用')
})
