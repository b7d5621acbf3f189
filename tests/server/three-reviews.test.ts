import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepTime } from '../../server/areas/article/clock.ts'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

const hour = 3600_000

describe.each(databases)('three reviews by three persons, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let writer: Person
  let first: Person
  let second: Person
  let third: Person
  let column: number
  let plain: number
  beforeAll(async () => {
    server = await startServer(database, { limits: { ...limitsFrom({}), idleMs: 1000 * hour, sessionMs: 1000 * hour } })
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server, '政策解读')
    plain = await makeColumn(server, '通知公告')
    await setReviews(1)
    const [a, b, c, d] = await Promise.all(
      ['林知远', '甲', '乙', '丙'].map((name) =>
        server.person({ roles: ['auditor', 'staff'], columns: [column, plain], name }),
      ),
    )
    writer = a as Person
    first = b as Person
    second = c as Person
    third = d as Person
  })
  afterAll(() => server.close())

  const setReviews = async (threeReviews: 0 | 1, id = column) => {
    const { version } = (await admin.call('column.get', { id })).value
    expect((await admin.call('column.edit', { categoryId: id, threeReviews, version })).errorCode).toBe('0')
  }
  const write = async (more: object = {}) =>
    (await writer.call('article.saveRole', anArticle(column, { status: 1, ...more }))).value.articleId as string
  const move = async (who: Person, name: string, articleId: string, more: object = {}) => {
    const { value } = await who.call(`article.${name}`, { items: [{ articleId, ...more }] })
    return (value.failed[0]?.errorMsg ?? (value.unchanged ? '本来如此' : '成功')) as string
  }
  const view = async (articleId: string, who = admin) => (await who.call('article.view', { articleId })).value
  const pile = async (who: Person, name: string) =>
    ((await who.call('inbox.count', {})).value.piles.find((one: { pile: string }) => one.pile === `article.${name}`)
      ?.count ?? 0) as number

  test('whether a column asks for it is said by administrators, as the settings of approval are, and by no script', async () => {
    const keys = ['column_list', 'column_edit', 'column_save', 'config_export', 'config_apply', 'config_list']
    const wide = await holding(server, keys)
    const { token } = (
      await admin.call('auth.scriptAdd', { name: '夜间', days: 1, keys: ['column_edit', 'column_save'] })
    ).value
    const refused = { errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('请由管理员办理') }
    for (const who of [wide, server.bearer(token)]) {
      expect(await who.call('column.edit', { categoryId: column, threeReviews: 0 })).toMatchObject(refused)
      expect(await who.call('column.edit', { categoryId: plain, threeReviews: 1 })).toMatchObject(refused)
      const input = { categoryTitle: '新栏目', columnType: 1, threeReviews: 1 }
      expect(await who.call('column.save', input)).toMatchObject(refused)
      // a form sends what stands there too
      expect(
        (await who.call('column.edit', { categoryId: column, threeReviews: 1, columnKeyword: '政策' })).errorCode,
      ).toBe('0')
    }
    const { print } = (await admin.call('config.export')).value
    const set = { columns: [{ path: ['政策解读'], threeReviews: 0 }] }
    const applied = await wide.call('config.apply', { base: print, set })
    expect(applied).toMatchObject(refused)
    expect((await admin.call('column.get', { id: column })).value.threeReviews).toBe(1)
  })

  test('each step is another person’s, none of them the writer; the history and the row say who', async () => {
    const id = await write({ title: '三审' })
    expect(await view(id)).toMatchObject({ status: 1, reviewStep: 1 })
    expect(await move(writer, 'accept', id)).toContain('撰稿人不能审核自己的文章')
    expect(await move(first, 'accept', id)).toBe('成功')
    expect(await view(id, first)).toMatchObject({
      ...{ status: 0, reviewStep: 2, noApproval: '还没有复审' },
      noRecheck: expect.stringContaining('由您初审'),
    })
    expect(await move(third, 'approve', id)).toContain('还没有复审')
    expect(await move(first, 'recheck', id)).toContain('初审人不能再作复审')
    expect(await move(writer, 'recheck', id)).toContain('撰稿人不能')
    expect([await pile(second, 'toRecheck'), await pile(second, 'toApprove')]).toEqual([1, 0])
    expect(await move(second, 'recheck', id)).toBe('成功')
    expect(await move(third, 'recheck', id)).toBe('本来如此')
    expect([await pile(second, 'toRecheck'), await pile(third, 'toApprove')]).toEqual([0, 1])
    expect(await view(id, second)).toMatchObject({ reviewStep: 3, noApproval: expect.stringContaining('由您复审') })
    const step = async (reviewStep: number) =>
      (await admin.call('article.list', { reviewStep, columnId: column, fields: ['articleId'] })).value.total
    expect([await step(1), await step(2), await step(3)]).toEqual([0, 0, 1])
    for (const [who, says] of [
      [writer, '撰稿人'],
      [first, '初审人'],
      [second, '复审人不能再作终审'],
    ] as const)
      expect(await move(who, 'approve', id)).toContain(says)
    expect(await move(third, 'approve', id)).toBe('成功')
    expect(await view(id)).toMatchObject({
      ...{ status: 2, reviewStep: null, acceptedByName: '甲', recheckedByName: '乙', approvedByName: '丙' },
    })
    const acts = (await admin.call('article.revisions', { articleId: id })).value.list
    expect(acts.map(({ act, byName }: { act: string; byName: string }) => `${byName}${act}`)).toEqual(
      expect.arrayContaining(['甲初审通过', '乙复审通过', '丙审核通过']),
    )
  })

  test('a rejection and another text begin anew; undone it waits for its second review again', async () => {
    const id = await write({ title: '驳回' })
    await move(first, 'accept', id)
    await move(second, 'recheck', id)
    expect(await move(second, 'undo', id)).toBe('成功')
    expect(await view(id)).toMatchObject({ status: 0, reviewStep: 2, recheckedByName: null })
    await move(second, 'recheck', id)
    expect(await move(third, 'reject', id, { reason: '格式不规范' })).toBe('成功')
    await writer.call('article.update', { articleId: id, title: '驳回后改', status: 1 })
    expect(await view(id)).toMatchObject({ status: 1, acceptedByName: null, recheckedByName: null })
    await move(first, 'accept', id)
    await move(second, 'recheck', id)
    // who could accept it changes it: it is looked at by three again
    await third.call('article.update', { articleId: id, title: '又改' })
    expect(await view(id)).toMatchObject({ status: 1, reviewStep: 1, submittedByName: '丙', recheckedByName: null })
    // the last of three may mend a word on the way
    await move(first, 'accept', id)
    await move(second, 'recheck', id)
    const approver = await server.person({ roles: ['auditor'], name: '丁' })
    const mended = { items: [{ articleId: id, title: '改好了' }] }
    expect((await approver.call('article.updateAndApprove', mended)).value.failed).toEqual([])
    expect(await view(id)).toMatchObject({ status: 2, title: '改好了', recheckedByName: '乙' })
  })

  test('a copy under review goes the same way, also where it moves into such a column', async () => {
    const id = await write({ title: '修订', columnId: plain })
    await move(first, 'accept', id)
    expect(await view(id, first)).toMatchObject({ reviewStep: 3, noRecheck: null })
    expect(await move(second, 'recheck', id)).toContain('没有开启三审三校')
    expect(await move(second, 'approve', id)).toBe('成功')
    await writer.call('article.update', { articleId: id, title: '移过来', columnId: column, status: 1 })
    expect(await move(writer, 'accept', id)).toContain('撰稿人')
    expect(await move(first, 'accept', id)).toBe('成功')
    expect(await move(third, 'approve', id)).toContain('还没有复审')
    expect(await move(first, 'recheck', id)).toContain('初审人')
    expect(await move(second, 'recheck', id)).toBe('成功')
    expect(await move(second, 'recheck', id)).toBe('本来如此')
    expect(await move(second, 'undo', id)).toBe('成功')
    expect((await view(id)).reviewStep).toBe(2)
    await move(second, 'recheck', id)
    expect(await move(second, 'approve', id)).toContain('复审人')
    expect(await move(third, 'approve', id)).toBe('成功')
    expect(await view(id)).toMatchObject({ title: '移过来', columnId: String(column), review: null })
    // the next copy begins at the first step
    await writer.call('article.update', { articleId: id, title: '再改', status: 1 })
    await move(first, 'accept', id)
    expect((await view(id)).reviewStep).toBe(2)
    expect(await pile(second, 'toRecheck')).toBe(1)
    await move(third, 'reject', id, { reason: '重写', keepOnline: true })
  })

  test('who may force judges their own, step by step all the same', async () => {
    const id = (await admin.call('article.saveAdmin', anArticle(column, { title: '急件', status: 1 }))).value.articleId
    expect(await move(admin, 'accept', id)).toBe('成功')
    expect(await move(admin, 'approve', id)).toContain('还没有复审')
    expect(await move(admin, 'recheck', id)).toBe('成功')
    expect(await move(admin, 'approve', id)).toBe('成功')
    const [row] = (await admin.call('log.list', { pageSize: 1 })).value.list
    expect(row.result).toContain('由提交人本人审核')
  })

  test('switched on while some wait, what is accepted still wants its second review; off, it wants none; what is approved for its time goes online', async () => {
    const id = await write({ title: '开关', columnId: plain })
    const timed = await write({ title: '定时', columnId: plain, publishTime: '2026-11-21 18:00' })
    await move(first, 'accept', id)
    await move(first, 'accept', timed)
    const soon = server.clock.now + hour
    const at = new Date(soon + 8 * hour).toISOString().slice(0, 19).replace('T', ' ')
    await third.call('article.updateAndAccept', { items: [{ articleId: timed, publishTime: at }] })
    expect(await move(second, 'approve', timed)).toBe('成功')
    expect((await view(timed)).scheduledAt).toBe(at)
    await setReviews(1, plain)
    expect(await view(id)).toMatchObject({ reviewStep: 2 })
    expect(await move(third, 'approve', id)).toContain('还没有复审')
    const { now } = server.clock
    server.clock.now = soon + 1000
    expect(await keepTime(server.parts, { stopped: () => false, progress: () => {} })).toMatchObject({ state: 'done' })
    server.clock.now = now
    expect((await view(timed)).status).toBe(2)
    await setReviews(0, plain)
    expect(await view(id)).toMatchObject({ reviewStep: 3 })
    expect(await move(third, 'approve', id)).toBe('成功')
  })

  test('an article that is planned for its second review is carried out by who may', async () => {
    const id = await write({ title: '方案' })
    await move(first, 'accept', id)
    const { version } = await view(id)
    const planned = { area: 'article', move: 'recheck', things: [{ id, version }] }
    const plan = (await third.call('plan.make', planned)).value
    expect(plan.says).toBe('复审通过 1 篇文章')
    const apply = (who: Person) => who.call('plan.apply', { planId: plan.planId, mark: plan.mark, ids: [id] })
    expect((await apply(second)).value.done).toEqual([id])
    expect(await view(id)).toMatchObject({ reviewStep: 3, recheckedByName: '乙' })
  })
})
