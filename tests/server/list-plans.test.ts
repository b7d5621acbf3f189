import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { inputFields } from '../../core/contract/wire.ts'
import { tables } from '../../server/db/table.ts'
import { type NumberedArea, numberedAreas, numberedRows } from '../../server/site/areas/numbered.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

/**
 * SQLite plans without figures of how often a value occurs, for nothing gathers them: an index that most rows have in common would be read
 * from end to end. Here each list's statements are planned as they are on every server.
 */

interface Step {
  readonly id: number
  readonly parent: number
  readonly detail: string
}
interface Planned {
  readonly table: string
  readonly sql: string
  readonly steps: readonly Step[]
}

const paging = ['pageNumber', 'pageSize', 'sortField', 'sortOrder', 'afterId', 'withTotal']
/** Values by which lists are narrowed. */
const values: Readonly<Record<string, unknown>> = {
  ...{ title: '路灯', name: '路灯', content: '路灯', company: '水厂', keyword: '路灯' },
  ...{ phone: '13800138000', mobile: '13800138000', peoplePhone: '13800138000', peopleName: '周小雨' },
  ...{ idNumber: '610502199003071233', year: 2026, startTime: '2026-01-01', endTime: '2026-12-01' },
}

let server: TestServer
let admin: Person
let plans: DatabaseSync
const prepared = new Set<string>()
const { prepare } = DatabaseSync.prototype

beforeAll(async () => {
  DatabaseSync.prototype.prepare = function (sql) {
    prepared.add(sql)
    return prepare.call(this, sql)
  }
  server = await startServer()
  admin = await server.person({ roles: ['admin'] })
  const { search, db } = server.parts
  const { find } = search
  search.find = (indexed, plain, ...more) => {
    for (const one of [indexed?.few, indexed?.many, indexed?.total, plain.rows, plain.total])
      if (one) prepared.add(one.sql)
    return find(indexed, plain, ...more)
  }
  const main = await db.read.executeQuery<{ file: string }>({ sql: 'pragma database_list', parameters: [] } as never)
  plans = new DatabaseSync(main.rows[0]?.file as string, { readOnly: true })
})
afterAll(async () => {
  DatabaseSync.prototype.prepare = prepare
  plans.close()
  await server.close()
})

/** How the statements of a call read tables, those that it was not asked before. */
async function planned(who: Person, name: string, input: object): Promise<readonly Planned[]> {
  prepared.clear()
  // a second page, so that all rows are counted
  await who.call(name, { pageSize: 1, pageNumber: 2, ...input })
  return [...prepared].flatMap((sql): Planned[] => {
    const [, table] = /^select .*? from "(\w+)"/s.exec(sql) ?? []
    // what the full-text index has found is looked up in a table of its own thread
    if (table === undefined || !/ limit | count\(/.test(sql) || sql.includes('temp.')) return []
    const given = Array.from({ length: sql.match(/\?/g)?.length ?? 0 }, () => 1)
    const steps = prepare.call(plans, `explain query plan ${sql}`).all(...given) as unknown as Step[]
    return [{ table, sql, steps }]
  })
}

const isList = (e: Endpoint) => e.effect === 'read' && inputFields(e).includes('pageSize')

/** Public lists with each of their orders, and each of their filters. */
async function* publicLists(): AsyncGenerator<readonly [says: string, Planned]> {
  for (const [area, call, e] of eachEndpoint(await wholeContract())) {
    if (!isList(e) || e.access !== 'public') continue
    const name = `${area}.${call}`
    const filters = inputFields(e).filter((field) => !paging.includes(field))
    const { errorMsg } = await server.anyone.call(name, { pageNumber: 1, pageSize: 1, sortField: 'none' })
    const orders = /只能是 (.*)/.exec(errorMsg ?? '')?.[1]?.split('、') ?? []
    const ways = orders.flatMap((sortField) => ['desc', 'asc'].map((sortOrder) => ({ sortField, sortOrder })))
    for (const order of [{}, ...ways])
      for (const filter of [undefined, ...filters]) {
        const asked = filter === undefined ? {} : { [filter]: values[filter] ?? 1 }
        for (const one of await planned(server.anyone, name, { ...asked, ...order }))
          yield [`${name} ${JSON.stringify({ ...asked, ...order })}`, one]
      }
  }
}

/** The steps that read a table's rows in the order of a page, or count them. */
const walksOf = ({ table, steps }: Planned) => {
  const page = steps.find(({ detail }) => detail === 'CO-ROUTINE page')?.id ?? 0
  return steps.filter(({ parent, detail }) => parent === page && (detail.includes(` ${table} `) || /TEMP/.test(detail)))
}

// before the others: of a statement that was asked before no plan is made
test.each(['mail.list', 'apply.list', 'suggestion.list'])(
  'what is late is counted from what waits: %s',
  async (name) => {
    const [counted] = (await planned(admin, name, { overdue: 1 })).filter(({ sql }) => sql.includes('count('))
    expect(counted && walksOf(counted).map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/_(?:state|status)_due\w* \(deletedAt=\? AND (?:state|status)=\? AND due<\?\)/),
    ])
  },
)

describe('without figures of the rows', () => {
  test('no public list reads what is not public to find what is, and none of a table that grows without end sorts it', {
    timeout: 120_000,
  }, async () => {
    const wrong: string[] = []
    const seen = new Set<string>()
    for await (const [says, one] of publicLists()) {
      seen.add(one.table)
      const large = tables.get(one.table)?.large === true
      for (const { detail } of walksOf(one)) {
        const byBin = /\(deletedAt[=>]\?\)/.test(detail)
        const whole = large && /^SCAN/.test(detail) && !/ USING COVERING INDEX \w+_open_/.test(detail)
        const sorts = /TEMP B-TREE FOR ORDER BY/.test(detail) && large
        if (byBin || whole || sorts) wrong.push(`${says}: ${detail}`)
      }
    }
    expect(wrong).toEqual([])
    const counted = ['mail', 'apply', 'suggestion', 'theme', 'llTheme', 'xaxTheme', 'proposal', 'forum', 'product']
    expect([...seen]).toEqual(expect.arrayContaining([...counted, 'survey', 'notice', 'popula', 'bulletin']))
  })
})

