import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('visits of the site on %s', (database) => {
  let server: TestServer
  const hit = async (cookie: string) => (await server.anyone.call('visit.hit', { cookie })).value
  beforeAll(async () => {
    server = await startServer(database)
  })
  afterAll(() => server.close())

  test('count each visitor once a day, and nobody can tell who', async () => {
    expect(await hit('a')).toEqual({ today: 1, total: 1 })
    expect(await hit('a')).toEqual({ today: 1, total: 1 })
    expect(await hit('b')).toEqual({ today: 2, total: 2 })
    // midnight in Shanghai is 16:00 of the clock's own time
    server.clock.now = Date.parse('2026-11-21T15:59:59Z')
    expect(await hit('a')).toEqual({ today: 2, total: 2 })
    server.clock.now = Date.parse('2026-11-21T16:00:00Z')
    expect(await hit('a')).toEqual({ today: 1, total: 3 })
    const rows = await server.parts.db.read.selectFrom('visitDay').selectAll().execute()
    expect(rows.map((row) => Object.keys(row).sort())).toEqual([
      ['day', 'n'],
      ['day', 'n'],
    ])
  })

  test('of one network no more than sit behind one, and many at once are all counted', async () => {
    const before = (await hit('a')).today
    await Promise.all(Array.from({ length: 20 }, (_, i) => hit(`visitor ${i}`)))
    expect((await hit('a')).today).toBe(before + 20)
    for (let i = 0; i < 320; i += 1) await hit(`made up ${i}`)
    expect((await hit('a')).today).toBeLessThanOrEqual(300)
  })

  test('a cookie has to be sent', async () => {
    expect(await server.anyone.call('visit.hit')).toMatchObject({
      errorCode: 'MISSING_PARAMETER',
      errorMsg: expect.stringContaining('cookie'),
    })
  })
})
