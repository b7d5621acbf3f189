import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tables } from '../../server/db/table.ts'
import type { AnyDb } from '../../server/rows/list.ts'
import { databases } from '../support/databases.ts'
import { sendFile } from '../support/files.ts'
import { everyRow } from '../support/rows.ts'
import {
  anArticle,
  giveScope,
  makeColumn,
  makeDept,
  type Person,
  startServer,
  type TestServer,
} from '../support/server.ts'

describe.each(databases)('departments that are merged on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  const merge = (id: number, intoId: number, who = admin) => who.call('dept.merge', { id, intoId, reason: '机构改革' })
  const tried = async (id: number, intoId: number) => {
    const before = await everyRow(server.parts)
    const { text } = await server.raw('/x/dry-run/x/dept/merge', {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      body: JSON.stringify({ id, intoId, reason: '机构改革' }),
    })
    expect(await everyRow(server.parts)).toEqual(before)
    return JSON.parse(text)
  }
  const posted = async (who: Person, more: object = {}) =>
    Number((await who.call('article.saveAdmin', anArticle(column, more))).value.articleId)
  const sentence = async () => (await admin.call('log.list', { call: 'dept.merge' })).value.list[0]

  /** Where a department is named still, by any table but those that tell of the past. */
  async function namingStill(id: number): Promise<string[]> {
    const found: string[] = []
    for (const { name, columns, scope } of tables.values())
      for (const [at, { to, tie }] of Object.entries(columns)) {
        if (to !== 'dept' || (tie === 'past' && (scope === 'all' || scope.dept !== at))) continue
        const row = await (server.parts.db.read as unknown as AnyDb)
          .selectFrom(name)
          .select(at)
          .where(at, '=', id)
          .executeTakeFirst()
        if (row) found.push(`${name}.${at}`)
      }
    return found
  }

  /** The counts that are kept, and how many articles there are: both by departments. */
  async function articleCounts() {
    const { read } = server.parts.db
    const kept = await read
      .selectFrom('articleCount')
      .select((eb) => ['deptId', eb.fn.sum<number>('n').as('n')])
      .groupBy('deptId')
      .execute()
    const slow = await read
      .selectFrom('article')
      .select((eb) => ['deptId', eb.fn.countAll<number>().as('n')])
      .groupBy('deptId')
      .execute()
    const of = (rows: { deptId: number | null; n: unknown }[]) =>
      Object.fromEntries(rows.filter(({ n }) => Number(n) !== 0).map(({ deptId, n }) => [String(deptId), Number(n)]))
    return { kept: of(kept), slow: of(slow) }
  }

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server, '通知公告')
  })
  afterAll(() => server.close())

  test('all that named the one names the other; the old one stays, stopped, and its people go on', async () => {
    const [old, into] = [await makeDept(server, '经信委'), await makeDept(server, '工信局')]
    const below = await makeDept(server, '信息中心', old)
    await makeDept(server, '投资股', into)
    const writer = await server.person({ roles: ['admin'], deptId: old })
    for (const title of ['甲', '乙', '丙']) await posted(writer, { title })
    const binned = await posted(writer, { title: '丁' })
    await writer.call('article.delete', { items: [{ articleId: binned }] })
    await writer.call('advice.add', { title: '意见', content: '正文', proposer: '何某' })
    const { value: given } = await writer.call('assignment.add', { title: '交办', content: '请报', deptIds: [into] })
    expect(given.deptIds).toEqual([String(into)])
    const { value: task } = await admin.call('assignment.add', {
      title: '报清单',
      content: '请报',
      deptIds: [old, into],
    })
    await writer.call('assignment.replyEdit', { assignmentId: task.id, deptId: old, content: '已报' })
    const notice = await admin.call('notice.add', { title: '停水', audience: 1, deptIds: [old, into], content: '停水' })
    expect(notice.errorCode).toBe('0')

    const foretold = await tried(old, into)
    expect(foretold.value.value.counts).toContainEqual({ table: 'article', says: '文章', unit: '篇', n: 4 })
    const { value } = await merge(old, into)
    expect(value).toEqual(foretold.value.value)
    expect(value).toMatchObject({ id: String(old), name: '经信委', intoId: String(into), intoName: '工信局' })
    for (const words of ['4 篇文章', '1 个下级部门', '1 个用户', '1 条意见', '件交办任务', '1 条回复'])
      expect(value.moved).toContain(words)
    expect(await namingStill(old)).toEqual([])
    const { kept, slow } = await articleCounts()
    expect(kept).toEqual(slow)
    expect(slow[String(into)]).toBe(4)
    expect(slow[String(old)]).toBeUndefined()

    expect((await admin.call('dept.view', { id: old })).value).toMatchObject({ state: 1, intoName: '工信局' })
    const node = (await admin.call('dept.tree')).value.find((one: { id: string }) => one.id === String(into))
    expect(node.children.map((one: { name: string }) => one.name)).toEqual(['投资股', '信息中心'])
    expect((await admin.call('dept.view', { id: below })).value.parentName).toBe('工信局')
    expect((await writer.call('dept.byUser')).value).toMatchObject([{ name: '工信局' }])
    // who was asked twice is asked once
    const after = (await admin.call('assignment.get', { id: task.id })).value
    expect(after.deptIds).toEqual([String(into)])
    expect((await admin.call('notice.get', { id: notice.value.id })).value.deptIds).toEqual([String(into)])

    const row = await sentence()
    expect(row).toMatchObject({ sentence: '把部门「经信委」并入「工信局」', targetIds: [String(old)] })
    expect(row.after).toMatchObject({ into: '工信局', reason: '机构改革', moved: value.moved })
    for (const keyword of ['工信局', '并入', '经信委', '把部门「经信委」并入「工信局」'])
      expect((await admin.call('log.list', { keyword, call: 'dept.merge' })).value.total, keyword).toBe(1)
    // what is empty can be deleted, and what was told of it still has its name
    expect((await admin.call('dept.del', { id: old })).errorCode).toBe('0')
    expect((await sentence()).sentence).toBe('把部门「经信委」并入「工信局」')
  })

  test('the answers on the site are signed by the other one', async () => {
    const [old, into] = [await makeDept(server, '市容局'), await makeDept(server, '城管局')]
    const now = server.clock.now
    const { id } = await server.parts.db.write
      .insertInto('suggestion')
      .values({
        ...{ title: '路灯', content: '不亮', status: 1, openNo: 1, deptId: old, reply: '已修好' },
        ...{ createdAt: now, updatedAt: now, version: 1, repliedAt: now, publishedAt: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await admin.call('dept.save', { id: old, name: '市容管理局' })
    await server.parts.site.showTouched({ wait: true })
    const page = async () => (await fetch(`${server.url}/site/public_suggest/${id}.html`)).text()
    expect(await page()).toContain('市容管理局')
    expect((await merge(old, into)).errorCode).toBe('0')
    await server.parts.site.showTouched({ wait: true })
    expect(await page()).toContain('城管局')
    expect(await page()).not.toContain('市容管理局')
  })

  test('what cannot be merged is refused by name, and nothing is changed', async () => {
    const old = await makeDept(server, '农业局')
    const child = await makeDept(server, '农技站', old)
    const grandchild = await makeDept(server, '推广股', child)
    const into = await makeDept(server, '农业农村局')
    const off = await makeDept(server, '农机局')
    await admin.call('dept.save', { id: off, state: 1 })
    const refused = async (id: number, intoId: number, errorCode: string, errorMsg: string) => {
      // that it was tried stands in the log
      const rows = async () => {
        const { log: _, logHead: __, ...all } = await everyRow(server.parts)
        return all
      }
      const before = await rows()
      expect(await tried(id, intoId)).toMatchObject({ errorCode, errorMsg })
      expect(await merge(id, intoId)).toMatchObject({ errorCode, errorMsg })
      expect(await rows()).toEqual(before)
    }
    await refused(old, old, 'BAD_STATE', '部门「农业局」不能并入自己')
    await refused(old, grandchild, 'BAD_STATE', '「推广股」是「农业局」的下级部门，不能并入，请先把它移到别处')
    await refused(old, off, 'BAD_STATE', '部门「农机局」已停用，不能并入，请先启用，或选择另一个部门')
    await refused(old, 4040, 'NOT_FOUND', '部门 4040 不存在或无权操作')

    const twin = await makeDept(server, '农技站', into)
    await refused(old, into, 'CONFLICT', '合并后同一上级下会有重复的部门：「农技站」。请先改动、移走或删除其中之一')
    await admin.call('dept.save', { id: twin, name: '农技二站' })

    const sourceUrl = 'https://example.org/chun'
    const articles: number[] = []
    for (const deptId of [old, into]) {
      const id = await posted(await server.person({ roles: ['admin'], deptId }), { title: '春耕生产' })
      await server.parts.db.write.updateTable('article').set({ sourceUrl }).where('id', '=', id).execute()
      articles.push(id)
    }
    await refused(old, into, 'CONFLICT', '合并后同一部门下会有重复的文章：《春耕生产》。请先改动、移走或删除其中之一')
    await admin.call('article.update', { articleId: articles[0], sourceUrl: null })
    // both have answered one task, which is closed: one answer stays, and what the other says is kept
    const { value: task } = await admin.call('assignment.add', { title: '春耕', content: '报', deptIds: [old, into] })
    for (const [deptId, content] of [
      [old, '备耕已报'],
      [into, '春播已报'],
    ]) {
      const { id: rowId } = (
        await admin.call('assignment.replyEdit', { assignmentId: task.id, deptId, content, state: 2 })
      ).value
      const { id } = (await sendFile(server, admin, 'assignmentReply', `${content}.pdf`)).value
      await admin.call('assignment.replyEdit', { id: rowId, files: [{ id }] })
    }
    await admin.call('assignment.close', { id: task.id, remark: '齐了' })
    expect((await merge(old, into)).errorCode).toBe('0')
    expect(await namingStill(old)).toEqual([])
    const { list } = (await admin.call('assignment.replyList', { deptId: into })).value
    expect(list).toMatchObject([{ content: '春播已报', files: [{ name: '春播已报.pdf' }, { name: '备耕已报.pdf' }] }])
    const told = JSON.stringify((await admin.call('assignment.history', { id: task.id })).value)
    expect(told).toContain('「农业局」的一份并入办理记录')
    expect(told).toContain('备耕已报')
    // once more there is nothing to move, and nothing to tell
    const rows = (await admin.call('log.list', { call: 'dept.merge' })).value.total
    expect((await merge(old, into)).value.moved).toBe('无')
    expect((await admin.call('log.list', { call: 'dept.merge' })).value.total).toBe(rows)
    const third = await makeDept(server, '农村局')
    const twice = await merge(old, third)
    expect([twice.errorCode, twice.errorMsg]).toEqual([
      'BAD_STATE',
      '部门「农业局」已并入「农业农村局」，不能再并入别的部门；仍要用它的，先启用',
    ])
    expect((await admin.call('dept.view', { id: old })).value.intoName).toBe('农业农村局')
    // in use again it stands by itself
    expect((await admin.call('dept.save', { id: old, state: 0 })).value).toMatchObject({ state: 0, intoName: null })
  })

  test('an act that is taken back behind it puts nothing back into the old one', async () => {
    const [old, into] = [await makeDept(server, '物价局'), await makeDept(server, '发展局')]
    const [last, other] = [await makeDept(server, '改革局'), await makeDept(server, '统计局')]
    const by = await server.person({ roles: ['admin'], deptId: old })
    const article = await posted(by, { status: 1 })
    await admin.call('article.accept', { items: [{ articleId: article }] })
    const { value: task } = await by.call('assignment.add', { title: '报价', content: '报', deptIds: [old, other] })
    await by.call('assignment.replyEdit', { assignmentId: task.id, deptId: old, content: '已报' })
    await by.call('assignment.close', { id: task.id, remark: '齐了' })
    const { id } = await server.parts.db.write
      .insertInto('suggestion')
      .values({
        ...{ title: '降价', content: '请降', status: 0, version: 1 },
        ...{ createdAt: server.clock.now, updatedAt: server.clock.now },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await admin.call('suggestion.answer', { id, reply: '已转办', deptId: old })
    const second = await admin.call('suggestion.answer', { id, reply: '由统计局答复', deptId: other })
    expect(second.value).toMatchObject({ deptId: String(other) })
    // twice: what took it up is taken up itself
    expect((await merge(old, into)).errorCode).toBe('0')
    expect((await merge(into, last)).errorCode).toBe('0')
    for (const [call, input] of [
      ['article.undo', { items: [{ articleId: article }] }],
      ['suggestion.undo', { items: [{ id }] }],
    ] as const)
      expect([call, (await admin.call(call, input)).value.failed]).toEqual([call, []])
    // a task is not taken back but taken up again
    expect((await by.call('assignment.reopen', { id: task.id })).errorCode).toBe('0')
    expect((await admin.call('suggestion.get', { id })).value).toMatchObject({
      ...{ reply: '已转办', deptId: String(last), deptName: '改革局' },
    })
    for (const gone of [old, into]) expect([gone, await namingStill(gone)]).toEqual([gone, []])
    const { kept, slow } = await articleCounts()
    expect(kept).toEqual(slow)
  })

  test('what somebody saves while it goes on does not stay behind', async () => {
    const [old, into] = [await makeDept(server, '粮食局'), await makeDept(server, '发改局')]
    const writer = await server.person({ roles: ['admin'], deptId: old })
    const all = await Promise.all([
      ...Array.from({ length: 8 }, (_, i) => posted(writer, { title: `早 ${i}` })),
      merge(old, into),
      ...Array.from({ length: 8 }, (_, i) => posted(writer, { title: `晚 ${i}` })),
    ])
    expect(all.length).toBe(17)
    expect(await namingStill(old)).toEqual([])
    const { kept, slow } = await articleCounts()
    expect(kept).toEqual(slow)
    expect(slow[String(into)]).toBe(16)
  })

  test('whoever comes to see more by it is told of beforehand', async () => {
    const [old, into] = [await makeDept(server, '地震局'), await makeDept(server, '应急局')]
    const writer = await server.person({ roles: ['admin'], deptId: old })
    await posted(writer, { title: '防震须知' })
    await giveScope(server, 'staff', 'DEPART')
    await server.person({ roles: ['staff'], deptId: into, columns: [column], name: '应小急' })
    const { reveals } = (await tried(old, into)).value
    expect(reveals.rows).toContainEqual(
      expect.objectContaining({ table: 'article', who: '应小急', n: 1, titles: ['防震须知'] }),
    )
  })

  test('nobody merges without the right, beyond their scope, or where somebody may more than they', async () => {
    const [old, into] = [await makeDept(server, '史志办'), await makeDept(server, '档案局')]
    const outsider = await server.person({ roles: ['staff'], deptId: into })
    expect(await merge(old, into, outsider)).toMatchObject({ errorCode: 'NO_PERMISSION' })
    const { value: role } = await admin.call('role.save', { name: `部门管理 ${database}`, dataScope: 'DEPART' })
    const resources = (await server.parts.db.read.selectFrom('resource').select(['id', 'alias']).execute()).filter(
      ({ alias }) => alias === 'dept_merge',
    )
    await admin.call('resource.roleSave', { roleId: role.id, resourceIds: resources.map(({ id }) => id) })
    await admin.call('user.grantRole', { roleId: role.id, userIds: [outsider.userId] })
    expect(await merge(old, into, outsider)).toMatchObject({
      errorCode: 'NO_PERMISSION',
      errorMsg: '您没有部门「史志办」的数据范围，不能合并',
    })
    await admin.call('role.save', { id: role.id, dataScope: 'ALL' })
    await server.person({ roles: ['admin'], deptId: old })
    expect(await merge(old, into, outsider)).toMatchObject({
      errorCode: 'NO_PERMISSION',
      errorMsg: '其中有人有您没有的权限（管理员的全部权限），不能把「史志办」并入其他部门',
    })
  })
})
