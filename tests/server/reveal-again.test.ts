import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { type Endpoint, permissionKey } from '../../core/contract/endpoint.ts'
import { innerOf, metaOf, type Shaped } from '../../core/contract/meta.ts'
import { seedDemo } from '../../server/demo/seed.ts'
import '../../server/db/all-tables.ts'
import { tables } from '../../server/db/table.ts'
import type { AnyDb } from '../../server/rows/list.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

type Found = readonly [area: string, call: string, e: Endpoint]
const all = [...eachEndpoint(await wholeContract())] as readonly Found[]
const nameOf = ([area, call]: Found) => `${area}.${call}`
const revealing = all.filter(([, call]) => call === 'reveal')
const tableOf = ([area, , { about }]: Found) => about ?? area

/** Personal columns that every list of theirs shows whole: the codes of the office's own entries, and what it answers. */
const shownWhole = new Set(['code', 'answer'])

/** The office's own address and phone, as its site tells them. */
const itsOwn = ['apply.system']

/** Fields of a reply that stand in personal columns of its table, and are neither masked nor told once. */
function personalIn(found: Found): string[] {
  const columns = Object.entries(tables.get(tableOf(found))?.columns ?? {})
  const personal = new Set(columns.filter(([, { kind }]) => kind === 'personal').map(([name]) => name))
  const shape = innerOf(found[2].output as unknown as Shaped).shape ?? {}
  return Object.entries(shape)
    .filter(([field, one]) => personal.has(field) && !shownWhole.has(field) && !metaOf(one).masked)
    .map(([field]) => field)
}

test('what shows something personal whole to the staff, and every reveal, keeps no answer under a key', () => {
  const writes = all.filter(([, , { effect, access }]) => effect === 'write' && !isOthers(access))
  const wants = writes.filter(
    (found) => found[1] === 'reveal' || (personalIn(found).length > 0 && !itsOwn.includes(nameOf(found))),
  )
  expect(wants.map(nameOf)).toEqual(expect.arrayContaining(revealing.map(nameOf)))
  expect(revealing.length).toBeGreaterThan(11)
  expect(wants.filter(([, , { anew }]) => !anew).map(nameOf)).toEqual([])
  // what is tried would be read without a row
  expect(revealing.filter(([, , { rehearse, personOnly }]) => rehearse !== false || !personOnly)).toEqual([])
  const others = all.filter(([, call, { anew }]) => anew && call !== 'reveal').map(nameOf)
  expect(others.sort()).toEqual(['auth.factorBegin', 'auth.factorEnrol'])
})

const isOthers = (access: Endpoint['access']) => ['public', 'visitor', 'partner'].includes(access as string)

describe.each(databases)('a reveal that is sent again on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    await seedDemo(server.parts, { password: 'qingshi-demo-2026' })
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  const send = (who: Person, path: string, id: number) =>
    server.raw(path, {
      method: 'POST',
      headers: { authorization: who.token, 'content-type': 'application/json', 'x-request-key': 'same' },
      body: JSON.stringify({ id, reason: '核对' }),
    })
  const told = async (call: string) =>
    (await server.parts.db.read.selectFrom('log').select('id').where('call', '=', call).execute()).length
  const loose = () => server.parts.db.write as unknown as AnyDb
  const kept = async () => (await server.parts.db.read.selectFrom('requestKey').select('call').execute()).length

  /** A row that the call shows; some are of another kind, or have nothing to show. */
  async function shownBy(found: Found): Promise<number> {
    const rows = await loose().selectFrom(tableOf(found)).select('id').orderBy('id').limit(30).execute()
    for (const { id } of rows) if ((await send(admin, found[2].path, Number(id))).errorCode === '0') return Number(id)
    return 0
  }

  test.each(revealing.map((found) => [nameOf(found), found] as const))('%s', async (call, found) => {
    const id = await shownBy(found)
    expect(id, 'the demo county has none').toBeGreaterThan(0)
    const before = await told(call)
    for (const _ of [1, 2]) expect((await send(admin, found[2].path, id)).errorCode).toBe('0')
    expect([(await told(call)) - before, await kept()]).toEqual([2, 0])
    const key = permissionKey(...found)
    const small = await holding(server, [key], { dataScope: 'ALL' })
    expect((await send(small, found[2].path, id)).errorCode).toBe('0')
    const { roleId } = (await admin.call('user.view', { id: small.userId })).value.roles[0]
    await admin.call('user.delRole', { roleId, userIds: [small.userId] })
    expect(await send(small, found[2].path, id)).toMatchObject({ errorCode: 'NO_PERMISSION', value: null })
  })

  test('after the caller’s scope was narrowed shows nobody that is out of it', async () => {
    const [one] = await server.parts.db.read
      .selectFrom('user')
      .select(['id', 'deptId'])
      .where('deptId', 'is not', null)
      .execute()
    const depts = await server.parts.db.read
      .selectFrom('dept')
      .select('id')
      .where('id', '!=', one?.deptId ?? 0)
      .where('parentId', '!=', 0)
      .execute()
    const reader = await holding(server, ['user_reveal'], { dataScope: 'ALL', deptId: depts.at(-1)?.id ?? 0 })
    expect((await send(reader, '/x/user/reveal', Number(one?.id))).errorCode).toBe('0')
    const { roleId } = (await admin.call('user.view', { id: reader.userId })).value.roles[0]
    expect((await admin.call('role.save', { id: roleId, dataScope: 'DEPART' })).errorCode).toBe('0')
    expect(await send(reader, '/x/user/reveal', Number(one?.id))).toMatchObject({ errorCode: 'NOT_FOUND', value: null })
  })
})
