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
})
