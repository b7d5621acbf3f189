import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlanFile } from '../../core/contract/plan.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import {
  anArticle,
  giveScope,
  makeColumn,
  makeDept,
  type Person,
  startServer,
  type TestServer,
} from '../support/server.ts'

describe.each(databases)('plans of one person that another one carries out, on %s', (database) => {
  let server: TestServer
  let column: number
  let writer: Person
  let planner: Person
  let second: Person
  beforeAll(async () => {
    server = await startServer(database)
    column = await makeColumn(server)
    writer = await server.person({ roles: ['admin'], name: '撰写人' })
    planner = await server.person({ roles: ['auditor'], name: '拟定人' })
    second = await server.person({ roles: ['auditor'], name: '复核人' })
  })
  afterAll(() => server.close())

  const waiting = async (title: string) =>
    String((await writer.call('article.saveAdmin', { ...anArticle(column), title })).value.articleId)
  const planned = async (move: string, ids: readonly string[], more = {}): Promise<PlanFile> =>
    (await planner.call('plan.make', { area: 'article', move, things: ids.map((id) => ({ id })), ...more })).value
  const apply = (by: Person, { planId, mark, items }: PlanFile, only?: readonly string[]) =>
    by.call('plan.apply', { planId, mark, ids: only ?? items.map(({ id }) => id) })
  const statusOf = async (articleId: string) => (await writer.call('article.view', { articleId })).value.status

  test('what was planned is done by a second person, each thing in the version that was planned', async () => {
    const [one, two] = [await waiting('甲'), await waiting('乙')]
    const plan = await planned('accept', [one, two])
    expect(plan).toMatchObject({ says: '初审通过 2 篇文章', madeByName: '拟定人', reason: null })
    expect(plan.items).toEqual([
      { id: one, version: expect.any(Number), title: '甲', state: '待审核' },
      { id: two, version: expect.any(Number), title: '乙', state: '待审核' },
    ])
    expect(await statusOf(one)).toBe(1)
    await writer.call('article.update', { articleId: two, title: '乙，改过' })
    const { items } = (await second.call('plan.check', { plan })).value
    expect(items.map(({ standing }: { standing: string }) => standing)).toEqual(['ready', 'changed'])
    const { value } = await apply(second, plan)
    expect(value.done).toEqual([one])
    expect(value.failed).toEqual([{ id: two, errorCode: 'STALE', errorMsg: expect.stringContaining('撰写人') }])
    expect([await statusOf(one), await statusOf(two)]).toEqual([0, 1])
    // once more changes nothing, and tells the same
    expect((await apply(second, plan)).value).toMatchObject({ done: [one], unchanged: [one], failed: [{ id: two }] })
  })

  test('of who may no more, or has left, nothing is carried out', async () => {
    const [one, two] = [await waiting('戊'), await waiting('己')]
    const maker = await server.person({ roles: ['auditor'], name: '离任人' })
    const planOf = async (id: string): Promise<PlanFile> =>
      (await maker.call('plan.make', { area: 'article', move: 'accept', things: [{ id }] })).value
    const [first, then] = [await planOf(one), await planOf(two)]
    const { list } = (await writer.call('role.list', { alias: 'auditor', pageSize: 50 })).value
    const role = list.find(({ alias }: { alias: string }) => alias === 'auditor')
    await writer.call('user.delRole', { roleId: role.id, userIds: [maker.userId] })
    expect(await apply(second, first)).toMatchObject({
      errorCode: 'NO_PERMISSION',
      errorMsg: expect.stringContaining('拟定人离任人已没有执行此操作的权限'),
    })
    await writer.call('user.setState', { ids: [maker.userId], state: 1 })
    expect((await apply(second, then)).errorMsg).toContain('拟定人离任人的账号或部门已停用')
    expect([await statusOf(one), await statusOf(two)]).toEqual([1, 1])
  })

  test('what one person could not do of a plan is open to another one, and nothing is done twice', async () => {
    const [near, far] = [await waiting('丙'), await waiting('丁')]
    const plan = await planned('accept', [near, far])
    const elsewhere = await makeDept(server, '外单位')
    await server.parts.db.write
      .updateTable('article')
      .set({ deptId: elsewhere })
      .where('id', '=', Number(near))
      .execute()
    const limited = await holding(server, ['plan_apply', 'article_accept', 'article_list'], {
      ...{ dataScope: 'DEPART', deptId: elsewhere, name: '外单位复核人' },
    })
    expect((await second.call('plan.check', { plan })).value).toMatchObject({ appliedByName: null })
    expect((await apply(limited, plan)).value).toMatchObject({ done: [near], failed: [{ id: far }] })
    const { items, appliedByName } = (await second.call('plan.check', { plan })).value
    expect(items.map(({ standing }: { standing: string }) => standing)).toEqual(['done', 'ready'])
    expect(appliedByName).not.toBeNull()
    const both = await Promise.all([apply(second, plan), apply(second, plan), apply(limited, plan)])
    for (const { value } of both.slice(0, 2)) expect(value).toMatchObject({ done: [near, far], failed: [] })
    expect([await statusOf(near), await statusOf(far)]).toEqual([0, 0])
    const admin = await server.person({ roles: ['admin'] })
    const { list } = (await admin.call('log.list', { call: 'article.accept', keyword: '丁', pageSize: 200 })).value
    expect(list).toHaveLength(1)
  })

  test('a revision that somebody changed since is named, shown and carried out alike, also beside what is online', async () => {
    const id = await waiting('修订前')
    await second.call('article.accept', { items: [{ articleId: id }] })
    await second.call('article.approve', { items: [{ articleId: id }] })
    await writer.call('article.update', { articleId: id, title: '修订后' })
    await planner.call('article.accept', { items: [{ articleId: id }] })
    const plan = await planned('approve', [id])
    expect(plan.items).toMatchObject([{ id, title: '修订后', state: '待发布' }])
    await writer.call('article.update', { articleId: id, title: '又改了' })
    const { items } = (await second.call('plan.check', { plan })).value
    expect(items).toMatchObject([
      { id, standing: 'changed', says: expect.stringMatching(/拟定时为第 5 版，现在是第 6 版（待审核）/) },
    ])
    expect((await apply(second, plan)).value).toEqual({
      done: [],
      failed: [{ id, errorCode: 'STALE', errorMsg: expect.stringContaining('撰写人') }],
    })
    expect((await writer.call('article.view', { articleId: id })).value).toMatchObject({
      title: '修订前',
      review: { status: 1 },
    })
    const { list } = (await writer.call('log.list', { call: 'plan.apply' })).value
    expect(list[0]).toMatchObject({ result: '由拟定人拟定；成功 0 项，失败 1 项' })
    // what still awaits its first review is not planned for publication, nor deleted while the old text is online
    for (const move of ['approve', 'delete']) {
      const again = await writer.call('plan.make', { area: 'article', move, things: [{ id }] })
      expect([again.errorCode, again.errorMsg], move).toEqual(['BAD_STATE', expect.stringContaining('没有拟定方案')])
    }
  })

  test('run once more over what is done, the log tells nothing new; beside what is not, it tells of both', async () => {
    const [one, two] = [await waiting('庚'), await waiting('辛')]
    const plan = await planned('accept', [one, two])
    const ids = (...some: string[]) => ({ planId: plan.planId, mark: plan.mark, ids: some })
    const admin = await server.person({ roles: ['admin'] })
    const rows = async () => (await admin.call('log.list', { call: 'plan.apply' })).value
    const before = (await rows()).total
    await second.call('plan.apply', ids(one))
    await second.call('plan.apply', ids(one))
    expect((await rows()).total).toBe(before + 1)
    await second.call('plan.apply', ids(one, two))
    expect((await rows()).list[0].result).toBe('由拟定人拟定；成功 1 项，失败 0 项，1 项先前已经完成')
  })

  test('who planned it does not carry it out, not even an administrator', async () => {
    const one = await waiting('丙')
    const plan = await planned('accept', [one])
    expect(await apply(planner, plan)).toMatchObject({
      errorCode: 'NO_PERMISSION',
      errorMsg: expect.stringContaining('另一人'),
    })
    const boss = await server.person({ roles: ['admin'] })
    const own = (await boss.call('plan.make', { area: 'article', move: 'accept', things: [{ id: one }] })).value
    expect((await apply(boss, own)).errorCode).toBe('NO_PERMISSION')
    expect(await statusOf(one)).toBe(1)
    expect((await apply(second, plan)).value.done).toEqual([one])
    expect((await apply(boss, plan)).value).toMatchObject({ done: [one], unchanged: [one] })
  })

  test('nobody carries out what was altered: not the items, not the act, not the number', async () => {
    const [one, two] = [await waiting('丁'), await waiting('戊')]
    const plan = await planned('accept', [one])
    const other = await planned('accept', [two])
    const [item] = plan.items
    const altered: PlanFile[] = [
      { ...plan, items: [{ ...item, title: '别的' } as never] },
      { ...plan, items: [...plan.items, ...other.items] },
      { ...plan, move: 'approve' },
      { ...plan, reason: '别的理由' },
      { ...plan, madeByName: '复核人' },
      { ...plan, expiresAt: '2099-01-01 00:00:00' },
      { ...plan, mark: other.mark },
      { ...plan, planId: other.planId },
      { ...plan, planId: '999999' },
    ]
    for (const file of altered)
      expect(await second.call('plan.check', { plan: file })).toMatchObject({
        errorCode: 'CONFLICT',
        errorMsg: expect.stringContaining('被改动过'),
      })
    expect((await apply(second, { ...plan, mark: other.mark })).errorCode).toBe('CONFLICT')
    expect(await apply(second, plan, [two])).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: `方案中没有编号 ${two}`,
    })
    expect([await statusOf(one), await statusOf(two)]).toEqual([1, 1])
  })

  test('what cannot be done is not planned, and each is named', async () => {
    const one = await waiting('己')
    const reply = await planner.call('plan.make', {
      area: 'article',
      move: 'approve',
      things: [{ id: one }, { id: '999999' }],
    })
    expect(reply.errorCode).toBe('BAD_STATE')
    expect(reply.errorMsg).toMatch(new RegExp(`文章 ${one}：.*待审核.*文章 999999：不存在或无权操作.*没有拟定方案`))
    expect(
      (await planner.call('plan.make', { area: 'article', move: 'accept', things: [{ id: one, version: 9 }] }))
        .errorMsg,
    ).toContain('第 9 版')
    expect(
      (await planner.call('plan.make', { area: 'article', move: 'takeDown', things: [{ id: one }] })).errorMsg,
    ).toContain('理由')
    expect(
      (await planner.call('plan.make', { area: 'hot', move: 'accept', things: [{ id: one }] })).errorMsg,
    ).toContain('可选')
    expect(
      (await planner.call('plan.make', { area: 'article', move: 'fly', things: [{ id: one }] })).errorMsg,
    ).toContain('可选')
    const staff = await server.person({ roles: ['staff'] })
    expect((await staff.call('plan.make', { area: 'article', move: 'accept', things: [{ id: one }] })).errorCode).toBe(
      'NO_PERMISSION',
    )
  })

  test('the rules of the act itself hold for who carries it out: nobody approves what they submitted', async () => {
    const own = String(
      (await second.call('article.saveAdmin', { ...anArticle(column), title: '庚' })).value?.articleId ??
        (await waiting('庚')),
    )
    await server.parts.db.write
      .updateTable('article')
      .set({ status: 0, submittedBy: second.userId })
      .where('id', '=', Number(own))
      .execute()
    const plan = await planned('approve', [own])
    const { value } = await apply(second, plan)
    expect(value).toMatchObject({ done: [], failed: [{ id: own, errorCode: 'NO_PERMISSION' }] })
  })

  test('tried, nothing is done and the plan is still free; done, the log tells who planned and who did', async () => {
    const one = await waiting('辛')
    const plan = await planned('accept', [one])
    const { planId, mark } = plan
    const headers = { authorization: second.token, 'content-type': 'application/json' }
    const body = JSON.stringify({ planId, mark, ids: [one] })
    const tried = await server.raw('/x/dry-run/x/plan/apply', { method: 'POST', headers, body })
    expect(tried.value.value.done).toEqual([one])
    expect(await statusOf(one)).toBe(1)
    const third = await server.person({ roles: ['auditor'] })
    expect((await apply(third, plan)).value.done).toEqual([one])
    const { list } = (await writer.call('log.list', { pageSize: 3 })).value
    const told = JSON.stringify(list)
    expect(told).toContain(`由拟定人拟定；成功 1 项，失败 0 项`)
    expect(told).toContain('article.accept')
  })

  test('a plan of other rows than articles', async () => {
    const { id } = (await writer.call('advice.add', { title: '路灯', content: '不亮' })).value
    await writer.call('advice.resultReply', { id, resultTitle: '已修', resultContent: '修好了' })
    const plan = (await planner.call('plan.make', { area: 'advice', move: 'confirm', things: [{ id }] })).value
    expect(plan.says).toBe('通过答复 1 条意见')
    expect((await apply(second, plan)).value.done).toEqual([id])
  })

  test('of every kind each move that the refusal names can be planned: what is not there is told', async () => {
    const boss = await server.person({ roles: ['admin'] })
    const make = (area: string, move: string) =>
      boss.call('plan.make', { area, move, reason: '集中处理', things: [{ id: 987654 }] })
    const offered = ({ errorMsg }: { errorMsg: string }) => errorMsg.split('可选：')[1]?.split('、') ?? []
    const kinds = offered(await make('nothing', 'x'))
    expect(kinds.length).toBeGreaterThan(20)
    const told = new Set<string>()
    for (const area of kinds) {
      const moves = offered(await make(area, 'x'))
      for (const move of moves) told.add(`${area} ${(await make(area, move)).errorCode}`)
    }
    expect([...told].filter((one) => !one.endsWith(' NOT_FOUND'))).toEqual([])
  })

  test('after a week it is over', async () => {
    const plan = await planned('accept', [await waiting('壬')])
    await server.parts.db.write
      .updateTable('auditPlan')
      .set({ expiresAt: 1 })
      .where('id', '=', Number(plan.planId))
      .execute()
    // who moves the end in the database has no mark for it
    expect((await apply(second, plan)).errorCode).toBe('CONFLICT')
  })

  test('what is out of one’s reach is not planned, and answers as what is not there', async () => {
    const one = await waiting('癸')
    await giveScope(server, 'auditor', 'DEPART')
    const few = await server.person({ roles: ['auditor'], deptId: await makeDept(server) })
    const ask = (id: string) => few.call('plan.make', { area: 'article', move: 'accept', things: [{ id }] })
    const [out, none] = [await ask(one), await ask('999999')]
    expect(out.errorCode).toBe('NOT_FOUND')
    expect(out.errorMsg.replace(one, '')).toBe(none.errorMsg.replace('999999', ''))
  })
})
