import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { giveScope, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

/** A small generator of numbers (mulberry32): the same rows and questions on every machine. */
function numbersFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    chance: (part: number) => next() < part,
  }
}

const words = [
  '会议',
  '提案',
  '议题',
  '100%',
  'a_b',
  'Abc',
  'aBC',
  '“引号"',
  '\\n',
  '一',
  '𠮷野家',
  '<p>',
  ' ',
  '\n',
  '、',
]
const count = 400

/** Lists, found anew the plain way: one statement over the table, as slow as it likes. */
describe.each(databases)('lists on %s answer what the plain statement finds', (database) => {
  const { below, pick, chance } = numbersFrom(20261121)
  let server: TestServer
  let people: { person: Person; scope: RawBuilder<boolean> }[]
  let columns: number[]
  let depts: number[]
  let owners: number[]
  /** Copies under review: what they change of the texts. */
  const copies = new Map<number, { readonly title?: string; readonly content?: string }>()

  const phrase = (most: number) => Array.from({ length: 1 + below(most) }, () => pick(words)).join('')
  const randomRow = () => {
    const status = pick([0, 1, 1, 2, 2, 2, 2, 3, 4, 5])
    return {
      columnId: pick(columns),
      title: phrase(4),
      content: phrase(12),
      source: chance(0.5) ? phrase(2) : null,
      status,
      reviewStatus: status === 2 && chance(0.3) ? pick([0, 1, 3, 4]) : null,
      deptId: chance(0.9) ? pick(depts) : null,
      createdBy: chance(0.9) ? pick(owners) : null,
      publishTime: 1_700_000_000_000 + below(30) * 1000,
      createdAt: 1_700_000_000_000 + below(1000),
      updatedAt: 1_700_000_000_000 + below(20),
      submittedAt: chance(0.7) ? 1_700_000_000_000 + below(20) : null,
      hits: below(5),
      sort: chance(0.5) ? below(3) : null,
      deletedAt: chance(0.1) ? 1_700_000_000_000 + below(20) : null,
      version: 1,
      demo: 0 as const,
    }
  }

  async function addCopies() {
    const db = server.parts.db.write
    const reviewed = await db.selectFrom('article').select('id').where('reviewStatus', 'is not', null).execute()
    const step = { no: 1, act: '修订', review: 1 as const, status: 1, before: '{}', byId: 1, byName: '测试', at: 1 }
    for (const { id: articleId } of reviewed) {
      const after = { ...(chance(0.7) && { title: phrase(4) }), ...(chance(0.5) && { content: phrase(12) }) }
      const row = { ...step, articleId, after: JSON.stringify(after) }
      const { id } = await db.insertInto('revision').values(row).returning('id').executeTakeFirstOrThrow()
      await db.updateTable('article').set({ reviewId: id }).where('id', '=', articleId).execute()
      copies.set(id, after)
    }
  }

  beforeAll(async () => {
    server = await startServer(database)
    columns = [await makeColumn(server, '甲')]
    for (const title of ['乙', '丙', '丁']) columns.push(await makeColumn(server, title, columns[0]))
    depts = [await makeDept(server, '甲室'), await makeDept(server, '乙室')]
    const [first = 0, second = 0] = depts
    const some = columns.slice(0, 2)
    const admin = await server.person({ roles: ['admin'] })
    const staff = await server.person({ roles: ['staff'], deptId: first, columns: some })
    const auditor = await server.person({ roles: ['auditor'], deptId: second })
    owners = [admin.userId, staff.userId, auditor.userId]
    await giveScope(server, 'staff', 'DEPART')
    people = [
      { person: admin, scope: sql<boolean>`1 = 1` },
      {
        person: staff,
        scope: sql<boolean>`("createdBy" = ${staff.userId} or "deptId" = ${first}) and "columnId" in (${sql.join(some)})`,
      },
    ]
    const rows = Array.from({ length: count }, randomRow)
    for (let i = 0; i < count; i += 50)
      await server.parts.db.write
        .insertInto('article')
        .values(rows.slice(i, i + 50))
        .execute()
    await addCopies()
  })
  afterAll(() => server.close())

  const like = (column: string, text: string) =>
    sql<boolean>`lower(${sql.ref(column)}) like ${`%${text.toLowerCase().replace(/[\\%_]/g, (c) => `\\${c}`)}%`} escape '\\'`
  const list = (values: readonly number[]) => sql.join(values)
  /** The copy that is under review holds the text. */
  function likeInCopy(fields: readonly ('title' | 'content')[], text: string) {
    const holds = (value: string | undefined) => value?.toLowerCase().includes(text.toLowerCase())
    const ids = [...copies].flatMap(([id, after]) => (fields.some((field) => holds(after[field])) ? [id] : []))
    return sql<boolean>`("reviewStatus" is not null and "reviewId" in (${list([0, ...ids])}))`
  }

  /** A question and what it means. */
  function question(): { input: Record<string, unknown>; where: RawBuilder<boolean>[]; order: string } {
    const input: Record<string, unknown> = {}
    const where: RawBuilder<boolean>[] = []
    if (chance(0.4)) {
      const states = chance(0.5) ? [below(6)] : [below(6), below(6), below(6)]
      input.status = states
      where.push(sql<boolean>`(status in (${list(states)}) or "reviewStatus" in (${list(states)}))`)
    }
    if (chance(0.3)) {
      input.columnId = pick(columns)
      input.withChildren = chance(0.5)
      const family = input.withChildren && input.columnId === columns[0] ? columns : [input.columnId as number]
      where.push(sql<boolean>`"columnId" in (${list(family)})`)
    }
    for (const [field, values] of [
      ['deptId', depts],
      ['createdBy', owners],
    ] as const) {
      if (!chance(0.15)) continue
      input[field] = pick(values)
      where.push(sql<boolean>`${sql.ref(field)} = ${input[field]}`)
    }
    if (chance(0.15)) {
      input.startTime = '2023-11-15 06:13:30'
      where.push(sql<boolean>`"publishTime" >= ${Date.parse('2023-11-14T22:13:30Z')}`)
    }
    for (const field of ['title', 'source', 'keyword'] as const) {
      if (!chance(0.25)) continue
      const text = chance(0.2) ? pick([...'会议提ab%_《 ']) : chance(0.5) ? pick(words) : phrase(2).slice(0, 5)
      if (text.trim() === '' || !text.isWellFormed() || /\s/.test(text)) continue
      input[field] = text
      const meant = {
        title: sql<boolean>`(${like('title', text)} or ${likeInCopy(['title'], text)})`,
        source: like('source', text),
        keyword: sql<boolean>`(${like('title', text)} or ${like('content', text)} or ${likeInCopy(['title', 'content'], text)})`,
      }
      where.push(meant[field])
    }
    let order = '"publishTime" desc, id desc'
    if (chance(0.5)) {
      const field = pick([
        'title',
        'publishTime',
        'createdAt',
        'updatedAt',
        'submittedAt',
        'hits',
        'sort',
        'status',
        'articleId',
      ])
      const way = pick(['asc', 'desc'])
      Object.assign(input, { sortField: field, sortOrder: way })
      order = field === 'articleId' ? `id ${way}` : `"${field}" ${way} nulls last, id desc`
    } else if (chance(0.2)) {
      input.afterId = below(count)
      order = 'id asc'
    }
    return { input, where, order }
  }

  async function compare(times: number): Promise<number> {
    let found = 0
    for (let i = 0; i < times; i += 1) {
      const { person, scope } = pick(people)
      const { input, where, order } = question()
      const pageSize = pick([3, 10, 200])
      const pageNumber = input.afterId === undefined ? 1 + below(4) : 1
      const all = sql.join([sql`"deletedAt" is null`, scope, ...where], sql` and `)
      const db = server.parts.db.read
      const { rows: counted } = await sql<{ n: number }>`select count(*) as n from article where ${all}`.execute(db)
      const beyond = input.afterId === undefined ? sql`1 = 1` : sql`id > ${input.afterId}`
      const { rows } = await sql<{ id: number }>`select id from article where ${all} and ${beyond}
        order by ${sql.raw(order)} limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`.execute(db)
      const reply = await person.call('article.list', { ...input, pageSize, pageNumber })
      const ids = reply.value?.list?.map((row: { articleId: string }) => Number(row.articleId))
      expect({ input, order, total: reply.value?.total, ids, says: reply.errorMsg }).toEqual({
        ...{ input, order, total: Number(counted[0]?.n), ids: rows.map(({ id }) => id), says: '' },
      })
      found += rows.length
    }
    return found
  }

  /** What the database keeps of its numbers is what counting finds. */
  async function compareCounts(): Promise<void> {
    const kinds = sql`"columnId", "deptId", "createdBy", status, "reviewStatus"`
    const kept = await sql`select ${kinds}, "deletedAt", sum(n) as n from "articleCount" group by 1, 2, 3, 4, 5, 6
      having sum(n) <> 0 order by 1, 2, 3, 4, 5, 6`.execute(server.parts.db.read)
    const counted =
      await sql`select ${kinds}, case when "deletedAt" is null then null else 1 end as "deletedAt", count(*) as n
      from article group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`.execute(server.parts.db.read)
    expect(kept.rows.map((row) => Object.values(row as object).map(String))).toEqual(
      counted.rows.map((row) => Object.values(row as object).map(String)),
    )
  }

  /** By which way a search is answered now: by the index, once it holds everything. */
  const way = async () => {
    const match = [{ columns: ['title'], text: '会议' }]
    if (database === 'postgres')
      return (await server.parts.search.holding('article', match, 'test')) ? 'index' : 'plain'
    const says = (name: string) => ({ sql: `select '${name}' as way`, parameters: [] })
    const indexed = {
      table: 'article',
      match,
      beside: null,
      few: says('index'),
      many: says('index'),
      total: null,
    }
    return (await server.parts.search.find(indexed, { rows: says('plain'), total: null }, 'test')).list[0]?.way
  }

  test('the same rows in the same order, and as many', async () => {
    await compareCounts()
    await expect.poll(way, { timeout: 20_000 }).toBe('index')
    expect(await compare(90)).toBeGreaterThan(200)
  }, 60_000)

  test('also after rows were changed, moved, deleted and purged', async () => {
    const db = server.parts.db.write
    for (let i = 0; i < 120; i += 1) {
      const id = 1 + below(count)
      const { status, reviewStatus, deletedAt, columnId, title, content, ...rest } = randomRow()
      const change = pick([
        { status, reviewStatus },
        { deletedAt },
        { columnId },
        { title },
        { content },
        { title, content, ...rest },
      ])
      if (chance(0.1)) await db.deleteFrom('article').where('id', '=', id).execute()
      else await db.updateTable('article').set(change).where('id', '=', id).execute()
    }
    const many = Array.from({ length: 40 }, () => 1 + below(count))
    await db.updateTable('article').set({ status: 4, reviewStatus: null }).where('id', 'in', many).execute()
    await compareCounts()
    // every other search without the index, as while it is being made
    const { search } = server.parts
    const find: typeof search.find = (indexed, plain, caller) =>
      search.find(chance(0.5) ? indexed : null, plain, caller)
    const holding: typeof search.holding = async (...asked) => (chance(0.5) ? search.holding(...asked) : null)
    Object.assign(server.parts, { search: { ...search, find, holding } })
    expect(await compare(70)).toBeGreaterThan(150)
  }, 60_000)
})
