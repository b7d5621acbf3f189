import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chunksOf } from '../../core/chunks.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { longestStretch, postAlike } from '../support/loop.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const many = 20_000

describe.each(databases)('the people of whom one may choose, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let dept: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'], name: '管理员甲' })
    dept = await makeDept(server, '水利局')
    const at = server.clock.now
    const row = (i: number) => ({
      ...{ account: `many${i}`, name: `同事${String(i).padStart(5, '0')}`, deptId: dept, userType: '2', state: 0 },
      ...{ password: 'x', passwordAt: 0, mustChange: 0, demo: 0, version: 1, createdAt: at, updatedAt: at },
    })
    const rows = Array.from({ length: many }, (_, i) => row(i + 1))
    for (const some of chunksOf(rows, 500))
      await server.parts.db.write
        .insertInto('user')
        .values([...some] as never)
        .execute()
  })
  afterAll(() => server.close())

  test('twenty thousand of them keep nobody waiting, however many ask at once', async () => {
    const path = `${server.url}/x/user/options`
    const stretch = await longestStretch(() => postAlike(path, { authorization: admin.token }, Buffer.alloc(0), 20))
    expect(stretch).toBeLessThan(150)
    const sheet = `${server.url}/x/user/import/template`
    expect(
      await longestStretch(() => postAlike(sheet, { authorization: admin.token }, Buffer.alloc(0), 20)),
    ).toBeLessThan(150)
  })

  test('each gets those within their reach, as they are now', async () => {
    const wide = await holding(server, ['notice_add'])
    const own = await holding(server, ['notice_add'], { dataScope: 'SELF', deptId: dept })
    const of = async (who: Person) => (await who.call('user.options')).value as { id: string; name: string }[]
    const all = await of(wide)
    expect(all).toHaveLength(many + 3)
    expect(all.filter(({ name }) => name === '同事00007')).toHaveLength(1)
    expect(await of(own)).toMatchObject([{ id: String(own.userId) }])
    const { id } = all.find(({ name }) => name === '同事00007') as { id: string }
    expect((await admin.call('user.save', { id, name: '同事00008' })).errorCode).toBe('0')
    // of one name and one department: by their accounts
    expect((await of(wide)).filter(({ name }) => name.startsWith('同事00008')).map(({ name }) => name)).toEqual([
      ...['同事00008（many7）', '同事00008（many8）'],
    ])
  })
})
