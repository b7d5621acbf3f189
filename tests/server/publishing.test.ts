import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatTime } from '../../core/domain/time.ts'
import { makerOf } from '../../server/db/maker.ts'
import { up } from '../../server/db/migrations/0010-workflow.ts'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

const hour = 3600_000
const start = Date.parse('2026-11-21T01:05:00Z')

describe.each(databases)('on and off the site, on %s', (database) => {
  let server: TestServer
  let column: number
  let first: Person
  let second: Person
  let writer: Person
  let admin: Person

  beforeAll(async () => {
    // days pass here, and nobody signs in again
    server = await startServer(database, { limits: { ...limitsFrom({}), idleMs: 1000 * hour, sessionMs: 1000 * hour } })
    column = await makeColumn(server)
    admin = await server.person({ roles: ['admin'] })
    first = await server.person({ roles: ['auditor'], name: '审核甲' })
    second = await server.person({ roles: ['auditor'], name: '审核乙' })
    writer = await server.person({ roles: ['staff'], columns: [column], name: '周明川' })
  })
  beforeEach(() => {
    server.clock.now = start
  })
  afterAll(() => server.close())

  type Id = { articleId: string }
  const items = (a: Id, more: object = {}) => ({ items: [{ articleId: a.articleId, ...more }] })
  const view = async ({ articleId }: Id) => (await admin.call('article.view', { articleId })).value
  const save = async (more: object = {}) => {
    const reply = await writer.call('article.saveRole', anArticle(column, more))
    expect(reply.errorMsg).toBe('')
    return reply.value as Id
  }
  const done = async (who: Person, call: string, a: Id, more: object = {}) =>
    expect((await who.call(`article.${call}`, items(a, more))).value).toMatchObject({ done: [a.articleId], failed: [] })
  const refused = async (who: Person, call: string, a: Id, more: object = {}) => {
    const { done: some, failed } = (await who.call(`article.${call}`, items(a, more))).value
    expect(some).toEqual([])
    return failed[0] as { errorCode: string; errorMsg: string }
  }
  const accepted = async (more: object = {}) => {
    const a = await save(more)
    await done(first, 'accept', a)
    return a
  }
  const published = async (more: object = {}) => {
    const a = await accepted(more)
    await done(second, 'approve', a)
    return a
  }
  const revise = async (a: Id, more: object = {}) =>
    (await writer.call('article.update', { articleId: a.articleId, title: '更正后的标题', ...more })).value
  const reason = { reason: '内容有误' }

  describe('rejecting', () => {
    test('a published article: its copy under review, whatever that waits for, and never the article', async () => {
      for (const steps of [[], ['accept']]) {
        const a = await published()
        await revise(a)
        for (const step of steps) await done(first, step, a)
        await done(second, 'reject', a, reason)
        expect(await view(a)).toMatchObject({ status: 2, reason: null, review: { status: 4, reason: '内容有误' } })
        // once more: it is rejected already, and the article stays online
        await done(second, 'reject', a, reason)
        expect(await view(a)).toMatchObject({ status: 2, review: { status: 4 } })
      }
    })

    test('with a change of the copy: both, and never the article', async () => {
      const a = await published()
      await revise(a)
      await done(first, 'accept', a)
      await done(second, 'updateAndReject', a, { ...reason, subtitle: '副' })
      expect(await view(a)).toMatchObject({ status: 2, subtitle: null, review: { status: 4, title: '更正后的标题' } })
    })

    test('alone is refused where there is no copy; the call of the specification takes down then', async () => {
      const a = await published()
      const alone = await refused(second, 'reject', a, { ...reason, keepOnline: true })
      expect(alone).toMatchObject({ errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('请用「下架」') })
      expect(await view(a)).toMatchObject({ status: 2, version: 3 })
      await done(second, 'reject', a, reason)
      await done(second, 'reject', a, reason)
      expect(await view(a)).toMatchObject({ status: 5, version: 4 })
    })
  })

  describe('taking down', () => {
    test('is an act of its own, with a reason; a copy under review ends and stays in the history', async () => {
      const a = await published()
      await revise(a)
      expect(await refused(second, 'takeDown', a)).toMatchObject({ errorCode: 'BAD_INPUT' })
      await done(second, 'takeDown', a, reason)
      expect(await view(a)).toMatchObject({ status: 5, reason: '内容有误', review: null })
      const { list } = (await admin.call('article.revisions', { articleId: a.articleId })).value
      expect(list[0]).toMatchObject({ act: '下架', status: 5, reason: '内容有误' })
      expect(list[1]).toMatchObject({ act: '修订并提交', title: '更正后的标题' })
      expect(await refused(second, 'takeDown', await save(), reason)).toMatchObject({ errorCode: 'BAD_STATE' })
    })

    test('needs its own right, also by the call of the specification', async () => {
      const a = await published()
      const db = server.parts.db.write
      const { id } = await db
        .insertInto('role')
        .values({
          alias: null,
          name: '只驳回',
          description: null,
          dataScope: 'ALL',
          enabled: 1,
          factor: 0,
          createdAt: start,
          updatedAt: start,
          version: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const keys = await db
        .selectFrom('resource')
        .select('id')
        .where('alias', 'in', ['article_list', 'article_reject', 'article_acceptReject'])
        .execute()
      await db
        .insertInto('roleResource')
        .values(keys.map((key) => ({ roleId: id, resourceId: key.id })))
        .execute()
      await db.insertInto('columnRole').values({ roleId: id, columnId: 0 }).execute()
      const rejecter = await server.person({ roles: [] })
      await db.insertInto('userRole').values({ userId: rejecter.userId, roleId: id }).execute()
      await db.updateTable('counter').set({ value: 999_999 }).where('name', '=', 'access').execute()
      expect((await rejecter.call('article.takeDown', items(a, reason))).errorCode).toBe('NO_PERMISSION')
      expect(await refused(rejecter, 'reject', a, reason)).toMatchObject({
        errorCode: 'NO_PERMISSION',
        errorMsg: '没有下架的权限',
      })
      await revise(a)
      await done(rejecter, 'reject', a, reason)
      expect(await view(a)).toMatchObject({ status: 2, review: { status: 4 } })
    })
  })

  test('a database of before: who could reject takes down from now on, and a time that nobody gave is none', async () => {
    const { db } = server.parts
    const [given, none] = [await save({ publishTime: '2026-11-21 08:00' }), await save()]
    const ids = [given, none].map(({ articleId }) => Number(articleId))
    const key = await db.write
      .selectFrom('resource')
      .select('id')
      .where('alias', '=', 'article_takeDown')
      .executeTakeFirstOrThrow()
    const holders = () =>
      db.write
        .selectFrom('roleResource')
        .innerJoin('resource', 'resource.id', 'roleResource.resourceId')
        .innerJoin('role', 'role.id', 'roleResource.roleId')
        .select('role.alias')
        .where('resource.alias', '=', 'article_takeDown')
        .execute()
    await db.write.deleteFrom('roleResource').where('resourceId', '=', key.id).execute()
    await db.write.deleteFrom('resource').where('id', '=', key.id).execute()
    await db.write.schema.alterTable('article').dropColumn('undated').execute()
    await db.write.schema.alterTable('revision').dropColumn('undo').execute()
    await up(makerOf(db.write as unknown as Kysely<unknown>, database, server.parts.secret.log))
    expect((await holders()).map(({ alias }) => alias)).toContain('auditor')
    expect((await holders()).map(({ alias }) => alias)).not.toContain('staff')
    const rows = await db.write.selectFrom('article').select('undated').where('id', 'in', ids).orderBy('id').execute()
    expect(rows.map(({ undated }) => undated)).toEqual([null, 1])
    await done(second, 'takeDown', await published(), reason)
  })

  describe('the time of publication', () => {
    test('is that of the publication where none was given, and stays through revisions and a take-down', async () => {
      const a = await accepted()
      expect((await view(a)).publishTime).toBeNull()
      server.clock.now = start + 72 * hour
      await done(second, 'approve', a)
      const shown = formatTime(start + 72 * hour)
      expect((await view(a)).publishTime).toBe(shown)
      server.clock.now += hour
      await revise(a, { publishTime: null })
      await done(first, 'accept', a)
      await done(second, 'approve', a)
      expect(await view(a)).toMatchObject({ title: '更正后的标题', publishTime: shown })
      await done(second, 'takeDown', a, reason)
      await writer.call('article.update', { articleId: a.articleId, status: 1 })
      await done(first, 'accept', a)
      server.clock.now += hour
      await done(second, 'approve', a)
      expect(await view(a)).toMatchObject({ status: 2, publishTime: shown })
    })

    test('is one of whole seconds, as it is shown: found by it, and no change when it is sent back, in rows of older versions too', async () => {
      server.clock.now = start + 652
      const a = await published()
      const stored = () =>
        server.parts.db.read
          .selectFrom('article')
          .select('publishTime')
          .where('id', '=', Number(a.articleId))
          .executeTakeFirstOrThrow()
      expect(await stored()).toEqual({ publishTime: start })
      for (const kept of [start, start + 652]) {
        const of = server.parts.db.write.updateTable('article').set({ publishTime: kept })
        await of.where('id', '=', Number(a.articleId)).execute()
        server.clock.now = start + 72 * hour
        const { publishTime } = await view(a)
        const at = { startTime: publishTime, endTime: publishTime }
        const { list } = (await admin.call('article.list', { ...at, pageSize: 200 })).value
        expect(list.map((one: Id) => one.articleId)).toContain(a.articleId)
        const sent = await writer.call('article.update', { articleId: a.articleId, publishTime, title: `标题${kept}` })
        expect(sent.errorMsg).toBe('')
        const review = await server.parts.db.read
          .selectFrom('revision')
          .select('after')
          .where('articleId', '=', Number(a.articleId))
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
        expect(JSON.parse(review.after)).toEqual({ title: `标题${kept}` })
      }
    })

    test('of a revision in the future is refused, in words', async () => {
      const a = await published()
      expect(await revise(a, { publishTime: '2026-12-01 08:00' })).toBeNull()
      expect(await refused(second, 'updateAndApprove', a, { publishTime: '2026-12-01 08:00' })).toMatchObject({
        ...{ errorCode: 'BAD_INPUT', errorMsg: expect.stringMatching(/2026-12-01 08:00.*还没有到.*不能定时发布/) },
      })
    })

    test('on an earlier day needs a reason by hand, which stands in the log; an address of origin is one', async () => {
      const back = { publishTime: '2026-05-06 08:00' }
      const bare = await writer.call('article.saveRole', anArticle(column, back))
      expect(bare).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('publishTimeReason') })
      await save({ publishTime: '2026-11-21 00:00' })
      const a = await save({ ...back, publishTimeReason: '补录旧稿' })
      expect(await view(a)).toMatchObject({ publishTime: '2026-05-06 08:00:00' })
      const says = async (of: Id) => (await admin.call('log.list', { targetId: of.articleId })).value.list[0].result
      expect(await says(a)).toBe('发布时间定为 2026-05-06 08:00:00，理由：补录旧稿')
      const origin = await save({ ...back, sourceUrl: `https://example.gov.cn/${crypto.randomUUID()}` })
      expect(await says(origin)).toContain('保留原文的发布时间')
      const brought = { articleId: (await admin.call('article.saveAdmin', anArticle(column, back))).value.articleId }
      expect(await says(brought)).toContain('理由：未说明')
      for (const publishTimeReason of ['', ' ', null]) {
        const byHand = await admin.call('article.saveAdmin', anArticle(column, { ...back, publishTimeReason }))
        expect(byHand.errorMsg).toContain('请说明理由')
      }
      for (const of of [await save(), await published()]) {
        const update = (more: object) => writer.call('article.update', { articleId: of.articleId, ...back, ...more })
        expect((await update({})).errorCode).toBe('BAD_INPUT')
        expect((await update({ publishTimeReason: '补录旧稿' })).errorCode).toBe('0')
        expect(await says(of)).toContain('补录旧稿')
      }
    })

    test('is not changed in bulk', async () => {
      const [a, b] = [await save(), await save()]
      const { value } = await first.call('article.updateAndAccept', {
        items: [a, b].map(({ articleId }) => ({ articleId, publishTime: '2026-11-21 08:00' })),
      })
      expect(value.failed.map((f: { errorMsg: string }) => f.errorMsg)).toEqual(
        Array(2).fill('发布时间（publishTime）：不能批量修改，请逐篇修改'),
      )
      await done(first, 'updateAndAccept', a, { publishTime: '2026-11-21 08:00' })
    })

    test('is not brought back with an older text', async () => {
      const a = await published()
      const { list } = (await writer.call('article.revisions', { articleId: a.articleId })).value
      await revise(a, { content: '<p>新</p>' })
      await done(first, 'accept', a)
      await done(second, 'approve', a)
      const restored = await writer.call('article.restore', {
        articleId: a.articleId,
        revisionId: list.at(-1).revisionId,
      })
      expect(restored).toMatchObject({ errorCode: '0', value: { publishTime: formatTime(start) } })
    })
  })

  describe('undo', () => {
    const state = async (a: Id) => {
      const { version: _, updatedAt: _at, updatedBy: _by, updatedByName: _name, ...row } = await view(a)
      return row
    }
    test.each([
      ['accept', () => save(), {}],
      ['acceptReject', () => save(), reason],
      ['reject', () => accepted(), reason],
      ['approve', () => accepted(), {}],
      ['takeDown', () => published(), reason],
    ])('of %s leaves the article as it was, and says so', async (move, make, more) => {
      const a = await make()
      const before = await state(a)
      server.clock.now += hour
      await done(second, move, a, more)
      await done(second, 'undo', a)
      expect(await state(a)).toEqual(before)
      const { list } = (await admin.call('article.revisions', { articleId: a.articleId })).value
      expect(list[0].act).toMatch(/^撤销：/)
      const log = (await admin.call('log.list', { call: 'article.undo', targetId: a.articleId })).value.list[0]
      expect(log).toMatchObject({ result: list[0].act, after: { status: before.status } })
      expect(await refused(second, 'undo', a)).toMatchObject({ errorMsg: expect.stringContaining('不能撤销') })
    })

    test('of a revision’s way: accepted, rejected, published, and taken down with it', async () => {
      const a = await published()
      await revise(a, { content: '<p>更正</p>' })
      for (const [move, more] of [
        ['accept', {}],
        ['acceptReject', reason],
        ['takeDown', reason],
      ] as const) {
        const before = await state(a)
        await done(first, move, a, more)
        await done(first, 'undo', a)
        expect(await state(a), move).toEqual(before)
      }
      await done(first, 'accept', a)
      const before = await state(a)
      await done(second, 'approve', a)
      expect(await view(a)).toMatchObject({ title: '更正后的标题', content: '<p>更正</p>' })
      await done(second, 'undo', a)
      expect(await state(a)).toEqual(before)
      await done(second, 'approve', a)
      expect(await view(a)).toMatchObject({ title: '更正后的标题', content: '<p>更正</p>', review: null })
    })

    test('of a submission gives the text back to its writer; a changed text does not become an accepted one', async () => {
      const a = await save()
      await done(admin, 'accept', a)
      await done(admin, 'undo', a)
      expect(await refused(writer, 'undo', a)).toMatchObject({ errorCode: 'BAD_STATE' })
      const b = await save()
      await done(writer, 'undo', b)
      expect(await view(b)).toMatchObject({ status: 3, submittedByName: null })
      const c = await accepted()
      await writer.call('article.update', { articleId: c.articleId, title: '偷改' })
      expect(await view(c)).toMatchObject({ status: 1 })
      expect(await refused(writer, 'undo', c)).toMatchObject({ errorCode: 'BAD_STATE' })
    })

    test('of a revision’s submission gives it back to its writer with all that was written; what is online stays', async () => {
      const a = await published()
      const online = await view(a)
      await revise(a, { content: '<p>更正</p>' })
      expect((await refused(first, 'undo', a)).errorMsg).toContain('只能撤销本人的操作')
      await done(writer, 'undo', a)
      const back = await view(a)
      expect(back).toMatchObject({ status: 2, title: online.title, content: online.content })
      expect(back.review).toMatchObject({ status: 3, title: '更正后的标题', submittedByName: null, submittedAt: null })
      const { list } = (await writer.call('article.revisions', { articleId: a.articleId })).value
      expect(list[0]).toMatchObject({ act: '撤销：修订并提交', status: 3, copy: true })
      expect(list[0].changed.map((one: { field: string }) => one.field)).toEqual(['title', 'content'])
      const log = (await admin.call('log.list', { call: 'article.undo', targetId: a.articleId })).value.list[0]
      expect(log).toMatchObject({ before: { status: 2, review: 1 }, after: { status: 2, review: 3 } })
      // nobody is asked about it any more
      expect((await refused(first, 'accept', a)).errorCode).toBe('BAD_STATE')
      await writer.call('article.update', { articleId: a.articleId, status: 1 })
      expect((await view(a)).review).toMatchObject({ status: 1, title: '更正后的标题', submittedByName: '周明川' })
      await done(first, 'accept', a)
      await done(second, 'approve', a)
      expect(await view(a)).toMatchObject({ title: '更正后的标题', content: '<p>更正</p>', review: null })
    })

    test('of a revision submitted anew: a draft is one again, a rejected one is rejected, with its reason', async () => {
      const a = await published()
      await revise(a, { status: 3 })
      await revise(a, { subtitle: '又写的副标题' })
      await done(writer, 'undo', a)
      expect((await view(a)).review).toMatchObject({ status: 3, title: '更正后的标题' })
      await revise(a)
      await done(first, 'acceptReject', a, reason)
      server.clock.now += hour
      await revise(a, { title: '再改的标题' })
      await done(writer, 'undo', a)
      expect((await view(a)).review).toMatchObject({
        ...{ status: 4, title: '再改的标题', reason: '内容有误' },
        ...{ submittedByName: '周明川', submittedAt: formatTime(start) },
      })
      // what was written before and with the two submissions is all there
      await revise(a, { title: '再改的标题' })
      await done(first, 'accept', a)
      await done(second, 'approve', a)
      expect(await view(a)).toMatchObject({ title: '再改的标题', subtitle: '又写的副标题' })
    })

    test('of a change of a revision that waits or was accepted is none: it would bring back what others have seen', async () => {
      for (const steps of [[], ['accept']]) {
        const a = await published()
        await revise(a)
        for (const step of steps) await done(first, step, a)
        await revise(a, { title: '又改的标题' })
        expect((await refused(writer, 'undo', a)).errorMsg).toContain('「修订并提交」，不能撤销')
        expect((await view(a)).review).toMatchObject({ status: 1, title: '又改的标题' })
      }
    })

    test('is for one’s own last act, for a while, and where nothing happened since', async () => {
      const a = await accepted()
      expect((await refused(second, 'undo', a)).errorMsg).toMatch(/审核甲.*「初审通过」，只能撤销本人的操作/)
      server.clock.now += 16 * 60_000
      expect((await refused(first, 'undo', a)).errorMsg).toContain('已超过 15 分钟')
      const b = await accepted()
      await first.call('article.update', { articleId: b.articleId, subtitle: '副' })
      expect((await refused(first, 'undo', b)).errorMsg).toContain(
        '「修改」，不能撤销；要改回以前的内容，请在历史中恢复（命令 xzx article restore 编号 --revision 修订编号）',
      )
      const reader = await server.person({ roles: ['readonly'] })
      expect((await refused(reader, 'undo', b)).errorCode).toBe('BAD_STATE')
    })
  })
})
