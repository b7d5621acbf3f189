import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requiredFields } from '../../core/client/prepare.ts'
import { wholeContract } from '../../core/contract/areas.ts'
import { type Area, accessWords, rightSays } from '../../core/contract/endpoint.ts'
import { tables } from '../../server/db/table.ts'
import { databases } from '../support/databases.ts'
import { cellsOf } from '../support/matrix/calls.ts'
import { makeWorld, tried, type World } from '../support/matrix/judge.ts'
import { startServer } from '../support/server.ts'

/**
 * Each call × each kind of caller, about the rows of each of them: who is let in follows from `access` and `roles`, what they reach from the
 * scope that the table declares; a row out of reach answers as one that is not there, and no reply names it.
 */

const contract: Readonly<Record<string, Area>> = await wholeContract()
/** So many requests of an area at once. */
const hands = 4

describe.each(databases)('who may call what, and about whose rows, on %s', (database) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld(await startServer(database), contract)
  })
  afterAll(() => world.server.close())
  const all = () => Object.entries(contract).flatMap(([area, calls]) => cellsOf(area, calls))

  test('each call says who may make it, and which rows it is about', () => {
    const silent = all().filter(({ e, field, table }) => {
      const { access } = e
      const known =
        typeof access === 'object' ? access.like !== '' : access === 'granted' || Object.hasOwn(accessWords, access)
      // what another table's rows are called is known by the field's name
      const about = field === undefined || table !== undefined || e.about !== undefined
      return !known || !about || rightSays(e) === ''
    })
    expect(silent.map(({ name }) => name)).toEqual([])
    const unknown = all().filter(
      ({ e, field }) =>
        e.access !== 'public' && field === undefined && requiredFields(e).some((one) => one === 'id' || one === 'ids'),
    )
    expect(unknown.map(({ name }) => name)).toEqual([])
  })

  test('each scope that a table declares is tried by rows within and out of it', () => {
    const scoped = [...new Set(all().flatMap(({ table }) => (table && table.scope !== 'all' ? [table.name] : [])))]
    for (const name of scoped) {
      const rows = world.samples.get(name) ?? []
      expect(new Set(rows.map(({ dept }) => dept)).size, name).toBeGreaterThan(2)
      expect(tables.get(name)?.scope, name).not.toBe('all')
    }
    expect(scoped.length).toBeGreaterThan(5)
  })

  test('what is listed of all these rows, those of the recycle bins among them, is what the contract says', async () => {
    const admin = await world.server.person({ roles: ['admin'] })
    const faults: string[] = []
    for (const [area, calls] of Object.entries(contract))
      for (const [call, e] of Object.entries(calls)) {
        if (e.effect !== 'read' || requiredFields(e).length > 0 || ['visitor', 'partner'].includes(String(e.access)))
          continue
        // what a reply holds beside its contract is thrown
        await admin.call(`${area}.${call}`, {}).catch((error: Error) => faults.push(error.message))
      }
    expect(faults).toEqual([])
  })

  test.each(Object.keys(contract))('%s', async (area) => {
    const pairs = cellsOf(area, contract[area] as Area).flatMap((cell) =>
      world.callers.map((caller) => ({ cell, caller })),
    )
    const faults: string[] = []
    const hand = async () => {
      for (let pair = pairs.pop(); pair; pair = pairs.pop())
        faults.push(...(await tried(world, pair.cell, pair.caller)))
    }
    await Promise.all(Array.from({ length: hands }, hand))
    expect(faults.sort()).toEqual([])
  })

  test('none is left out', ({ annotate }) => {
    const pairs = all().length * world.callers.length
    expect(world.asked).toBeGreaterThan(pairs)
    return annotate(
      `${all().length} calls × ${world.callers.length} callers: ${pairs} pairs, ${world.asked} requests`,
    ).then(() => {})
  })
})
