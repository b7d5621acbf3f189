import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeContract } from '../../core/contract/areas.ts'
import { keysOf } from '../../server/access/shipped.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('why somebody may do something, or may not, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let writer: Person
  let water: number
  let school: number
  let open: number
  let closed: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    water = await makeDept(server, '水利局')
    school = await makeDept(server, '教育局')
    open = await makeColumn(server, '通知公告')
    closed = await makeColumn(server, '政协要闻')
    writer = await server.person({ roles: ['staff'], deptId: water, columns: [open], name: '李小燕' })
  })
  afterAll(() => server.close())

  /** An article of a department. */
  const article = async (deptId: number, columnId: number, title = '供水通知') => {
    const { articleId } = (await admin.call('article.saveAdmin', anArticle(columnId, { title }))).value
    await server.parts.db.write.updateTable('article').set({ deptId }).where('id', '=', Number(articleId)).execute()
    return String(articleId)
  }
  const why = async (who: Person, input: object) => {
    const reply = await who.call('auth.why', input)
    expect(reply.errorCode, reply.text).toBe('0')
    return reply.value
  }
  const refused = async (who: Person, input: object) => {
    const { errorCode, errorMsg } = await who.call('auth.why', input)
    return [errorCode, errorMsg]
  }

  test('a right is told with the role, its scope, departments and columns, whether its key, its call or its words are given', async () => {
    for (const key of ['article_update', 'article.update', '修改文章，已发布的形成待审修订'])
      expect(await why(writer, { key })).toMatchObject({
        ...{ key: 'article_update', may: 1, lacking: [], reaches: null, userName: '李小燕', deptName: '水利局' },
        through: [{ name: '部门人员', dataScope: 'DEPART', depts: '「水利局」', columns: '「通知公告」' }],
        says: expect.stringMatching(/^李小燕能修改文章.*，凭借角色「部门人员」（数据范围本部门）$/),
      })
  })

  test('of every key a record can be asked about, and where there is none that is said', async () => {
    const keys = keysOf(await wholeContract()).map(({ key }) => key)
    const codes = new Set<string>()
    for (const key of keys)
      for (const more of [{}, { user: writer.account }]) {
        const { errorCode, status } = await admin.call('auth.why', { key, id: '1', ...more })
        expect([key, status]).toEqual([key, 200])
        codes.add(errorCode)
      }
    expect([...codes].sort()).toEqual(['0', 'BAD_INPUT', 'NOT_FOUND'])
    for (const key of ['setting_list', 'setting_save', 'plateRole_list'])
      expect(await refused(admin, { key, id: '1' })).toEqual([
        ...['BAD_INPUT', '编号（id）：这项权限不针对某条记录，不用写编号'],
      ])
  })

  test('of a row it is told what brings it within the scope, or keeps it out', async () => {
    const [own, other, elsewhere] = [
      await article(water, open),
      await article(school, open),
      await article(water, closed, '常委会会议'),
    ]
    expect(await why(writer, { key: 'article_update', id: own })).toMatchObject({
      ...{ reaches: 1, row: '文章《供水通知》' },
      through: [{ reaches: 1, says: '属于「水利局」，在数据范围「本部门」内；栏目「通知公告」已授权' }],
    })
    const asked = (id: string) => why(admin, { key: 'article_update', id, user: writer.account })
    expect(await asked(other)).toMatchObject({
      ...{ may: 1, reaches: 0, says: expect.stringContaining('这条记录不在其数据范围内') },
      through: [{ reaches: 0, says: '属于「教育局」，不在数据范围「本部门」内；栏目「通知公告」已授权' }],
    })
    expect((await asked(elsewhere)).through[0].says).toContain('栏目「政协要闻」没有授权给这个角色')
    expect((await why(admin, { key: 'article_update', id: other })).through[0].says).toBe('是本人的')
  })

  test('what lies in the recycle bin is not there', async () => {
    const id = await article(water, open, '已删通知')
    await admin.call('article.delete', { items: [{ articleId: id }] })
    const own = await why(writer, { key: 'article_update', id })
    expect([own.row, own.reaches, own.lacking]).toEqual([null, 0, [`文章 ${id} 不存在，或不在数据范围内`]])
    expect((await refused(admin, { key: 'article_update', id, user: writer.account }))[0]).toBe('NOT_FOUND')
    expect((await why(admin, { key: 'article.recyclePurge', id })).row).toBe('文章《已删通知》')
  })

  test('a row out of reach is answered as one that is not there, to oneself and to who asks about others', async () => {
    const other = await article(school, open, '教育局密件')
    const plain = (value: { says: string }, id: string) => JSON.stringify(value).replaceAll(id, '')
    const [one, none] = [
      await why(writer, { key: 'article_update', id: other }),
      await why(writer, { key: 'article_update', id: '98765' }),
    ]
    expect(plain(one, other)).toBe(plain(none, '98765'))
    expect(JSON.stringify(one)).not.toContain('教育局密件')
    const local = await holding(server, ['user_list', 'article_list', 'article_update'], {
      dataScope: 'DEPART',
      deptId: water,
    })
    const gone = await refused(local, { key: 'article_update', id: '98765', user: writer.account })
    expect(await refused(local, { key: 'article_update', id: other, user: writer.account })).toEqual([
      'NOT_FOUND',
      String(gone[1]).replace('98765', other),
    ])
  })

  test('what is missing is named: no role, a disabled one, a stopped account, and who would have it for those who see roles', async () => {
    expect(await why(writer, { key: 'article_approve' })).toMatchObject({
      ...{ may: 0, through: [], lacking: ['角色「部门人员」没有这项权限'] },
      says: '李小燕不能审核通过并发布文章：角色「部门人员」没有这项权限',
    })
    const seen = await why(admin, { key: 'article_approve', user: '李小燕' })
    expect(seen.lacking).toEqual(['角色「部门人员」没有这项权限', '有这项权限的角色：「管理员」「审核员」'])
    const auditor = await server.person({ roles: ['auditor'] })
    const disable = (enabled: 0 | 1) =>
      server.parts.db.write.updateTable('role').set({ enabled }).where('alias', '=', 'auditor').execute()
    await disable(0)
    const off = await why(admin, { key: 'article_approve', user: auditor.account })
    expect(off.lacking).toEqual(expect.arrayContaining(['没有任何启用的角色', '角色「审核员」有这项权限，但已禁用']))
    await disable(1)
    await admin.call('user.setState', { ids: [auditor.userId], state: 1, reason: '已调离' })
    expect((await why(admin, { key: 'article_approve', user: auditor.account })).says).toContain('账号已停用')
  })

  test('about others asks who may see users, and those within reach only', async () => {
    expect(await refused(writer, { key: 'article_list', user: admin.account })).toEqual([
      'NO_PERMISSION',
      expect.stringContaining('user_list'),
    ])
    expect((await why(writer, { key: 'article_list', user: writer.account })).may).toBe(1)
    const local = await holding(server, ['user_list'], { dataScope: 'DEPART', deptId: school })
    expect(await refused(local, { key: 'article_list', user: writer.account })).toEqual([
      'NOT_FOUND',
      expect.stringContaining('不在您的数据范围内'),
    ])
    expect((await refused(admin, { key: 'article_list', user: '没有此人' }))[0]).toBe('NOT_FOUND')
  })

  test('a right that is none, or not about rows, is refused in words', async () => {
    expect(await refused(writer, { key: 'nosuch' })).toEqual([
      'NOT_FOUND',
      expect.stringContaining('没有名叫「nosuch」的权限项'),
    ])
    expect((await refused(writer, { key: '文章' }))[1]).toMatch(/有 \d+ 项，请写明/)
    expect((await refused(writer, { key: 'auth.info' }))[1]).toContain('不用授权')
    expect((await refused(writer, { key: 'auth_unlock', id: '1' }))[1]).toContain('不针对某条记录')
  })
})
