import ExcelJS from 'exceljs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import {
  anArticle,
  giveScope,
  makeColumn,
  makeDept,
  type Person,
  startServer,
  type TestServer,
} from '../support/server.ts'

describe.each(databases)('articles by department on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  let other: number
  let depts: { id: number; writer: Person }[]

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server)
    other = await makeColumn(server, '通知公告')
    depts = []
    // the last two have one name
    for (const name of ['办公室', '提案委员会', '提案委员会']) {
      const id = await makeDept(server, name)
      depts.push({ id, writer: await server.person({ roles: ['staff'], deptId: id, columns: [column, other] }) })
    }
  })
  afterAll(() => server.close())

  const write = async (dept: number, at = column, more: object = {}) =>
    (await depts[dept]?.writer.call('article.saveRole', anArticle(at, { title: `第 ${made++} 篇`, ...more })))?.value
      .articleId as string
  let made = 1

  /** The sheet as rows of its words; an empty filter asks for everything. */
  async function sheetFor(person: Person, filter: object = {}): Promise<(string | number)[][]> {
    const reply = await fetch(`${server.url}/api/home/deptDataCountExcel`, {
      method: 'POST',
      headers: { authorization: person.token, 'content-type': 'application/json' },
      body: JSON.stringify(filter),
    })
    expect(reply.headers.get('content-type')).toContain('spreadsheet')
    const book = new ExcelJS.Workbook()
    await book.xlsx.load((await reply.arrayBuffer()) as never)
    const rows: (string | number)[][] = []
    book.worksheets[0]?.eachRow((row) => rows.push((row.values as (string | number)[]).slice(1)))
    return rows
  }
  /** Department and total of each line. */
  const totals = async (person: Person, filter: object = {}) =>
    (await sheetFor(person, filter)).slice(1).map((row) => [row[0], row.at(-1)])

  test('nothing there: a head and a sum of noughts', async () => {
    const [head, sum, ...more] = await sheetFor(admin)
    expect(head?.[0]).toBe('部门')
    expect(head?.at(-1)).toBe('合计')
    expect(sum).toEqual(['合计', ...Array.from({ length: (head?.length ?? 0) - 1 }, () => 0)])
    expect(more).toEqual([])
  })

  test('counts states in each department, largest first, with their sum; departments of one name stay apart', async () => {
    const mine = [await write(1), await write(1), await write(1, other)]
    await write(0, column, { status: 3 })
    await write(0)
    await write(2)
    const accepted = await admin.call('article.accept', { items: [{ articleId: mine[0] }] })
    expect(accepted.value.failed).toEqual([])
    const rows = await sheetFor(admin)
    const at = (title: string) => rows[0]?.indexOf(title) as number
    const line = (n: number) => ['部门', '待审核', '编辑中', '待发布', '合计'].map((title) => rows[n]?.[at(title)])
    expect(line(1)).toEqual(['提案委员会', 2, 0, 1, 3])
    expect(line(2)).toEqual(['办公室', 1, 1, 0, 2])
    expect(line(3)).toEqual(['提案委员会', 1, 0, 0, 1])
    expect(line(4)).toEqual(['合计', 4, 1, 1, 6])
    expect(rows).toHaveLength(5)
  })

  test('by time of publication every article is counted: on SQLite not by the thread that answers everybody', async () => {
    const { search } = server.parts
    let aside = 0
    const find: typeof search.find = (...asked) => {
      aside += 1
      return search.find(...asked)
    }
    Object.assign(server.parts, { search: { ...search, find } })
    const whole = await totals(admin)
    expect(aside).toBe(0)
    expect(await totals(admin, { startTime: '2000-01-01' })).toEqual(whole)
    expect(aside).toBe(database === 'sqlite' ? 1 : 0)
    Object.assign(server.parts, { search })
  })

  test('narrowed by department, column and time of publication', async () => {
    expect(await totals(admin, { deptId: depts[0]?.id })).toEqual([
      ['办公室', 2],
      ['合计', 2],
    ])
    expect(await totals(admin, { columnId: other })).toEqual([
      ['提案委员会', 1],
      ['合计', 1],
    ])
    expect(await totals(admin, { startTime: '2030-01-01 00:00:00' })).toEqual([['合计', 0]])
  })

  test('what is in the recycle bin does not count; nobody sees beyond their own departments', async () => {
    const gone = await write(0)
    await admin.call('article.delete', { items: [{ articleId: gone }] })
    expect((await totals(admin, { deptId: depts[0]?.id })).at(-1)).toEqual(['合计', 2])
    await giveScope(server, 'auditor', 'DEPART')
    const auditor = await server.person({ roles: ['auditor'], deptId: depts[0]?.id ?? 0 })
    expect((await totals(auditor)).map(([dept]) => dept)).toEqual(['办公室', '合计'])
  })

  test('the list is what the sheet holds; columns, days and months agree with a slow recount', async () => {
    const sub = await makeColumn(server, '会议', column)
    const chief = await server.person({ roles: ['admin'], deptId: depts[0]?.id ?? 0 })
    const put = async (more: object) =>
      (await chief.call('article.saveAdmin', anArticle(sub, { title: `第 ${made++} 篇`, status: 1, ...more }))).value
    for (const publishTime of ['2026-09-30 23:59:59', '2026-10-01 00:00:00', '2026-10-03 08:00:00'])
      await put({ publishTime, publishTimeReason: '补录' })
    const items = [{ articleId: (await put({})).articleId }]
    for (const move of ['article.accept', 'article.approve']) await admin.call(move, { items })
    const all = (await admin.call('article.list', { pageSize: 200 })).value.list as {
      columnId: string
      deptId: string
      status: number
      publishTime: string
    }[]
    const lines = (await admin.call('home.deptDataCountlist')).value
    const sheet = (await totals(admin)).slice(0, -1)
    expect(lines.map((line: { deptName: string; total: number }) => [line.deptName, line.total])).toEqual(sheet)
    const perColumn = (await admin.call('home.columnCount')).value
    for (const { columnId, count, published } of perColumn) {
      const own = all.filter((one) => one.columnId === columnId)
      expect([count, published]).toEqual([own.length, own.filter(({ status }) => status === 2).length])
    }
    expect(perColumn.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(all.length)
    const children = (await admin.call('home.categoryCountlist', { columnId: 0 })).value
    const inTop = all.filter(({ columnId }) => [String(column), String(sub)].includes(columnId)).length
    expect(children.find((one: { columnId: string }) => one.columnId === String(column))).toMatchObject({
      count: inTop,
    })
    const dates = async (more: object) => (await admin.call('home.categoryDateCount', { columnId: sub, ...more })).value
    expect(await dates({ endTime: '2026-10-31' })).toEqual([
      { date: '2026-09-30', count: 1 },
      { date: '2026-10-01', count: 1 },
      { date: '2026-10-02', count: 0 },
      { date: '2026-10-03', count: 1 },
    ])
    expect(await dates({ endTime: '2026-10-31', dateType: 'month' })).toEqual([
      { date: '2026-09', count: 1 },
      { date: '2026-10', count: 2 },
    ])
    const crossed = (await admin.call('home.deptByColumnCount', { columnId: sub })).value
    expect(crossed).toEqual([
      {
        ...{ deptId: String(depts[0]?.id), deptName: '办公室', total: 4 },
        columns: [{ columnId: String(sub), columnName: '会议', count: 4 }],
      },
    ])
    expect((await admin.call('home.columnCount', { status: 2, columnId: sub })).value).toMatchObject([{ count: 1 }])
  })

  test('departments without reports stand with none; whoever may not export statistics sees none', async () => {
    const { value } = await admin.call('dept.save', { name: '统计部门', isCount: 1 })
    expect((await admin.call('home.deptCount')).value).toEqual([{ deptId: value.id, deptName: '统计部门', count: 0 }])
    const writer = depts[0]?.writer as Person
    expect((await writer.call('home.columnCount')).errorCode).toBe('NO_PERMISSION')
  })
})