/** Steps that read rows which a list does not show: neither by the value of a column, nor from an index of just them, nor without a look at the rows themselves. */
function passesOver({ table, sql, steps }: Planned): string[] {
  const { large, few = {} } = tables.get(table) ?? {}
  if (!large || / where 1 = 0/.test(sql)) return []
  const found = steps.filter(({ detail }) => new RegExp(`^(?:SCAN|SEARCH) ${table}\\b`).test(detail))
  const some = [...Object.values(few), 'COVERING']
  return found
    .map(({ detail }) => detail)
    .filter((detail) => !/(?<!deletedAt)=\?/.test(detail) && !some.some((one) => detail.includes(` ${one} `)))
}

test('what waits is read from an index, and where its list leads too', { timeout: 120_000 }, async () => {
  const clerk = await server.person({ roles: ['admin'], deptId: await makeDept(server, '办公室') })
  const wrong: string[] = []
  for (const { pile, area, search } of server.parts.piles)
    for (const [name, input] of [
      [`${area}.list`, search],
      ['inbox.list', { pile }],
    ] as const)
      for (const one of await planned(clerk, name, input))
        for (const step of passesOver(one)) wrong.push(`${pile} ${name}: ${step}: ${one.sql}`)
  expect(wrong).toEqual([])
})

/** What few rows of a table that grows may have. */
const rare: Readonly<Record<string, readonly unknown[]>> = {
  ...{ status: [0, 1], state: [0, 1, 2, 3], overdue: [1, 2], waiting: [1], complained: [1, 2], left: [1] },
  ...{ mergedInto: [1], sameAs: [1], outcome: [3], rating: [3], shown: [1], recommend: [1], dueStart: ['2026-01-01'] },
  ...{ channel: [1], applicant: [3], line: ['over', 'next'], lead: [1] },
}
/** Beside it. */
const along: Readonly<Record<string, object>> = { line: { year: 2026 }, dueStart: { dueEnd: '2026-02-01' } }

test('a filter that few rows hold is found by an index, or passes the others over in one', {
  timeout: 120_000,
}, async () => {
  const wrong: string[] = []
  const areas = ['mail', 'apply', 'suggestion', 'advice', 'survey', 'theme', 'llTheme', 'xaxTheme', 'proposal', 'forum']
  for (const [area, call, e] of eachEndpoint(await wholeContract())) {
    if (!isList(e) || !areas.includes(area) || !(typeof e.access === 'object' || e.access === 'granted')) continue
    for (const field of inputFields(e).filter((one) => Object.hasOwn(rare, one)))
      for (const value of rare[field] ?? [])
        for (const one of await planned(admin, `${area}.${call}`, { [field]: value, ...along[field] }))
          for (const step of passesOver(one)) wrong.push(`${area}.${call} ${field}=${value}: ${step}: ${one.sql}`)
  }
  expect(wrong).toEqual([])
})

test('somebody’s rows are found by their phone, number or name, and not by a walk through all', {
  timeout: 120_000,
}, async () => {
  const wrong: string[] = []
  const seen = new Set<string>()
  const personal = ['phone', 'mobile', 'peoplePhone', 'peopleName', 'idNumber']
  for (const [area, call, e] of eachEndpoint(await wholeContract())) {
    if (!isList(e) || e.access === 'visitor' || e.access === 'partner') continue
    for (const field of inputFields(e).filter((one) => personal.includes(one)))
      for (const one of await planned(admin, `${area}.${call}`, { [field]: values[field] })) {
        if (!/Hash" = \?/.test(one.sql)) continue
        seen.add(one.table)
        const reads = walksOf(one).filter(({ detail }) => detail.includes(` ${one.table} `))
        if (!reads.every(({ detail }) => /(?:Hash|peopleId)=\?/.test(detail)))
          wrong.push(`${area}.${call} ${field}: ${reads.map(({ detail }) => detail).join()}`)
      }
  }
  expect(wrong).toEqual([])
  expect([...seen]).toEqual(
    expect.arrayContaining(['mail', 'apply', 'suggestion', 'theme', 'forum', 'people', 'user', 'sms']),
  )
})

test('late letters are counted from indexes of what waits', async () => {
  const walks = (await planned(admin, 'mailCount.realTimeList', {}))
    .filter(({ sql }) => /"due" </.test(sql))
    .map(walksOf)
  expect(walks.map(([{ detail } = { detail: '' }]) => detail)).toEqual([
    expect.stringContaining('mail_deletedAt_state_due_deptId'),
    expect.stringContaining('mail_leftAt'),
  ])
})

test.each(Object.keys(numberedAreas) as NumberedArea[])(
  'a page of the list on the site reads its own rows alone: %s',
  async (area) => {
    prepared.clear()
    await numberedRows(area).load({ dialect: 'sqlite', read: server.parts.db.read }, { name: '', id: -2 })
    const [lines] = [...prepared].filter((sql) => sql.includes('"deletedAt" is null'))
    const given = Array.from({ length: lines?.match(/\?/g)?.length ?? 0 }, () => 1)
    const steps = prepare.call(plans, `explain query plan ${lines}`).all(...given) as unknown as Step[]
    expect(steps[0]?.detail).toMatch(/\(openNo>\? AND openNo<\?\)/)
  },
)
