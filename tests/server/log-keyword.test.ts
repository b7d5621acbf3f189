import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

interface Row {
  readonly call: string
  readonly sentence: string
  readonly userName: string | null
  readonly result: string | null
  readonly after: unknown
}

describe.each(databases)('what a keyword finds in the log, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let role: string
  let dept: string
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    const added = async (call: string, input: object) => (await admin.call(call, input)).value.id as string
    const save = async (account: string, name: string) => (await added('user.save', { account, name })) as string
    const [one, other, gone] = [await save('jka', '钱伟'), await save('jkb', '孙伟'), await save('jkx1', '新来的')]
    for (const id of [one, other]) await admin.call('user.save', { id, position: '科员' })
    await admin.call('user.save', { id: one, mobile: '13900001111', state: 1 })
    await admin.call('user.save', { id: one, state: 0 })
    await admin.call('user.save', { id: other, state: 1, position: '科长' })
    await admin.call('user.setState', { ids: [one], state: 1 })
    await admin.call('user.setState', { ids: [one], state: 0 })
    await admin.call('user.resetPwdState', { id: one, mustChange: 1 })
    dept = await added('dept.save', { name: '试验部门乙' })
    await admin.call('dept.save', { id: dept, phone: '12345678' })
    role = await added('role.save', { name: '试验角色甲' })
    await admin.call('user.grantRole', { roleId: role, userIds: [one] })
    await admin.call('user.delRole', { roleId: role, userIds: [one] })
    const site = await added('website.add', { name: '元数据网站', url: 'http://example.org/' })
    const group = await added('dict.save', { name: '会议类型', dictKey: 'meetingKind' })
    await added('dict.saveNode', { parentId: group, name: '常委会会议', key: '1', value: '甲' })
    await added('dict.saveNode', { parentId: group, name: '主席会议', key: '2' })
    for (const [call, id] of [
      ['role.del', role],
      ['dept.del', dept],
      ['website.del', site],
      ['dict.del', group],
      ['user.del', gone],
    ] as const)
      expect((await admin.call(call, { id, ids: [id] })).errorCode, call).toBe('0')
    const { articleId } = (await admin.call('article.saveAdmin', anArticle(await makeColumn(server)))).value
    await admin.call('article.update', { articleId, title: '换了题目', status: 1 })
  })
  afterAll(() => server.close())

  const rows = async (who: Person, more: object = {}): Promise<Row[]> => {
    const reply = await who.call('log.list', { pageSize: 200, ...more })
    expect(reply.errorCode, reply.text).toBe('0')
    return reply.value.list
  }
  const told = async (keyword: string) => (await rows(admin, { keyword })).map(({ sentence }) => sentence)

  test('what is called so is asked for beside the thread that answers, all kinds at once; a last page is not counted', async () => {
    if (database !== 'sqlite') return
    const { search } = server.parts
    const { find } = search
    const asked: string[] = []
    search.find = async (indexed, plain, caller) => {
      asked.push(plain.rows.sql)
      const found = await find(
        indexed,
        { ...plain, ...(plain.total && { total: { sql: 'no', parameters: [] } }) },
        caller,
      )
      return found
    }
    expect((await rows(admin, { keyword: '新来的' })).length).toBeGreaterThan(0)
    expect(await rows(admin, { keyword: '没有这样的词' })).toEqual([])
    search.find = find
    const [names = '', ...others] = asked
    for (const kind of ['user', 'mail', 'dict', 'role']) expect(names).toContain(`from "${kind}" where`)
    expect(others.map((text) => /^select "id"(?:, "at")?.*?from "(\w+)"/.exec(text)?.[1])).toEqual([
      ...['article', 'log'],
      ...[undefined, 'article', 'log'],
    ])
    // words without letters of two sizes are compared as they stand
    expect(others[1]).toContain(' like ?')
    expect(others[1]).not.toContain('lower(')
  })

  test('a deletion is found by the name that it shows', async () => {
    for (const name of ['试验角色甲', '试验部门乙', '元数据网站', '会议类型', '新来的'])
      expect(
        (await told(name)).filter((sentence) => sentence.startsWith('删除')),
        name,
      ).toEqual([expect.stringContaining(`「${name}`)])
    expect(await told('试验角色甲')).toContainEqual(expect.stringMatching(/^从用户「钱伟（jka）」收回角色/))
  })

  test('of a dictionary that is gone the log keeps what was in it', async () => {
    const told = '删除数据字典「会议类型」，连同 2 个字典项'
    const [row] = await rows(admin, { call: 'dict.del' })
    expect(row).toMatchObject({ sentence: told, before: { entries: ['常委会会议（1）＝甲', '主席会议（2）'] } })
    for (const keyword of [told, '主席会议']) {
      const found = (await rows(admin, { keyword })).map(({ sentence }) => sentence)
      expect(found, keyword).toContain(told)
    }
  })

  test('words of a sentence find the rows that are told so, and those alone', async () => {
    expect(await told('停用用户')).toEqual(['停用用户「钱伟（jka）」'])
    expect(await told('停用并修改资料')).toEqual(['停用并修改资料：用户「孙伟（jkb）」'])
    expect(await told('启用用户')).toEqual(['启用用户「钱伟（jka）」', '启用用户「钱伟（jka）」'])
    expect(await told('停用并修改手机号')).toEqual(['停用并修改手机号：用户「钱伟（jka）」'])
    expect(await told('停用部门')).toEqual([])
    expect(await told('停用用户「钱伟（jka）」')).toEqual(['停用用户「钱伟（jka）」'])
    const all = await rows(admin)
    const shown = (row: Row) => [row.sentence, row.userName, row.result, JSON.stringify(row.after)].join(' ')
    for (const keyword of [
      '新增',
      '修改',
      '停用',
      '启用',
      '删除',
      '新增用户',
      '修改部门',
      '要求用户',
      '不再要求',
      '提交',
    ]) {
      const wanted = all.filter(({ sentence }) => sentence.includes(keyword))
      const found = await rows(admin, { keyword })
      expect(
        found.filter((row) => !shown(row).includes(keyword)),
        keyword,
      ).toEqual([])
      for (const one of wanted) expect(found, keyword).toContainEqual(one)
    }
  })

  test('a save is told with all that changed by it; what is the same as before, sealed or not, is no change', async () => {
    const { id } = (await admin.call('user.save', { account: 'jkm', name: '马伟' })).value
    const latest = async () => (await rows(admin, { targetId: id }))[0]
    const [mobile, idNumber] = ['13900002222', '11010519491231002X']
    const steps = [
      [{ mobile, idNumber, position: '科员' }, '修改用户「马伟（jkm）」的手机号、身份证号和其他资料'],
      [{ mobile: '13900003333' }, '修改用户「马伟（jkm）」的手机号'],
      [{ mobile, position: '科长' }, '修改用户「马伟（jkm）」的手机号和其他资料'],
      [{ idNumber: null }, '修改用户「马伟（jkm）」的身份证号'],
      [{ idNumber, mobile: '13900003333' }, '修改用户「马伟（jkm）」的手机号、身份证号'],
      [{ mobile, state: 1 }, '停用并修改手机号：用户「马伟（jkm）」'],
      [{ idNumber: null, state: 0, position: null }, '启用并修改身份证号和其他资料：用户「马伟（jkm）」'],
      [{ mobile, idNumber }, '修改用户「马伟（jkm）」的身份证号'],
      [{ position: '科员' }, '修改用户「马伟（jkm）」'],
    ] as const
    for (const [given, sentence] of steps) {
      expect((await admin.call('user.save', { id, ...given })).errorCode).toBe('0')
      expect((await latest())?.sentence).toBe(sentence)
      expect((await rows(admin, { keyword: sentence })).map((row) => row.sentence)).toContain(sentence)
    }
    const before = await rows(admin, { targetId: id })
    const { version } = (await admin.call('user.view', { id })).value
    await admin.call('user.save', { id, mobile, idNumber, position: '科员' })
    expect(await rows(admin, { targetId: id })).toEqual(before)
    expect((await admin.call('user.view', { id })).value.version).toBe(version)
  })

  test('the numbers follow the same condition', async () => {
    for (const keyword of ['停用用户', '试验角色甲', '新增'])
      expect((await admin.call('log.stats', { keyword })).value.total, keyword).toBe(
        (await rows(admin, { keyword })).length,
      )
  })

  test('who is not told of people finds them by nothing that is kept of them', async () => {
    const reader = await holding(server, ['log_list'])
    for (const keyword of ['新来的', '停用并修改手机号'])
      for (const { sentence } of await rows(reader, { keyword })) expect(sentence).not.toMatch(/新来的|手机号/)
    // how they stand is told to everybody who reads the log
    for (const { sentence } of await rows(reader, { keyword: '停用用户' })) expect(sentence).toMatch(/^停用用户/)
  })
})
