import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { works } from '../../server/jobs/works.ts'
import { cliHome } from '../support/cli.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const watch = { progress: () => undefined, stopped: () => false, signal: new AbortController().signal } as never
const day = 86_400_000

describe.each(databases)('what was read, on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeEach(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterEach(() => server.close())

  const note = () => works.anchor.run(server.parts, watch)
  const rows = async (search: object) =>
    (await admin.call('log.list', { pageSize: 200, ...search })).value.list as {
      call: string
      userName: string
      says: string
      result: string
      address: string
      after: { times: number }
    }[]
  const told = async (search: object = {}) =>
    (await rows(search)).filter(({ after }) => after?.times).map((row) => [row.call, row.says, row.result])
  const script = async (keys: string[], name = '夜间核对') => {
    const made = (await admin.call('auth.scriptAdd', { name, keys })).value
    const call = (path: string, body: object) =>
      server.raw(path, {
        method: 'POST',
        headers: { authorization: made.token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    return { ...made, call } as { sessionId: string; token: string; call: typeof call }
  }

  test('by a script’s token, and what it was refused, is told with its name: once, and at the end of the day how often', async () => {
    const token = await script(['user_list'])
    for (let n = 0; n < 3; n += 1) expect((await token.call('/ding/user/list', {})).errorCode).toBe('0')
    expect((await token.call('/log/list', {})).errorCode).toBe('NO_PERMISSION')
    // nothing is written while somebody waits
    expect(await told()).toEqual([])
    await note()
    expect(await told({ keyword: '夜间核对' })).toEqual([
      ['log.list', '查询操作日志', '没有权限'],
      ['user.list', expect.stringMatching(/（3 次）$/), '成功'],
    ])
    expect((await rows({ mark: 'refused' })).map(({ userName }) => userName)).toEqual([
      expect.stringContaining('（脚本令牌「夜间核对」）'),
    ])
    for (let n = 0; n < 50; n += 1) await token.call('/ding/user/list', {})
    await note()
    expect(await told()).toHaveLength(2)
    server.clock.now += day
    admin = await server.person({ roles: ['admin'] })
    await note()
    expect((await told())[0]).toEqual(['user.list', expect.stringMatching(/（50 次）$/), '成功'])
    await note()
    expect(await told()).toHaveLength(3)
    expect((await admin.call('log.check', {})).value.whole).toBe(true)
  })

  test('a rehearsal too: it changes nothing, and yet shows rows and tells what is allowed', async () => {
    const token = await script(['user_save'])
    const path = '/x/dry-run/ding/user/save'
    const other = await server.person({ roles: ['admin'] })
    expect((await token.call(path, { id: other.userId, position: '科员' })).errorCode).toBe('NO_PERMISSION')
    const { userId } = await server.person({ roles: [] })
    for (let n = 0; n < 2; n += 1)
      expect((await token.call(path, { id: userId, position: '科员' })).errorCode).toBe('0')
    expect((await token.call('/x/dry-run/role/del', { id: 1 })).errorCode).toBe('NO_PERMISSION')
    await note()
    const says = (words: string) => expect.stringMatching(new RegExp(`^试运行：${words}`))
    expect(await told({ keyword: '夜间核对' })).toEqual(
      expect.arrayContaining([
        ['role.del.dryRun', says('删除'), '没有权限'],
        ['user.save.dryRun', says('.*（2 次）$'), '成功'],
        ['user.save.dryRun', says(''), '没有权限'],
      ]),
    )
    const [row] = (await admin.call('log.list', { call: 'user.save.dryRun' })).value.list
    expect(row.sentence).toMatch(/^试运行：/)
  })

  test('a deletion that its rehearsal refuses is told by its thing and the reason, and not as want of a right', async () => {
    const dept = await makeDept(server, '农业农村局')
    await server.person({ roles: [], deptId: dept })
    const tried = await admin.call('dept.del', { id: dept })
    const rehearse = (authorization: string, agent = 'Mozilla/5.0') =>
      server.raw(`/x/dry-run/ding/dept/${dept}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'user-agent': agent },
        body: '{}',
      })
    expect((await rehearse(admin.token)).errorMsg).toBe(tried.errorMsg)
    expect(await told()).toEqual([])
    const told2 = (await admin.call('log.list', { call: 'dept.del' })).value.list
    for (const row of told2)
      expect([row.sentence, row.result]).toEqual(['删除部门「农业农村局」', `没有执行：${tried.errorMsg}`])
    expect(told2).toHaveLength(2)
    const token = await script(['dept_del'])
    await rehearse(token.token)
    await note()
    const [row] = (await admin.call('log.list', { call: 'dept.del.dryRun' })).value.list
    expect([row.sentence, row.result]).toEqual(['试运行：删除部门「农业农村局」', `没有执行：${tried.errorMsg}`])
    expect(await rows({ mark: 'refused' })).toEqual([])
    // who types --dry-run deletes nothing: it is told as tried
    await rehearse(admin.token, 'xzx')
    await note()
    const trials = (await admin.call('log.list', { call: 'dept.del.dryRun' })).value.list
    expect(trials.map(({ sentence }: { sentence: string }) => sentence)).toEqual(Array(2).fill(row.sentence))
    const all = (await admin.call('log.list', { call: 'dept.del' })).value.list
    expect(all.filter(({ call }: { call: string }) => call === 'dept.del')).toHaveLength(2)
  })

  test('a rehearsal that goes before the call itself is told as the refused call, and hides none', async () => {
    const marked = (authorization: string, path: string, body: object) =>
      server.raw(`/x/dry-run${path}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'user-agent': 'xzx', 'x-dry-run': 'ahead' },
        body: JSON.stringify(body),
      })
    const there = { account: admin.account, name: '重复' }
    expect((await marked(admin.token, '/ding/user/save', there)).errorCode).toBe('CONFLICT')
    const narrow = await holding(server, ['user_list'])
    expect((await marked(narrow.token, '/ding/user/save', there)).errorCode).toBe('NO_PERMISSION')
    // what a refused call would not be told of is told as a rehearsal, of a script
    const token = await script(['hot_add'])
    expect((await marked(token.token, '/hot/add', { name: '热词' })).errorCode).toBe('0')
    await note()
    const rowsOf = async (call: string) =>
      (await admin.call('log.list', { call })).value.list.map(({ call, result }: { call: string; result: string }) => [
        call,
        result,
      ])
    expect((await rowsOf('user.save')).sort()).toEqual([
      ['user.save', expect.stringMatching(/^没有执行：/)],
      ['user.save', '没有权限'],
    ])
    expect(await rowsOf('hot.add.dryRun')).toEqual([['hot.add.dryRun', '成功']])
  })

  test('tells whose records were read one by one', async () => {
    const token = await script(['user_list'])
    const { userId } = await server.person({ roles: [] })
    for (const id of [admin.userId, userId, userId])
      expect((await token.call('/ding/user/view', { id })).errorCode).toBe('0')
    await note()
    const { list } = (await admin.call('log.list', { call: 'user.view' })).value
    expect(list[0].targetIds).toEqual([String(admin.userId), String(userId)])
  })

  test('by a person is told where it was refused: one row however often, and none of what they may read', async () => {
    const clerk = await server.person({ roles: ['readonly'] })
    expect((await clerk.call('log.list', {})).errorCode).toBe('0')
    for (let n = 0; n < 400; n += 1) expect((await clerk.call('setting.list', {})).errorCode).toBe('NO_PERMISSION')
    await note()
    const found = await rows({ mark: 'refused' })
    expect(found.map(({ call, after }) => [call, after.times])).toEqual([['setting.list', 400]])
    expect(await told()).toHaveLength(1)
    // what is left when the server ends
    await clerk.call('setting.list', {})
    await server.parts.uses.write(server.parts, true)
    expect(await rows({ mark: 'refused' })).toHaveLength(2)
  })

  test('a token that was never used shows no last use', async () => {
    const [used, unused] = [await script(['user_list']), await script(['user_list'], '没有用过的')]
    await used.call('/ding/user/list', {})
    const home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
    const { list } = (await home.xzx('auth token list --json')).json()
    const seen = new Map(
      (list as { sessionId: string; seenAt: string | null }[]).map((one) => [one.sessionId, one.seenAt]),
    )
    expect(seen.get(unused.sessionId)).toBeNull()
    expect(seen.get(used.sessionId)).toMatch(/^\d{4}-/)
    home.remove()
  })
})
