import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { works } from '../../server/jobs/works.ts'
import { databases } from '../support/databases.ts'
import { startServer, type TestServer } from '../support/server.ts'

const minute = 60_000
const day = 24 * 60 * minute

describe.each(databases)('what came about while the clock was ahead does not last until then, on %s', (database) => {
  let server: TestServer
  let start: number
  beforeAll(async () => {
    server = await startServer(database)
    start = server.clock.now
  })
  beforeEach(() => {
    server.clock.now = start
  })
  afterAll(() => server.close())

  const admin = () => server.person({ roles: ['admin'] })
  const ahead = async <T>(work: () => Promise<T>): Promise<T> => {
    server.clock.now = start + 400 * day
    return work().finally(() => {
      server.clock.now = start
    })
  }
  const beat = () => server.parts.schedule.beat(server.parts)
  const clean = () => works.clean.run(server.parts, { stopped: () => false, progress: () => {} })

  test('the works of the schedule have their next beat again', async () => {
    await ahead(beat)
    const rows = async () => (await (await admin()).call('schedule.list')).value
    const next = async (name: string) => (await rows()).find((row: { name: string }) => row.name === name).nextAt
    expect(await next('clean')).toBe('2026-11-21 09:10:00')
    await beat()
    server.clock.now = start + 6 * minute
    await beat()
    const done = (await rows()).find((row: { name: string }) => row.name === 'clean')
    expect([done.lastAt, done.nextAt]).toEqual(['2026-11-21 09:11:00', '2026-11-21 09:20:00'])
  })

  test('a job whose process ended then is over, and another may run', async () => {
    const { write } = server.parts.db
    const values = { kind: 'work', scope: '清理过期数据', alone: 'work clean', state: 'running', holder: '1-other' }
    const at = start + 400 * day
    const { id } = await write
      .insertInto('job')
      .values({ ...values, leaseUntil: at, startedAt: at, total: 0, finished: 0, byId: null, byName: '系统' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const person = await admin()
    const stateOf = async () =>
      (await person.call('schedule.jobs', { pageSize: 100 })).value.list.find(
        ({ jobId }: { jobId: string }) => jobId === String(id),
      ).state
    expect(await stateOf()).toBe('lost')
    expect(await person.call('schedule.run', { name: 'clean' })).toMatchObject({ errorCode: '0' })
    expect(await stateOf()).toBe('lost')
  })

  test('failures of then lock nobody out', async () => {
    const { account } = await server.person({ roles: [], password: 'river-Bank-26x' })
    const signIn = (password: string) => server.anyone.call('auth.loginNoCode', { username: account, password })
    await ahead(async () => {
      for (let i = 0; i < 6; i++) await signIn('wrong')
      expect((await signIn('river-Bank-26x')).errorCode).toBe('TOO_MANY')
    })
    const listed = (await (await admin()).call('user.list', { account })).value.list[0]
    expect(listed.lockedUntil).toBeNull()
    expect((await signIn('river-Bank-26x')).errorCode).toBe('0')
  })

  test('a session made then is none; one that was seen then idles from now on', async () => {
    const before = await admin()
    const made = await ahead(async () => {
      const { write } = server.parts.db
      await write.updateTable('session').set({ seenAt: server.clock.now }).where('userId', '=', before.userId).execute()
      return admin()
    })
    expect((await made.call('auth.info')).status).toBe(401)
    await clean()
    const rows = await server.parts.db.read
      .selectFrom('session')
      .select(['userId', 'seenAt'])
      .where('userId', 'in', [made.userId, before.userId])
      .execute()
    expect(rows.map(({ userId, seenAt }) => [userId, Number(seenAt)])).toEqual([[before.userId, start]])
    expect((await before.call('auth.info')).errorCode).toBe('0')
    server.clock.now = start + 2 * day
    expect((await before.call('auth.info')).status).toBe(401)
  })
})
