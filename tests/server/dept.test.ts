import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

interface Node {
  name: string
  level: number
  children: Node[]
}
const drawn = (nodes: readonly Node[]): string =>
  nodes
    .map(({ name, level, children }) => `${level}${name}${children.length > 0 ? `(${drawn(children)})` : ''}`)
    .join(' ')

describe.each(databases)('departments on %s', (database) => {
  let server: TestServer
  let admin: Person
  const save = (given: object) => admin.call('dept.save', given)
  const made = async (given: object): Promise<string> => (await save(given)).value.id
  const names = async (call: string, more: object = {}, who = admin) => {
    const { value } = await who.call(call, more)
    return (value.list ?? value).map((row: { name: string }) => row.name)
  }

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  test('are added with what the specification sets where nothing is said, found, changed and deleted', async () => {
    const { value } = await save({ name: ' 统战部 ' })
    expect(value).toMatchObject({
      name: '统战部',
      parentId: '0',
      parentName: null,
      level: 0,
      state: 0,
      deptType: 0,
      isCount: 0,
      version: 1,
    })
    expect((await admin.call('dept.view', { id: value.id })).value).toEqual(value)
    expect((await admin.call('dept.get', { id: value.id })).value).toEqual(value)
    expect((await admin.call('dept.getName', { id: value.id })).value).toEqual({ id: value.id, name: '统战部' })
    const changed = await save({ id: value.id, version: 1, phone: '87651234', no: 'TZ01' })
    expect(changed.value).toMatchObject({ name: '统战部', phone: '87651234', no: 'TZ01', version: 2 })
    expect(await save({ id: value.id, version: 1, name: '旧的' })).toMatchObject({ errorCode: 'STALE' })
    expect(await names('dept.page', { pageNumber: 1, pageSize: 10, no: 'TZ' })).toEqual(['统战部'])
    expect((await admin.call('dept.del', { id: value.id })).value).toEqual({ id: value.id })
    expect(await admin.call('dept.view', { id: value.id })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('stand under one another, in their order; none comes under itself, nor too deep', async () => {
    const top = await made({ name: '政府办' })
    const [first, second] = [
      await made({ name: '信息股', parentId: top }),
      await made({ name: '文秘股', parentId: top }),
    ]
    expect((await admin.call('dept.view', { id: first })).value).toMatchObject({ parentName: '政府办', level: 1 })
    const tree = async () => drawn((await admin.call('dept.tree')).value)
    expect(await tree()).toBe('0政府办(1信息股 1文秘股)')
    await admin.call('dept.arrange', { parentId: top, deptIds: [second, first] })
    expect(await tree()).toBe('0政府办(1文秘股 1信息股)')
    expect(await admin.call('dept.arrange', { parentId: top, deptIds: [first] })).toMatchObject({
      errorCode: 'CONFLICT',
      errorMsg: expect.stringMatching(/^顺序中缺少「文秘股」（\d+）：应写出同一上级部门下的全部部门/),
    })
    expect(await save({ id: top, parentId: second })).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: '上级部门（parentId）：不能是部门自己或它的下级',
    })
    expect(await save({ name: '无主', parentId: 4040 })).toMatchObject({
      errorCode: 'NOT_FOUND',
      errorMsg: '部门 4040 不存在',
    })
    expect(await save({ name: '深', parentId: top, level: 3 })).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: '级次（level）：由上级部门决定，应为 1，可以不填',
    })
    await admin.call('dept.arrange', { parentId: 0, deptIds: [first, top] })
    expect(await tree()).toBe('0信息股 0政府办(1文秘股)')
    for (const id of [first, second, top]) await admin.call('dept.del', { id })
  })

  test('two of one name under one parent, and two of one number, are refused', async () => {
    const [one, other] = [await made({ name: '林业局', no: 'LY' }), await made({ name: '水利局' })]
    const refused = (errorMsg: string) => ({ errorCode: 'CONFLICT', errorMsg })
    expect(await save({ name: '林业局 ' })).toMatchObject(refused('部门名称（name）：「林业局」在同一上级下已存在'))
    expect(await save({ id: other, no: 'LY' })).toMatchObject(refused('部门编号（no）：「LY」已存在'))
    const below = (await save({ name: '林业局', parentId: other })).value.id
    expect(await admin.call('dept.arrange', { parentId: other, deptIds: [one, below] })).toMatchObject(
      refused('部门名称（name）：「林业局」在同一上级下已存在'),
    )
    expect((await save({ id: one, no: '' })).value.no).toBe(null)
    for (const id of [below, one, other]) await admin.call('dept.del', { id })
  })

  test('one that is used is not deleted, and it is said by what', async () => {
    const id = await made({ name: '文旅局' })
    const child = await made({ name: '文保所', parentId: id })
    const writer = await server.person({ roles: ['admin'], deptId: Number(id) })
    const column = await makeColumn(server)
    await writer.call('article.saveAdmin', anArticle(column))
    const refused = await admin.call('dept.del', { id })
    expect(refused).toMatchObject({ errorCode: 'BAD_STATE' })
    for (const words of ['部门「文旅局」还有 ', '1 篇文章（含回收站）', '1 个下级部门（「文保所」等）', '1 个用户'])
      expect(refused.errorMsg).toContain(words)
    expect(await names('dept.list')).toContain('文旅局')
    expect((await admin.call('dept.del', { id: child })).errorCode).toBe('0')
  })

  test('where one appears is decided by its kind; strangers get names alone', async () => {
    const kinds = {
      全部: {},
      统计: { type: 0, isCount: 1 },
      不计: { type: 0 },
      主题: { type: 1 },
      通用: { isCount: '1' },
      其他: { type: 4 },
    }
    const ids = new Map<string, string>()
    for (const [name, more] of Object.entries(kinds)) ids.set(name, await made({ name, ...more }))
    await save({ id: ids.get('其他'), state: 1 })
    const own = (list: string[]) => list.filter((name) => ids.has(name))
    expect(own(await names('dept.data'))).toEqual(['统计', '通用'])
    expect(own(await names('dept.notAll'))).toEqual(['统计', '不计', '主题', '通用'])
    expect(own(await names('dept.list'))).toEqual(Object.keys(kinds))
    const stranger = await server.anyone.call('dept.web')
    expect(stranger.value.find((row: { name: string }) => row.name === '通用')).toEqual({
      id: ids.get('通用'),
      name: '通用',
      deptType: 0,
    })
    expect(own((await server.anyone.call('dept.themeWeb')).value.map((row: { name: string }) => row.name))).toEqual([
      '全部',
      '主题',
      '通用',
    ])
    const person = await server.person({ roles: ['staff'], deptId: Number(ids.get('主题')) })
    expect(await names('dept.byUser', {}, person)).toEqual(['主题'])
  })

  test('one that is held is not deleted, and all that holds it is told at once', async () => {
    const id = await made({ name: '被占用的' })
    await made({ name: '其下的', parentId: id })
    await server.person({ roles: ['staff'], deptId: Number(id) })
    const notice = { title: '停电', content: '周六', audience: 1, deptIds: [id] }
    expect((await admin.call('notice.add', notice)).errorMsg).toBe('')
    const { errorCode, errorMsg } = await admin.call('dept.del', { id })
    expect(errorCode).toBe('BAD_STATE')
    for (const held of ['1 条通知', '1 个用户', '1 个下级部门']) expect(errorMsg).toContain(held)
  })

  test('to switch one off ends the sessions and script tokens of its people; nobody does so with their own', async () => {
    const id = await made({ name: '将停' })
    const person = await server.person({ roles: ['admin'], deptId: Number(id) })
    const { token } = (await person.call('auth.scriptAdd', { name: '夜间', keys: ['dept_list'] })).value
    const headers = { authorization: token, 'content-type': 'application/json' }
    const byToken = () => server.raw('/ding/dept/tree', { method: 'POST', headers, body: '{}' })
    expect((await byToken()).errorCode).toBe('0')
    expect(await person.call('dept.save', { id, state: 1 })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: '不能停用本人所在的部门',
    })
    expect(await person.call('dept.del', { id })).toMatchObject({ errorMsg: '不能删除本人所在的部门' })
    expect((await save({ id, state: 1 })).value.state).toBe(1)
    expect(await person.call('dept.tree')).toMatchObject({ errorCode: 'SESSION_OVER' })
    // and they are over for good: in use again the department brings none of them back
    await save({ id, state: 0 })
    expect(await person.call('dept.tree')).toMatchObject({ errorCode: 'SESSION_OVER' })
    expect((await byToken()).errorCode).toBe('SESSION_OVER')
  })

  test('who reaches some departments changes, moves and deletes these, within these; others are as they were', async () => {
    const [own, other] = [await made({ name: '甲局' }), await made({ name: '乙局' })]
    const [first, second] = [
      await made({ name: '甲一科', parentId: own }),
      await made({ name: '甲二科', parentId: own }),
    ]
    const keys = ['dept_list', 'dept_save', 'dept_del', 'user_list']
    const head = await holding(server, keys, { dataScope: 'DEPARTS', deptId: Number(own) })
    const far = await server.person({ roles: ['staff'], deptId: Number(other) })
    const before = (await admin.call('dept.tree')).value
    for (const [call, input] of [
      ['dept.save', { id: other, parentId: own }],
      ['dept.save', { id: other, name: '改名' }],
      ['dept.save', { id: other, state: 1 }],
      ['dept.save', { id: first, parentId: other }],
      ['dept.save', { id: first, parentId: 0 }],
      ['dept.save', { name: '新局' }],
      ['dept.save', { name: '新科', parentId: other }],
      ['dept.arrange', { parentId: own, deptIds: [first, second, other] }],
      ['dept.arrange', { parentId: other, deptIds: [first] }],
      ['dept.arrange', { parentId: 0, deptIds: [own, other] }],
      ['dept.del', { id: other }],
    ] as const)
      expect(await head.call(call, input), `${call} ${JSON.stringify(input)}`).toMatchObject({
        errorCode: 'NO_PERMISSION',
        errorMsg: expect.stringContaining('数据范围'),
      })
    expect((await admin.call('dept.tree')).value).toEqual(before)
    const seen = (await head.call('user.list', { pageSize: 200 })).value.list as { id: string }[]
    expect(seen.map(({ id }) => id)).not.toContain(String(far.userId))
    for (const [call, input] of [
      ['dept.save', { id: own, phone: '87651234' }],
      ['dept.save', { id: second, parentId: first }],
      ['dept.arrange', { parentId: own, deptIds: [second, first] }],
      ['dept.save', { name: '甲三科', parentId: own }],
      ['dept.del', { id: second }],
    ] as const)
      expect((await head.call(call, input)).errorCode, `${call} ${JSON.stringify(input)}`).toBe('0')
  })

  test('what moves a department, or stops it, is asked again of whoever signed in a while ago', async () => {
    const [top, id] = [await made({ name: '丙局' }), await made({ name: '丁局' })]
    const boss = await server.person({ roles: ['admin'] })
    server.clock.now += 11 * 60_000
    for (const [call, input] of [
      ['dept.save', { id, parentId: top }],
      ['dept.save', { id, state: 1 }],
      ['dept.arrange', { parentId: top, deptIds: [id] }],
    ] as const)
      expect(await boss.call(call, input)).toMatchObject({ errorCode: 'PROVE_AGAIN' })
    for (const input of [
      { id, phone: '87651234' },
      { name: '戊科', parentId: id },
    ])
      expect((await boss.call('dept.save', input)).errorCode).toBe('0')
    admin = await server.person({ roles: ['admin'] })
  })

  test('without the right nothing is changed, and the list is not shown', async () => {
    const reader = await server.person({ roles: ['readonly'] })
    for (const [call, input] of [
      ['dept.save', { name: '私设' }],
      ['dept.del', { id: '1' }],
      ['dept.arrange', { parentId: 0, deptIds: [1] }],
      ['dept.list', {}],
    ] as const)
      expect(await reader.call(call, input), call).toMatchObject({ errorCode: 'NO_PERMISSION' })
  })
})
