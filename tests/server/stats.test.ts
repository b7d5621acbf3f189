import ExcelJS from 'exceljs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spanBefore, spanYearBefore } from '../../core/domain/statistic-span.ts'
import { dimensions, type StatisticName, statisticOf, statistics } from '../../core/domain/statistics.ts'
import { dayNumber, formatDay, parseDay, parseTime } from '../../core/domain/time.ts'
import { statisticSheet } from '../../core/sheet/statistic.ts'
import { makeArticles } from '../support/articles.ts'
import { databases } from '../support/databases.ts'
import { giveScope, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

interface Line {
  readonly key: string | null
  readonly name: string
  readonly rank: number | null
  readonly n: number
  readonly before: number | null
  readonly yearBefore: number | null
  readonly hits: number | null
  readonly parts: number[]
  readonly search: Record<string, string> | null
}
const asked = { startTime: '2026-03-01', endTime: '2026-05-31' }
const days = { from: parseDay(asked.startTime) as number, to: parseDay(asked.endTime) as number }
/** Whole months, parts of months, days of one month, and years. */
const spans = [
  asked,
  { startTime: '2026-03-16', endTime: '2026-05-10' },
  { startTime: '2026-04-12', endTime: '2026-04-20' },
  { startTime: '2025-02-10', endTime: '2026-06-15' },
]
const whole = Object.keys(statistics) as StatisticName[]
const daily = new Set<StatisticName>(['day', 'visitDay'])
/** Moments at the edges of days, months and years in Asia/Shanghai. */
const moments = [
  ...['2026-03-01 00:00:00', '2026-02-28 23:59:59', '2026-05-31 23:59:59', '2026-06-01 00:00:00'],
  ...['2026-04-15 12:00:00', '2026-05-01 00:00:00', '2026-04-30 23:59:59', '2025-12-01 00:00:00'],
  ...['2025-03-01 00:00:00', '2025-05-31 23:59:59', '2025-04-02 07:59:59', '2026-01-31 08:00:00'],
].map((moment) => parseTime(moment) as number)

describe.each(databases)('statistics on %s', (database) => {
  let server: TestServer
  let admin: Person
  let depts: number[]
  let columns: number[]
  const count = async (name: string, more: object = {}, who = admin) =>
    (await who.call('stats.count', { name, ...asked, ...more })).value

  beforeAll(async () => {
    server = await startServer(database)
    server.clock.now = parseTime('2026-06-20 10:00:00') as number
    admin = await server.person({ roles: ['admin'] })
    depts = []
    for (const name of ['办公室', '提案委员会', '文史委员会', '学习委员会'])
      depts.push(Number((await admin.call('dept.save', { name, isCount: 1, type: 0 })).value.id))
    const top = await makeColumn(server, '政协要闻')
    columns = [top, await makeColumn(server, '会议', top), await makeColumn(server, '通知公告')]
    const db = server.parts.db.write
    const ids = await makeArticles(server, 120, { columnId: top, status: 1, by: admin.userId })
    for (const [i, id] of ids.entries()) {
      const status = [2, 2, 1, 0, 3, 4, 5, 2][i % 8] as number
      const values = {
        ...{ status, columnId: columns[i % 3] as number, deptId: i % 13 === 0 ? null : (depts[i % 3] as number) },
        ...{ publishTime: moments[(i * 5) % 12] as number, hits: (i * 7) % 31, newsType: i % 5 === 4 ? null : i % 5 },
        createdBy: i % 17 === 0 ? null : admin.userId,
        // a copy under review: the article is still a published one
        ...(status === 2 && i % 3 === 0 && { reviewStatus: 1 }),
        ...(i % 10 === 9 && { deletedAt: 1 }),
      }
      await db.updateTable('article').set(values).where('id', '=', Number(id)).execute()
    }
    const letter = { title: '路灯', type: 0, content: '不亮', name: '周小雨', phone: '13900001234', openFlag: 1 }
    for (let i = 0; i < 40; i += 1) {
      const { id } = (await admin.call('mail.add', letter)).value
      const values = {
        ...{ state: i % 10, type: i % 6, deptId: i % 7 === 6 ? null : (depts[i % 3] as number) },
        ...{ createdAt: moments[(i * 7) % 12] as number, ...(i % 11 === 0 && { deletedAt: 1 }) },
      }
      await db.updateTable('mail').set(values).where('id', '=', Number(id)).execute()
    }
    const visits = new Map(moments.map((moment, i) => [dayNumber(moment), i + 1]))
    await db
      .insertInto('visitDay')
      .values([...visits].map(([day, n]) => ({ day, n })))
      .execute()
  })
  afterAll(() => server.close())

  /** Every row as it lies there, looked at one by one. */
  async function slow(name: StatisticName, { from, to }: { readonly from: number; readonly to: number }) {
    const { of, where } = statisticOf(name)
    const db = server.parts.db.read
    if (of === 'visit') {
      const rows = await db.selectFrom('visitDay').selectAll().execute()
      return rows.flatMap(({ day, n }) =>
        Number(day) >= from && Number(day) <= to ? [{ day: Number(day), n: Number(n) }] : [],
      )
    }
    const rows =
      of === 'article'
        ? (await db.selectFrom('article').selectAll().execute()).map((row) => ({
            ...row,
            at: row.publishTime,
            type: 0,
          }))
        : (await db.selectFrom('mail').selectAll().execute()).map((row) => ({
            ...{ at: row.createdAt, status: row.state, deptId: row.deptId, type: row.type, deletedAt: row.deletedAt },
            ...{ columnId: 0, createdBy: null, newsType: null, hits: 0, id: row.id },
          }))
    return rows
      .filter(({ at, deletedAt, status }) => {
        const day = Math.floor((Number(at) + 8 * 3600_000) / 86_400_000)
        return day >= from && day <= to && deletedAt === null && (!where || Number(status) === Number(where.status))
      })
      .map((row) => ({ ...row, day: Math.floor((Number(row.at) + 8 * 3600_000) / 86_400_000), n: 1 }))
  }
  const columnOf: Readonly<Record<string, string>> = {
    dept: 'deptId',
    column: 'columnId',
    author: 'createdBy',
    kind: 'newsType',
    type: 'type',
  }
  const sum = (rows: readonly { readonly n: number }[]) => rows.reduce((all, { n }) => all + n, 0)

  const recounted = whole.flatMap((name) =>
    // of single days not more than a year at once
    spans.slice(0, daily.has(name) ? 3 : 4).map((span) => [name, span.startTime, span.endTime] as const),
  )
  test.each(recounted)(
    '%s from %s to %s is what a slow recount finds, beside the period before and the year before',
    async (name, startTime, endTime) => {
      const days = { from: parseDay(startTime) as number, to: parseDay(endTime) as number }
      const found = await count(name, { startTime, endTime })
      const rows = await slow(name, days)
      expect([found.total, found.span]).toEqual([sum(rows), { startTime, endTime }])
      expect(found.total).toBeGreaterThan(0)
      if (name === 'article') return
      expect([found.totalBefore, found.totalYearBefore]).toEqual([
        sum(await slow(name, spanBefore(days))),
        sum(await slow(name, spanYearBefore(days))),
      ])
      const { by } = statisticOf(name)
      const series = 'series' in dimensions[by]
      const keyOf = (row: object) => {
        const { day, ...values } = row as Record<string, unknown>
        if (series) return formatDay(day as number).slice(0, by === 'month' ? 7 : 10)
        const value = values[columnOf[by] as string]
        return value === null ? null : String(value)
      }
      const slowly = Map.groupBy(rows, keyOf)
      for (const line of found.lines as Line[]) expect(line.n, String(line.key)).toBe(sum(slowly.get(line.key) ?? []))
      expect(sum(found.lines)).toBe(found.total)
      if (series) return
      const before = Map.groupBy(await slow(name, spanBefore(days)), keyOf)
      for (const line of found.lines as Line[]) expect(line.before).toBe(sum(before.get(line.key) ?? []))
      for (const [i, part] of found.parts.entries())
        expect(sum(found.lines.map((line: Line) => ({ n: line.parts[i] as number })))).toBe(part.total)
      const numbers = found.lines.map(({ n }: Line) => n)
      expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
    },
  )

  test.each(whole.filter((name) => statisticOf(name).of !== 'visit'))(
    '%s: behind each number is a list of so many rows',
    async (name) => {
      const found = await count(name)
      const total = async (search: object) => (await admin.call(found.list, { ...search, pageSize: 1 })).value.total
      expect(await total(found.search)).toBe(found.total)
      for (const { title, search, total: all } of found.parts) expect(await total(search), title).toBe(all)
      for (const line of found.lines as Line[]) {
        expect(await total(line.search as object), line.name).toBe(line.n)
        if (found.series === null && found.before) {
          expect(await total({ ...line.search, ...found.before })).toBe(line.before)
          expect(await total({ ...line.search, ...found.yearBefore })).toBe(line.yearBefore)
        }
        for (const [i, { key }] of found.parts.entries()) {
          const field = found.of === 'article' ? 'ownState' : 'state'
          expect(await total({ ...line.search, [field]: key }), `${line.name} ${key}`).toBe(line.parts[i])
        }
      }
    },
  )

  test('each month stands beside the one before it and the same one a year before', async () => {
    const rows = await slow('month', { from: 0, to: 100_000 })
    const inMonth = (month: string) => sum(rows.filter(({ day }) => formatDay(day).startsWith(month)))
    const { lines } = await count('month')
    expect(lines.map(({ key, n, before, yearBefore }: Line) => [key, n, before, yearBefore])).toEqual([
      ['2026-03', inMonth('2026-03'), inMonth('2026-02'), inMonth('2025-03')],
      ['2026-04', inMonth('2026-04'), inMonth('2026-03'), inMonth('2025-04')],
      ['2026-05', inMonth('2026-05'), inMonth('2026-04'), inMonth('2025-05')],
    ])
  })

  test('days stand beside those of the year before, and the span that is told is theirs', async () => {
    const days = { startTime: '2025-02-01', endTime: '2025-02-28' }
    expect((await count('day', days)).yearBefore).toEqual({ startTime: '2024-02-01', endTime: '2024-02-28' })
    expect((await count('month', days)).yearBefore).toEqual({ startTime: '2024-02-01', endTime: '2024-02-29' })
  })

  test('what was opened most comes first; an author is told of articles and how often these were opened', async () => {
    const rows = (await slow('article', days)) as unknown as { id: number; hits: number; createdBy: number | null }[]
    const tops = rows.toSorted((a, b) => b.hits - a.hits || b.id - a.id)
    const found = await count('article')
    expect(found.lines.map(({ key, hits }: Line) => [key, hits])).toEqual(
      tops.map(({ id, hits }) => [String(id), hits]),
    )
    expect(found.totalHits).toBe(tops.reduce((all, { hits }) => all + hits, 0))
    const [own] = (await count('author')).lines
    const mine = rows.filter(({ createdBy }) => Number(createdBy) === admin.userId)
    expect([own.n, own.hits]).toEqual([mine.length, mine.reduce((all, { hits }) => all + hits, 0)])
  })

  test('a department with a target of the year stands beside what of it falls to these days', async () => {
    expect((await count('dispatch')).totalTarget).toBeNull()
    await admin.call('dept.save', { id: depts[0], target: 120 })
    const found = await count('dispatch')
    // 92 of 365 days
    expect(found.lines.find(({ key }: Line) => key === String(depts[0]))).toMatchObject({ target: 30 })
    expect(found.lines.find(({ key }: Line) => key === String(depts[1]))).toMatchObject({ target: null })
    expect(found.totalTarget).toBe(30)
    expect((await count('dispatch', { startTime: '2025-01-01', endTime: '2026-12-31' })).totalTarget).toBe(240)
    expect((await count('dept')).totalTarget).toBeNull()
    // of the sum what had a target counts alone; and it is for all columns together
    const { lines, sum } = statisticSheet(found)
    const own = lines.find((one) => (one as Line).key === String(depts[0])) as { done: number | null }
    expect((sum as { done: number | null }).done).toBe(own.done)
    const [column] = (await count('column')).lines
    expect((await count('dispatch', { columnId: Number(column.key) })).totalTarget).toBeNull()
    await admin.call('dept.save', { id: depts[0], target: null })
  })

  test('departments that are counted stand with nought; the same number is the same place', async () => {
    const { lines } = (await count('dispatch')) as { lines: Line[] }
    const idle = lines.find(({ name }) => name === '学习委员会')
    expect(idle).toMatchObject({
      n: 0,
      before: 0,
      rank: lines.filter(({ key, n }) => key !== null && n > 0).length + 1,
    })
    expect(lines.find(({ key }) => key === null)).toMatchObject({
      ...{ name: '（无部门）', rank: null, search: { without: 'deptId' } },
    })
  })

  test('narrowed by department, and by a column with those below it', async () => {
    const [rows, [top, sub]] = [
      (await slow('column', days)) as unknown as { columnId: number; deptId: number }[],
      columns,
    ]
    const inTop = rows.filter(({ columnId }) => [top, sub].includes(Number(columnId)))
    const found = await count('column', { columnId: top })
    expect(found.total).toBe(inTop.length)
    expect(found.lines.map(({ key }: Line) => key).sort()).toEqual([String(top), String(sub)].sort())
    expect((await count('column', { deptId: depts[0] })).total).toBe(
      rows.filter(({ deptId }) => Number(deptId) === depts[0]).length,
    )
    expect((await admin.call('stats.count', { name: 'mail', columnId: top })).errorMsg).toContain('不分栏目')
    expect((await admin.call('stats.count', { name: 'visit', deptId: depts[0] })).errorMsg).toContain('不分部门')
  })

  test('nobody counts beyond what their lists show', async () => {
    await giveScope(server, 'auditor', 'DEPART')
    const auditor = await server.person({ roles: ['auditor'], deptId: depts[0] as number })
    const found = await count('dispatch', {}, auditor)
    expect(found.lines.map(({ key }: Line) => key)).toEqual([String(depts[0])])
    for (const name of ['dept', 'mail'] as const) {
      const { list, search, total } = await count(name, {}, auditor)
      expect((await auditor.call(list, { ...search, pageSize: 1 })).value.total, name).toBe(total)
    }
    const reporter = await server.person({ roles: ['reporter'], deptId: depts[0] as number })
    expect((await reporter.call('stats.count', { name: 'dispatch' })).errorCode).toBe('NO_PERMISSION')
    const known = (await auditor.call('stats.list')).value.map(({ name }: { name: string }) => name)
    expect(known).toEqual(whole)
  })

  test('where nobody says from when, it is this year until today; what is no span is refused', async () => {
    expect((await admin.call('stats.count', { name: 'dispatch' })).value.span).toEqual({
      startTime: '2026-01-01',
      endTime: '2026-06-20',
    })
    expect((await admin.call('stats.count', { name: 'month' })).value.lines).toHaveLength(12)
    expect((await admin.call('stats.count', { name: 'visitDay' })).value.lines).toHaveLength(30)
    const refused = async (more: object) => (await admin.call('stats.count', { name: 'day', ...more })).errorMsg
    expect(await refused({ startTime: '2026-02-01', endTime: '2026-01-01' })).toContain('不能晚于止')
    expect(await refused({ startTime: '2020-01-01', endTime: '2026-01-01' })).toContain('最多统计 366 天')
  })

  test('a sheet holds the lines and their sum', async () => {
    const reply = await fetch(`${server.url}/x/stats/excel`, {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'dept', ...asked }),
    })
    const book = new ExcelJS.Workbook()
    await book.xlsx.load((await reply.arrayBuffer()) as never)
    const rows: unknown[][] = []
    book.worksheets[0]?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)))
    const found = await count('dept')
    expect(rows).toHaveLength(found.lines.length + 2)
    expect(rows[0]).toEqual(
      expect.arrayContaining(['部门', '名次', '数量', '上期', '上年同期', '已发布', '比上期（%）']),
    )
    expect(rows.at(-1)?.slice(0, 3)).toEqual(['合计', undefined, found.total])
    expect(rows.slice(1, -1).map(([name]) => name)).toEqual(found.lines.map(({ name }: Line) => name))
  })
})
