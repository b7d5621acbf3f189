import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const day = 86_400_000
/** The same numbers each time. */
function dice(seed: number) {
  let at = seed
  return (n: number) => {
    at = (at * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((at / 2_147_483_648) * n)
  }
}

interface Row {
  at: number
  kind: string
  userId: number | null
  userAccount: string | null
  call: string
  result: string
  after: string | null
}

describe.each(databases)('numbers of the operation log on %s', (database) => {
  let server: TestServer
  let admin: Person
  let water: number
  const rows: Row[] = []
  const people: Person[] = []

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    water = await makeDept(server, '水利局')
    for (let i = 0; i < 4; i += 1)
      people.push(await server.person({ roles: ['staff'], deptId: i < 2 ? water : null, name: `职员${i}` }))
    const next = dice(7)
    const calls = ['article.approve', 'article.update', 'hot.save', 'user.save', 'user.reveal', 'auth.login']
    // one of them is a call of an older version
    const more = ['log.systemLogSave', 'notice.readersExcel', 'system.clean']
    const results = ['成功', '成功', '成功', '没有权限', '失败', '没有执行：无人', '退回；理由：失败的', '已锁定']
    for (let i = 0; i < 1200; i += 1) {
      const call = [...calls, ...more][next(9)] as string
      const who = next(6)
      const by = people[who]
      rows.push({
        at: server.clock.now - next(50) * day - next(day),
        kind: call === 'auth.login' ? 'login' : call === 'system.clean' ? 'system' : 'operation',
        userId: by?.userId ?? null,
        userAccount: by?.account ?? (who === 4 ? '不是账号' : null),
        call,
        result: results[next(8)] as string,
        after: call === 'log.systemLogSave' ? `{"content":"${next(2) === 0 ? '导出文章' : '检查'}"}` : null,
      })
    }
    const { id: last } = await server.parts.db.read
      .selectFrom('log')
      .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('id'))
      .executeTakeFirstOrThrow()
    for (let from = 0; from < rows.length; from += 100)
      await server.parts.db.write
        .insertInto('log')
        .values(
          rows.slice(from, from + 100).map((row, i) => ({
            ...row,
            ...{ id: Number(last) + from + i + 1, userName: null, address: null, says: '', targetIds: '[]' },
            ...{ before: null, requestId: '', previous: '', hash: '' },
          })),
        )
        .execute()
  })
  afterAll(() => server.close())

  const stats = async (search: object = {}) => (await admin.call('log.stats', search)).value
  const total = async (search: object) => (await admin.call('log.list', search)).value.total

  test('each number is the total of the list that is narrowed by it', async () => {
    const searches: object[] = [
      {},
      { deptId: water },
      { area: 'article', outcome: 2 },
      { userAccount: people[0]?.account },
      { kind: 'login', startTime: '2026-10-25 10:11:12', endTime: '2026-11-03 09:00:00' },
      { mark: 'refused', startTime: '2026-10-03' },
      { keyword: '导出' },
      { call: 'hot', startTime: '2026-11-01', endTime: '2026-11-01' },
    ]
    for (const search of searches) {
      const { startTime, endTime, days, areas, people: named, outcomes, kinds, marks, ...rest } = await stats(search)
      const all = { ...search, startTime, endTime }
      const told = (more: object) => JSON.stringify({ ...search, ...more })
      expect(rest.total, told({})).toBe(await total(all))
      // a day that the span begins or ends within is told as far as it lies in it
      for (const { day: on, n } of days.filter((_: unknown, i: number) => i % 7 === 0 || i === days.length - 1)) {
        const [begin] = [`${on} 00:00:00`, startTime].toSorted().slice(-1)
        const [end] = [`${on} 23:59:59`, endTime].toSorted()
        expect(n, told({ on })).toBe(await total({ ...search, startTime: begin, endTime: end }))
      }
      const narrowed = (key: string) => key in search
      for (const { area, n } of areas)
        if (!narrowed('area')) expect(n, told({ area })).toBe(await total({ ...all, area: area ?? 'none' }))
      for (const { userAccount, n } of named)
        if (userAccount !== null) expect(n, told({ userAccount })).toBe(await total({ ...all, userAccount }))
      for (const { outcome, n } of outcomes)
        if (!narrowed('outcome')) expect(n, told({ outcome })).toBe(await total({ ...all, outcome }))
      for (const { kind, n } of kinds)
        if (!narrowed('kind')) expect(n, told({ kind })).toBe(await total({ ...all, kind }))
      for (const { mark, n } of marks)
        if (!narrowed('mark')) expect(n, told({ mark })).toBe(await total({ ...all, mark }))
    }
  })

  test('they are what one would count by hand', async () => {
    const from = Date.parse('2026-10-23T00:00:00+08:00')
    const some = rows.filter(({ at }) => at >= from)
    const of = (fits: (row: Row) => boolean) => some.filter(fits).length
    const found = await stats({ startTime: '2026-10-23', endTime: '2026-11-21' })
    const n = (list: { n: number }[], which: object) =>
      list.find((one) => Object.entries(which).every(([k, v]) => (one as never)[k] === v))?.n ?? 0
    expect(found.total).toBe(some.length)
    expect(found.days).toHaveLength(30)
    expect(n(found.days, { day: '2026-11-10' })).toBe(
      of(({ at }) => new Date(at + 8 * 3_600_000).toISOString().startsWith('2026-11-10')),
    )
    expect(n(found.areas, { area: 'article' })).toBe(of(({ call }) => call.startsWith('article.')))
    expect(n(found.areas, { area: null })).toBe(of(({ call }) => call === 'system.clean' || call === 'hot.save'))
    expect(n(found.people, { userName: '职员1' })).toBe(of(({ userAccount }) => userAccount === people[1]?.account))
    expect(n(found.people, { userAccount: null })).toBe(of(({ userAccount }) => userAccount === null))
    expect(n(found.outcomes, { outcome: 2 })).toBe(
      of(({ result }) => ['没有权限', '失败', '没有执行：无人', '已锁定'].includes(result)),
    )
    expect(n(found.marks, { mark: 'refused' })).toBe(of(({ result }) => result === '没有权限'))
    expect(n(found.marks, { mark: 'locked' })).toBe(of(({ result }) => result === '已锁定'))
    expect(n(found.marks, { mark: 'revealed' })).toBe(
      // of what was refused nothing was shown
      of(({ call, result }) => call === 'user.reveal' && !/^(?:没有|失败$|已锁定)/.test(result)),
    )
    expect(n(found.marks, { mark: 'exported' })).toBe(
      of(({ call, after }) => call === 'notice.readersExcel' || after?.includes('导出') === true),
    )
    // the usual span: thirty days with today
    expect(await stats()).toEqual({ ...found, startTime: '2026-10-23 00:00:00', endTime: '2026-11-21 23:59:59' })
  })

  test('on SQLite all rows of the span are read from the index, and from the table those alone that tell of exports', async () => {
    if (database !== 'sqlite') return
    const { search, db } = server.parts
    const { find } = search
    const plans: string[] = []
    const spans: (number | undefined)[] = []
    search.find = async (indexed, plain, caller) => {
      const { sql: text, parameters } = plain.rows
      const { rows } = await db.read.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
      )
      plans.push(rows.map(({ detail }) => detail).join())
      spans.push(plain.spans?.each.length)
      return find(indexed, plain, caller)
    }
    await stats()
    search.find = find
    expect(plans).toEqual([
      ...[1, 2].map(() => expect.stringContaining('USING COVERING INDEX log_numbers')),
      expect.stringContaining('USING INDEX log_numbers'),
    ])
    // what is counted by days is sorted a day at a time
    expect(spans).toEqual([30, undefined, undefined])
  })

  test('what a client writes of itself is no refusal, and a sentence of many names is looked for by a few', async () => {
    const refusals = async () => (await stats()).outcomes.find((one: { outcome: number }) => one.outcome === 2)?.n ?? 0
    const before = [await refusals(), await total({ mark: 'refused' }), await total({ mark: 'locked' })]
    for (const result of ['没有权限', '已锁定']) await admin.call('log.systemLogSave', { content: '自己写的', result })
    expect([await refusals(), await total({ mark: 'refused' }), await total({ mark: 'locked' })]).toEqual(before)
    const names = Array.from({ length: 12 }, (_, i) => `《通知${i}》`).join('')
    expect((await admin.call('log.list', { keyword: `审核通过${names}` })).errorCode).toBe('0')
  })

  test('too long a span, and one that ends before it begins, are refused in words; who may not read the log has no numbers of it', async () => {
    expect(await admin.call('log.stats', { startTime: '2025-01-01' })).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: '时间范围：一次最多统计 366 天，请缩短',
    })
    expect(await admin.call('log.stats', { startTime: '2026-11-02', endTime: '2026-11-01' })).toMatchObject({
      errorCode: 'BAD_INPUT',
    })
    expect(await people[0]?.call('log.stats')).toMatchObject({ errorCode: 'NO_PERMISSION' })
  })
})
