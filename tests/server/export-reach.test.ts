import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AreaName, areas, eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { permissionKey } from '../../core/contract/endpoint.ts'
import { seedDemo } from '../../server/demo/seed.ts'
import { sourceOf } from '../../server/exports/source.ts'
import { databases } from '../support/databases.ts'
import { roleHolding } from '../support/holding.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

/** Each list as a file, for people who are no administrators: it has the rows that they see in the list, no fewer and no more. */
describe.each(databases)('what a large export has, on %s', (database) => {
  let server: TestServer
  let head: Person
  let clerk: Person
  let sources: readonly AreaName[]
  beforeAll(async () => {
    server = await startServer(database)
    await seedDemo(server.parts, { password: 'qingshi-demo-2026' })
    const found = await Promise.all(
      (Object.keys(areas) as AreaName[]).map((area) =>
        sourceOf(area).then(
          ({ e }) => (e.access === 'granted' ? [area] : []),
          () => [],
        ),
      ),
    )
    sources = found.flat()
    const keys = [...eachEndpoint(await wholeContract())].flatMap(([area, name, e]) =>
      name === 'list' ? [permissionKey(area, name, e)] : [],
    )
    const own = ['exportTask_list', 'exportTask_start', 'exportTask_download']
    const dept = await server.parts.db.read
      .selectFrom('dept')
      .select('id')
      .where('name', '=', '提案委员会')
      .executeTakeFirst()
    const wide = await roleHolding(server, [...keys, ...own], { dataScope: 'ALL' })
    const narrow = await roleHolding(server, [...keys, ...own], { dataScope: 'DEPART' })
    head = await server.person({ roles: [wide.alias] })
    clerk = await server.person({ roles: [narrow.alias], deptId: dept?.id ?? null })
  })
  afterAll(() => server.close())

  const rowsOf = async (person: Person, source: string) => {
    const { value, errorMsg } = await person.call('exportTask.start', { source, format: 'jsonl' })
    expect(errorMsg, source).toBeFalsy()
    const get = async () => (await person.call('exportTask.get', { id: value.id })).value
    await expect.poll(async () => (await get()).state, { timeout: 30_000 }).not.toBe('running')
    const { state, rows, says } = await get()
    return [source, state === 'done' ? rows : says]
  }
  const listed = async (person: Person, source: string) => [
    source,
    (await person.call(`${source}.list`, {})).value.total,
  ]
  /** Those that change by the exports themselves. */
  const moving: readonly string[] = ['log', 'exportTask', 'notice']

  test.each(['head', 'clerk'] as const)('is what the list has: %s', async (who) => {
    const person = who === 'head' ? head : clerk
    const still = sources.filter((source) => !moving.includes(source))
    expect(still.length).toBeGreaterThan(30)
    const told: unknown[] = []
    for (const source of still) told.push(await rowsOf(person, source))
    const seen = await Promise.all(still.map((source) => listed(person, source)))
    expect(told).toEqual(seen)
    expect(seen.reduce((sum, [, total]) => sum + Number(total), 0)).toBeGreaterThan(who === 'head' ? 200 : 20)
    for (const source of moving) {
      const [, rows] = await rowsOf(person, source)
      expect(typeof rows, source).toBe('number')
    }
  })
})
