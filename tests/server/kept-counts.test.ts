import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { monthNumber } from '../../core/domain/statistic-span.ts'
import { dayNumber, formatDay, parseTime } from '../../core/domain/time.ts'
import { dropCounts, isThere, keepCounts, monthOf } from '../../server/db/kept-counts.ts'
import { makerOf } from '../../server/db/maker.ts'
import { up as keepYears } from '../../server/db/migrations/202611280800-stats-years.ts'
import { up as keepAnew } from '../../server/db/migrations/202611280830-counts-anew.ts'
import { makeArticles } from '../support/articles.ts'
import { databases } from '../support/databases.ts'
import { makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

type Row = Readonly<Record<string, unknown>>
/** What of a row stands in a group where that is not the column of the same name. */
type Groups = Readonly<Record<string, (row: Row) => unknown>>

const own = (name: string) => (row: Row) => (row[name] === null ? null : Number(row[name]))
const named = (...names: string[]): Groups => Object.fromEntries(names.map((name) => [name, own(name)]))
const deletedAt = (row: Row) => (row.deletedAt === null ? null : 1)
const ofTime = (time: string) => ({
  month: (row: Row) => monthNumber(dayNumber(Number(row[time]))),
  year: (row: Row) => Number(formatDay(dayNumber(Number(row[time]))).slice(0, 4)),
})
const [published, came] = [ofTime('publishTime'), ofTime('createdAt')]

/** Tables of counts: of what, by what. */
const kept: readonly (readonly [table: string, of: 'article' | 'mail', groups: Groups, sums: readonly string[]])[] = [
  ['articleCount', 'article', { ...named('columnId', 'deptId', 'createdBy', 'status', 'reviewStatus'), deletedAt }, []],
  [
    'articleMonth',
    'article',
    { month: published.month, ...named('columnId', 'deptId', 'createdBy', 'status', 'newsType'), deletedAt },
    ['hits'],
  ],
  [
    'articleColumnMonth',
    'article',
    { month: published.month, ...named('columnId', 'status', 'newsType'), deletedAt },
    [],
  ],
  ['articleYear', 'article', { year: published.year, ...named('deptId', 'createdBy', 'status'), deletedAt }, ['hits']],
  ['mailMonth', 'mail', { month: came.month, ...named('deptId', 'type', 'state'), deletedAt }, []],
  ['mailTypeMonth', 'mail', { month: came.month, ...named('type', 'state'), deletedAt }, []],
  ['mailYear', 'mail', { year: came.year, ...named('deptId', 'state'), deletedAt }, []],
]
/** Moments at the edges of months and years in Asia/Shanghai. */
const moments = ['2025-12-31 23:59:59', '2026-01-01 00:00:00', '2026-01-31 23:59:59', '2026-02-01 00:00:00'].map(
  (moment) => parseTime(moment) as number,
)

describe.each(databases)('counts that the database keeps, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let articles: number[]
  let letters: number[]
  let depts: number[]

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    depts = [await makeDept(server, '办公室'), await makeDept(server, '提案委员会')]
    const columnId = await makeColumn(server, '政协要闻')
    articles = (await makeArticles(server, 40, { columnId, status: 2, by: admin.userId })).map(Number)
    const letter = { title: '路灯', type: 0, content: '不亮', name: '周小雨', phone: '13900001234', openFlag: 1 }
    letters = []
    for (let i = 0; i < 12; i += 1) letters.push(Number((await admin.call('mail.add', letter)).value.id))
  })
  afterAll(() => server.close())

  /** Lines as text, those that count something, in one order. */
  const linesOf = (rows: readonly Row[], groups: readonly string[], added: readonly string[]) => {
    const sums = new Map<string, number[]>()
    for (const row of rows) {
      const group = groups.map((name) => `${name} ${row[name] === null ? '-' : Number(row[name])}`).join(', ')
      const before = sums.get(group) ?? added.map(() => 0)
      sums.set(
        group,
        before.map((sum, i) => sum + Number(row[added[i] as string])),
      )
    }
    return [...sums]
      .flatMap(([group, some]) => (some.every((n) => n === 0) ? [] : [`${group}: ${some.join(' ')}`]))
      .sort()
  }
  const rowsIn = async (table: string) =>
    (await sql<Row>`select * from ${sql.table(table)}`.execute(server.parts.db.write)).rows

  async function expectRight() {
    for (const [table, of, groups, sums] of kept) {
      const [names, added] = [Object.keys(groups), ['n', ...sums]]
      const counted = (await rowsIn(of)).map((row) => ({
        ...Object.fromEntries(names.map((name) => [name, groups[name]?.(row)])),
        ...{ n: 1, ...Object.fromEntries(sums.map((name) => [name, row[name]])) },
      }))
      const found = linesOf(await rowsIn(table), names, added)
      expect(found.length, table).toBeGreaterThan(0)
      expect(found, table).toEqual(linesOf(counted, names, added))
    }
  }

  test('are what a slow recount finds, after many changes at once', async () => {
    const { db } = server.parts
    const change = (i: number) =>
      db.transaction(async (trx) => {
        await trx
          .updateTable('article')
          .set({
            ...{ status: i % 6, publishTime: moments[i % 4] as number, deptId: depts[i % 3] ?? null },
            ...{ newsType: i % 5 === 0 ? null : i % 3, createdBy: i % 7 === 0 ? null : admin.userId },
            ...(i % 11 === 3 && { deletedAt: 1 }),
          })
          .where('id', '=', articles[i % articles.length] as number)
          .execute()
        await trx
          .updateTable('article')
          .set((eb) => ({ hits: eb('hits', '+', (i % 3) + 1) }))
          .where('id', '=', articles[(i + 1) % articles.length] as number)
          .execute()
        await trx
          .updateTable('mail')
          .set({ state: i % 10, createdAt: moments[(i * 3) % 4] as number, deptId: depts[i % 3] ?? null, type: i % 6 })
          .where('id', '=', letters[i % letters.length] as number)
          .execute()
      })
    // one after the other for each row, so that on PostgreSQL none waits for another one of its own
    for (let from = 0; from < 120; from += 12) await Promise.all(Array.from({ length: 12 }, (_, i) => change(from + i)))
    // several rows by one statement, and rows that are gone
    await db.write.updateTable('article').set({ status: 2 }).where('status', '=', 3).execute()
    await db.write.deleteFrom('article').where('id', 'in', articles.slice(-3)).execute()
    await expectRight()
  })

  test('are right in a database of before, once it has gone the steps that make them', async () => {
    const { db, secret } = server.parts
    await db.transaction(async (trx) => {
      const make = makerOf(trx as never, db.dialect, secret.log)
      await dropCounts(make, { of: 'article', into: 'articleYear' })
      await dropCounts(make, { of: 'mail', into: 'mailYear' })
      await dropCounts(make, { of: 'article', into: 'articleMonth' })
      await sql`drop index if exists "mailMonth_read"`.execute(trx)
      await keepCounts(make, {
        ...{ of: 'article', into: 'articleMonth' },
        groups: { month: ['int', monthOf(make)('publishTime')], deletedAt: ['time?', isThere('deletedAt')] },
      })
      await keepYears(make)
      await keepAnew(make)
    })
    await db.write
      .updateTable('article')
      .set({ hits: 7 })
      .where('id', '=', articles[0] as number)
      .execute()
    await expectRight()
  })

  test.runIf(database === 'postgres')('nobody who counts waits for another one, and lines do not pile up', async () => {
    const { db } = server.parts
    const [one, other] = articles as [number, number]
    const alike = { columnId: 1, status: 2, publishTime: moments[1] as number, deptId: depts[0] as number, newsType: 1 }
    await db.write
      .updateTable('article')
      .set({ ...alike, createdBy: null, deletedAt: null, hits: 0 })
      .where('id', 'in', [one, other])
      .execute()
    const hit = (id: number) => (eb: { updateTable: (typeof db.write)['updateTable'] }) =>
      eb
        .updateTable('article')
        .set((set) => ({ hits: set('hits', '+', 1) }))
        .where('id', '=', id)
        .execute()
    const lines = async () =>
      (await rowsIn('articleYear')).filter(
        (row) =>
          Number(row.year) === 2026 &&
          Number(row.deptId) === depts[0] &&
          row.createdBy === null &&
          Number(row.status) === 2,
      ).length
    await db.write.transaction().execute(async (trx) => {
      await hit(one)(trx)
      // by another connection, while the first one holds its line
      await hit(other)(db.write)
    })
    const most = await lines()
    for (let i = 0; i < 20; i += 1) await hit(i % 2 ? one : other)(db.write)
    expect(await lines()).toBe(most)
    await expectRight()
  })
})
