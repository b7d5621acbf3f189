import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runningStates } from '../../core/domain/mail-states.ts'
import { mail } from '../../server/db/tables/mail.ts'
import { sealed } from '../../server/rows/personal.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('the letters that are late, by their time, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let clerk: Person
  let dept: number
  /** As they were stored: some of the same moment, some without a time, in all states. */
  const stored: { id: number; due: number | null; state: number; deptId: number | null; deletedAt: number | null }[] =
    []

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    dept = Number((await admin.call('dept.save', { name: '城管局' })).value.id)
    clerk = await server.person({ roles: ['staff'], deptId: dept })
    const { now } = server.clock
    const given = { phone: '13900001234', code: 'QS1', phoneHash: '', codeHash: '' }
    const person = sealed(server.parts.secret, mail, given) as { phone: string; code: string; phoneHash: string }
    for (let n = 0; n < 90; n++) {
      const row = {
        ...{ state: n % 10, due: n % 11 === 0 ? null : now - ((n * 37) % 50) * 3_600_000 + 10 * 3_600_000 },
        ...{ deptId: n % 3 === 0 ? dept : null, deletedAt: n % 13 === 0 ? now : null },
      }
      const { id } = await server.parts.db.write
        .insertInto('mail')
        .values({
          ...{ title: `来信 ${n}`, type: 1, content: '原文', ...person, codeHash: `x${n}` },
          ...{ openFlag: 1, limitDays: 5, createdAt: now, updatedAt: now, version: 1, ...row },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      stored.push({ id, ...row })
    }
  })
  afterAll(() => server.close())

  const lateOnes = (mine: boolean, way: 1 | -1) =>
    stored
      .filter(
        ({ state, due, deletedAt }) =>
          runningStates.includes(state) && due !== null && due < server.clock.now && deletedAt === null,
      )
      .filter(({ deptId }) => !mine || deptId === dept)
      .sort((a, b) => way * ((a.due ?? 0) - (b.due ?? 0)) || b.id - a.id)
      .map(({ id }) => String(id))

  test.each(['asc', 'desc'] as const)(
    'are in order over all pages (%s), for all and for one department',
    async (sortOrder) => {
      for (const [who, mine] of [
        [admin, false],
        [clerk, true],
      ] as const) {
        const expected = lateOnes(mine, sortOrder === 'asc' ? 1 : -1)
        expect(expected.length).toBeGreaterThan(5)
        const found: string[] = []
        for (let pageNumber = 1; found.length < expected.length; pageNumber++) {
          const input = { overdue: 1, sortField: 'due', sortOrder, pageSize: 4, pageNumber }
          const { value } = await who.call('mail.list', input)
          expect(value.total).toBe(expected.length)
          if (value.list.length === 0) break
          found.push(...value.list.map(({ id }: { id: string }) => id))
        }
        expect(found).toEqual(expected)
      }
    },
  )
})
