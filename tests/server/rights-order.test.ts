import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

describe.skipIf(!databases.includes('postgres'))('who changes rights, on postgres', () => {
  let server: TestServer
  let admin: Person
  let person: Person
  let other: Person
  let role: { id: string }
  let dept: number
  let column: number
  beforeAll(async () => {
    server = await startServer('postgres')
    admin = await server.person({ roles: ['admin'] })
    dept = await makeDept(server)
    column = await makeColumn(server)
    person = await server.person({ roles: [], deptId: dept })
    other = await server.person({ roles: [], deptId: dept })
    role = (await admin.call('role.save', { name: '办事员' })).value
  })
  afterAll(() => server.close())

  const calls = (): [string, object, 'user' | 'role' | 'dept'][] => [
    ['user.save', { id: person.userId, position: '科长' }, 'user'],
    ['user.setState', { ids: [person.userId, other.userId], state: 1 }, 'user'],
    ['user.move', { ids: [person.userId, other.userId], deptId: dept }, 'user'],
    ['user.grantRole', { roleId: role.id, userIds: [person.userId, other.userId] }, 'user'],
    ['user.resetPwdState', { id: person.userId, mustChange: 1 }, 'user'],
    ['role.save', { id: role.id, description: '办事' }, 'role'],
    ['resource.roleSave', { roleId: role.id, resourceIds: [] }, 'role'],
    ['column.roleSave', { roleId: role.id, columnIds: [column] }, 'role'],
    ['dept.save', { id: dept, desc: '办事' }, 'dept'],
  ]
  const idOf = { user: () => person.userId, role: () => Number(role.id), dept: () => dept }

  const waiting = async () => {
    const found = sql<{ n: string }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return Number((await found.execute(server.parts.db.read)).rows[0]?.n)
  }

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'waits in its turn before it holds a row that another may want: call %i',
    async (at) => {
      const [call, input, table] = calls()[at] as ReturnType<typeof calls>[number]
      const { write } = server.parts.db
      let done: Promise<{ errorCode: string }> | undefined
      await write.transaction().execute(async (trx) => {
        await trx.selectFrom('counter').select('value').where('name', '=', 'access').forUpdate().execute()
        done = admin.call(call, input)
        await expect.poll(waiting).toBeGreaterThan(0)
        // would be refused at once if it held it
        await trx.selectFrom(table).select('id').where('id', '=', idOf[table]()).forUpdate().noWait().execute()
      })
      expect((await done)?.errorCode).toBe('0')
    },
  )

  test('a notice to several people holds them in the order in which who changes them does', async () => {
    const { write } = server.parts.db
    const [first, last] = [person.userId, other.userId].sort((a, b) => a - b) as [number, number]
    let sent: Promise<{ errorCode: string }> | undefined
    await write.transaction().execute(async (trx) => {
      await trx.selectFrom('user').select('id').where('id', '=', first).forUpdate().execute()
      sent = admin.call('notice.add', { title: '会议通知', content: '明天开会', audience: 2, userIds: [last, first] })
      await expect.poll(waiting).toBeGreaterThan(0)
      await trx.selectFrom('user').select('id').where('id', '=', last).forUpdate().noWait().execute()
    })
    expect((await sent)?.errorCode).toBe('0')
  })

  test('of two that would call roles alike at once one is told by which it is', async () => {
    const made = (given: object) => admin.call('role.save', given)
    const both = await Promise.all([made({ name: 'crossx' }), made({ name: '另一个', alias: 'crossx' })])
    const refused = both.filter(({ errorCode }) => errorCode !== '0')
    expect(refused).toMatchObject([
      { errorCode: 'CONFLICT', errorMsg: expect.stringContaining('「crossx」是另一个角色的') },
    ])
  })
})
