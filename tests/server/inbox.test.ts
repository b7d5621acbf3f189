import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

interface Pile {
  readonly pile: string
  readonly area: string
  readonly count: number
  readonly oldest: string | null
  readonly search: Readonly<Record<string, string>>
  readonly groups: readonly { readonly id: string; readonly name: string; readonly count: number }[] | null
}

describe.each(databases)('what waits for whom on %s', (database) => {
  let server: TestServer
  let column: number
  let admin: Person
  let auditor: Person
  let writer: Person
  let water: Person
  let everyone: readonly Person[]

  const inbox = async (who: Person) => (await who.call('inbox.count')).value as { total: number; piles: Pile[] }
  const pileOf = async (who: Person, name: string) => (await inbox(who)).piles.find(({ pile }) => pile === name)
  const rowsIn = async (who: Person, pile: string, more: object = {}) =>
    (await who.call('inbox.list', { pile, pageSize: 200, ...more })).value
  const write = async (who: Person, more: object = {}, at = column) =>
    (await who.call('article.saveRole', anArticle(at, more))).value as { articleId: string }
  const move = (who: Person, name: string, { articleId }: { articleId: string }, reason?: string) =>
    who.call(`article.${name}`, { items: [{ articleId, reason }] })

  beforeAll(async () => {
    server = await startServer(database)
    column = await makeColumn(server)
    const [office, waterDept] = [await makeDept(server, '办公室'), await makeDept(server, '水利局')]
    admin = await server.person({ roles: ['admin'], deptId: office })
    auditor = await server.person({ roles: ['auditor'], deptId: office })
    writer = await server.person({ roles: ['staff'], deptId: office, columns: [column] })
    water = await server.person({ roles: ['staff'], deptId: waterDept, columns: [column] })
    everyone = [admin, auditor, writer, water, await server.person({ roles: ['readonly'] })]
    await write(writer, { title: '等初审' })
    await move(auditor, 'acceptReject', await write(writer, { title: '退回来的' }), '请核对')
    await move(auditor, 'accept', await write(writer, { title: '等发布' }))
    const opinion = { title: '路灯不亮', content: '东街三盏', deptId: waterDept }
    const first = (await admin.call('advice.add', opinion)).value.id
    await admin.call('advice.add', { ...opinion, title: '井盖松动' })
    await admin.call('advice.resultReply', { id: first, resultTitle: '已修复', resultContent: '修好了' })
    const task = { title: '整治河道', content: '月底前', deptIds: [waterDept, office] }
    await admin.call('assignment.add', task)
    const closing = (await admin.call('assignment.add', { ...task, deptIds: [waterDept] })).value.id
    await water.call('assignment.replyEdit', { assignmentId: closing, content: '完成了', state: 2 })
    await server.parts.db.write
      .insertInto('suggestion')
      .values({
        ...{ title: '建一座桥', content: '过河不便', status: 0, deptId: waterDept, version: 1 },
        ...{ createdAt: server.clock.now, updatedAt: server.clock.now },
      })
      .execute()
  })
  afterAll(() => server.close())

  test('each pile has as many rows as it counts, and the list behind it too, for everybody', async () => {
    const seen = new Set<string>()
    for (const who of everyone) {
      const { total, piles } = await inbox(who)
      expect(piles.reduce((sum, { count }) => sum + count, 0)).toBe(total)
      for (const { pile, area, count, oldest, search, groups } of piles) {
        if (count > 0) seen.add(pile)
        const { list, total } = await rowsIn(who, pile)
        expect([pile, list.length, total]).toEqual([pile, count, count])
        expect(list[0]?.since ?? null, pile).toBe(oldest)
        const behind = await who.call(`${area}.list`, search)
        expect([pile, behind.value.total]).toEqual([pile, count])
        if (groups) expect(groups.reduce((sum, group) => sum + group.count, 0)).toBe(count)
      }
    }
    expect([...seen].sort()).toEqual([
      ...['advice.toConfirm', 'advice.toReply', 'article.rejected', 'article.toAccept', 'article.toApprove'],
      ...['assignment.toClose', 'assignment.toReply', 'suggestion.toAnswer'],
    ])
  })

  test('only who works on a pile has it', async () => {
    const names = async (who: Person) => (await inbox(who)).piles.map(({ pile }) => pile)
    expect(await names(everyone[4] as Person)).toEqual([])
    expect(await names(writer)).not.toContain('article.toAccept')
    expect(await names(auditor)).toContain('article.toApprove')
    // what is late of one's own department is nobody's who is of none
    const chief = await server.person({ roles: ['admin'], deptId: null as never })
    expect((await names(chief)).filter((name) => name.startsWith('mail.overdue'))).toEqual(['mail.overdue'])
    const refused = await writer.call('inbox.list', { pile: 'article.toAccept' })
    expect(refused).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(refused.errorMsg).toContain('没有您可以处理的待办「article.toAccept」，有：')
    expect((await server.anyone.call('inbox.count')).errorCode).toBe('NOT_SIGNED_IN')
    const authorization = await visitorsOf(server).signIn('19900000001')
    const byVisitor = await server.raw('/x/inbox/count', { method: 'POST', headers: { authorization } })
    expect(byVisitor).toMatchObject({ status: 200, errorCode: 'NO_PERMISSION' })
  })

  test('a task waits for a department until that has done it, then for who gave it', async () => {
    const mine = async (who: Person, pile: string) =>
      (await rowsIn(who, pile)).list.map(({ title }: { title: string }) => title)
    expect(await mine(water, 'assignment.toReply')).toEqual(['整治河道'])
    expect(await mine(writer, 'assignment.toReply')).toEqual(['整治河道'])
    expect(await mine(admin, 'assignment.toClose')).toHaveLength(1)
    const [{ id }] = (await rowsIn(water, 'assignment.toReply')).list
    await water.call('assignment.replyEdit', { assignmentId: id, content: '正在办', state: 1 })
    expect(await mine(water, 'assignment.toReply')).toHaveLength(1)
    await water.call('assignment.replyEdit', { assignmentId: id, content: '办完了', state: 2 })
    expect(await mine(water, 'assignment.toReply')).toEqual([])
    expect(await mine(admin, 'assignment.toClose')).toHaveLength(1)
    await writer.call('assignment.replyEdit', { assignmentId: id, content: '办完了', state: 2 })
    expect(await mine(admin, 'assignment.toClose')).toHaveLength(2)
    await admin.call('assignment.close', { id })
    expect(await mine(admin, 'assignment.toClose')).toHaveLength(1)
  })

  test('a copy under review waits since it was submitted, in its own pile and column', async () => {
    const began = server.clock.now
    const own = await makeColumn(server, '只有修订')
    const made = (await admin.call('article.saveAdmin', anArticle(own))).value
    await move(admin, 'accept', made)
    await move(admin, 'approve', made)
    server.clock.now += 120_000
    await admin.call('article.update', { articleId: made.articleId, title: '修订一' })
    const groupIn = async (pile: string) =>
      (await pileOf(admin, pile))?.groups?.find(({ id }) => id === String(own)) ?? null
    expect(await groupIn('article.toAccept')).toMatchObject({
      ...{ name: '只有修订', count: 1, oldest: '2026-11-21 09:07:00' },
    })
    expect(await groupIn('article.toApprove')).toBeNull()
    server.clock.now = began
  })

  test('what was rejected waits for its writer since then, not since it was submitted; so does a copy', async () => {
    const began = server.clock.now
    const own = await server.person({ roles: ['admin'] })
    const rejectedAt = async () => (await pileOf(own, 'article.rejected'))?.oldest ?? null
    const made = (await own.call('article.saveAdmin', anArticle(column, { status: 1 }))).value
    server.clock.now += 600_000
    await move(auditor, 'acceptReject', made, '请核对')
    expect(await rejectedAt()).toBe('2026-11-21 09:15:00')
    await own.call('article.update', { articleId: made.articleId, status: 1 })
    await move(auditor, 'accept', made)
    await move(auditor, 'approve', made)
    await own.call('article.update', { articleId: made.articleId, title: '修订', status: 1 })
    server.clock.now += 300_000
    expect(await rejectedAt()).toBeNull()
    await move(auditor, 'acceptReject', made, '请核对')
    expect(await rejectedAt()).toBe('2026-11-21 09:20:00')
    server.clock.now = began
  })

  test('a long pile is read in the order of ids, without gaps', async () => {
    for (let i = 0; i < 5; i += 1) await write(writer, { title: `第 ${i} 篇` })
    const { list } = await rowsIn(admin, 'article.toAccept', { sortField: 'id', sortOrder: 'asc' })
    const ids = list.map(({ id }: { id: string }) => Number(id))
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    const beyond = await rowsIn(admin, 'article.toAccept', { afterId: ids[1], sortOrder: 'asc' })
    expect(beyond.list.map(({ id }: { id: string }) => Number(id))).toEqual(ids.slice(2))
  })

  test('names of people are masked', async () => {
    const { secret, db } = server.parts
    await db.write
      .insertInto('people')
      .values({
        ...{ peopleName: secret.encrypt('马志强'), peoplePhone: secret.encrypt('19900000002'), peoplePhoneHash: 'x' },
        ...{ userStatus: 1, read: 0, peopleState: 0, createdAt: 1, updatedAt: server.clock.now, version: 1 },
      })
      .execute()
    expect((await rowsIn(admin, 'people.toJudge')).list[0].title).toBe('马**')
  })
})
