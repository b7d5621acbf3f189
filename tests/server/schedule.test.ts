import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { works as workWords } from '../../core/domain/works.ts'
import { createJobs, nothingToDo } from '../../server/jobs/jobs.ts'
import { nextBeat, rhythmWords } from '../../server/jobs/rhythm.ts'
import { createSchedule } from '../../server/jobs/schedule.ts'
import { type Work, works } from '../../server/jobs/works.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const minute = 60_000
const at = (text: string) => Date.parse(`${text}+08:00`)

test('beats stand on the clock of Asia/Shanghai', () => {
  const next = (rhythm: Parameters<typeof nextBeat>[0], after: string) => nextBeat(rhythm, at(after))
  expect(next({ everyMinutes: 1 }, '2026-11-21T09:05:00.000')).toBe(at('2026-11-21T09:06:00'))
  expect(next({ everyMinutes: 10 }, '2026-11-21T09:05:59.999')).toBe(at('2026-11-21T09:10:00'))
  expect(next({ everyMinutes: 24 * 60 }, '2026-11-21T09:05:00')).toBe(at('2026-11-22T00:00:00'))
  expect(next({ dailyAt: '02:30' }, '2026-11-21T02:29:59')).toBe(at('2026-11-21T02:30:00'))
  expect(next({ dailyAt: '02:30' }, '2026-11-21T02:30:00')).toBe(at('2026-11-22T02:30:00'))
  expect(next({ dailyAt: '23:00' }, '2026-12-31T23:30:00')).toBe(at('2027-01-01T23:00:00'))
  expect([1, 10, 60, 120].map((everyMinutes) => rhythmWords({ everyMinutes }))).toEqual([
    '每分钟',
    '每 10 分钟',
    '每小时',
    '每 2 小时',
  ])
  expect([rhythmWords({ dailyAt: '02:30' }), rhythmWords(null)]).toEqual(['每天 02:30', ''])
})

describe.each(databases)('the schedule on %s', (database) => {
  let server: TestServer
  let person: Person
  let since = 0
  const said: string[] = []
  let restore: (() => void)[] = []

  beforeAll(async () => {
    server = await startServer(database, {}, { err: (line) => said.push(line) })
  })
  afterAll(() => server.close())
  beforeEach(() => {
    for (const back of restore) back()
    restore = []
    said.length = 0
  })

  /** Puts another work in the place of one, for a test. */
  const instead = (name: keyof typeof works, work: Partial<Work>) => {
    const held = works as Record<string, Work>
    const before = works[name]
    held[name] = { ...before, ...work }
    restore.push(() => {
      held[name] = before
    })
  }
  /** By an administrator whose session is not over, however far the clock has gone. */
  const admin = {
    async call(name: string, input = {}) {
      if (Math.abs(server.clock.now - since) > 5 * minute) {
        person = await server.person({ roles: ['admin'], name: '管理员甲' })
        since = server.clock.now
      }
      return person.call(name, input)
    },
  }
  const beat = () => server.parts.schedule.beat(server.parts)
  const listed = async (name: string) =>
    (await admin.call('schedule.list')).value.find((row: { name: string }) => row.name === name)
  const jobs = async () => (await admin.call('schedule.jobs', { pageSize: 200 })).value.list
  const pass = (minutes: number) => {
    server.clock.now += minutes * minute
  }

  test('a work is done at its beat and not before; what was missed is done once', async () => {
    let done = 0
    instead('clean', {
      run: async () => {
        done += 1
        return { state: 'done', says: `第 ${done} 次` }
      },
    })
    await beat()
    await beat()
    expect(done).toBe(0)
    expect(await listed('clean')).toMatchObject({ rhythm: '每 10 分钟', state: 'on', nextAt: '2026-11-21 09:10:00' })
    pass(5)
    await beat()
    await beat()
    expect(done).toBe(1)
    expect(await listed('clean')).toMatchObject({
      ...{ state: 'on', nextAt: '2026-11-21 09:20:00', lastAt: '2026-11-21 09:10:00' },
      ...{ lastState: 'done', lastSays: '第 1 次', lastMs: expect.any(Number) },
    })
    pass(24 * 60 + 3)
    await beat()
    await beat()
    expect(done).toBe(2)
    expect((await listed('clean')).nextAt).toBe('2026-11-22 09:20:00')
    const cleaned = (await jobs()).filter(({ scope }: { scope: string }) => scope === '清理过期数据')
    expect(cleaned[0]).toMatchObject({ state: 'done', says: '第 2 次', byName: '系统' })
  })

  test('of several processes one does it, and never two at once', async () => {
    let done = 0
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    let begun = () => {}
    const first = new Promise<void>((resolve) => {
      begun = resolve
    })
    instead('clean', {
      run: async () => {
        done += 1
        begun()
        await held
        return { state: 'done', says: '做完' }
      },
    })
    // an embedded database has one process
    const others = (database === 'postgres' ? [1, 2] : []).map(() => {
      const parts = { ...server.parts, jobs: createJobs(server.parts.db), schedule: createSchedule(() => {}) }
      return () => parts.schedule.beat(parts)
    })
    pass(10)
    const beats = [beat, ...others].map((one) => one())
    await first
    // and while it still runs, at the next beat
    pass(10)
    for (const one of [beat, ...others]) await Promise.race([one(), admin.call('schedule.list')])
    expect((await listed('clean')).state).toBe('running')
    expect((await admin.call('schedule.run', { name: 'clean' })).errorMsg).toMatch(/^已有计划任务在运行（系统，/)
    go()
    await Promise.all(beats)
    expect(done).toBe(1)
  })

  test('what a process cannot do it leaves to one of its database that can, and fails where none did', async () => {
    const done: string[] = []
    instead('backup', {
      rhythm: async () => ({ dailyAt: '02:00' }),
      idle: ({ backups }) => (backups ? null : '没有目录'),
      run: async ({ backups }) => {
        done.push(backups ? 'with' : 'without')
        return backups ? { state: 'done', says: '已备份' } : { state: 'failed', says: '没有目录' }
      },
    })
    await beat()
    const night = async () => {
      server.clock.now = at((await listed('backup')).nextAt.replace(' ', 'T'))
    }
    // asked for it says why, and counts as no run
    const lastAt = (await listed('backup')).lastAt
    expect((await admin.call('schedule.run', { name: 'backup' })).errorMsg).toMatch(/^没有运行定时备份：没有目录/)
    expect((await listed('backup')).lastAt).toBe(lastAt)
    await night()
    if (database === 'postgres') {
      const backups = { out: '/none', recipients: [] }
      const parts = { ...server.parts, backups, jobs: createJobs(server.parts.db), schedule: createSchedule(() => {}) }
      pass(1)
      await beat()
      expect(done).toEqual([])
      await parts.schedule.beat(parts)
      await beat()
      expect([done.splice(0), (await listed('backup')).lastState]).toEqual([['with'], 'done'])
      // nobody did it for half an hour
      await night()
      pass(29)
      await beat()
      expect(done).toEqual([])
      pass(1)
    }
    await beat()
    expect([done, await listed('backup')]).toEqual([
      ['without'],
      expect.objectContaining({ lastState: 'failed', lastSays: '没有目录' }),
    ])
  })

  test('a fault is said in words, once, keeps nothing else from being done, and is tried again', async () => {
    // a first beat only notes when works are due
    pass(10)
    await beat()
    let faults = 2
    let others = 0
    instead('clean', {
      run: async () => {
        faults -= 1
        if (faults >= 0) throw new Error('磁盘空间不足\n    at somewhere')
        return nothingToDo
      },
    })
    instead('site', {
      run: async () => {
        others += 1
        return nothingToDo
      },
    })
    instead('reminder', { run: async () => nothingToDo })
    const before = (await jobs()).length
    for (const failed of [1, 2]) {
      pass(10)
      await beat()
      expect([others, await listed('clean')]).toEqual([
        failed,
        expect.objectContaining({ lastState: 'failed', lastSays: '磁盘空间不足' }),
      ])
    }
    expect(said).toEqual(['计划任务「清理过期数据」未能完成：磁盘空间不足'])
    pass(10)
    await beat()
    expect(await listed('clean')).toMatchObject({ lastState: 'done', lastSays: '没有要做的' })
    // what did nothing leaves no record of each minute
    expect((await jobs()).length).toBe(before + 2)
  })

  test('one whose process was killed is done again, once its lease is over', async () => {
    let done = 0
    instead('clean', {
      run: async () => {
        done += 1
        return { state: 'done' }
      },
    })
    pass(10)
    const row = { kind: 'work', scope: '清理过期数据', alone: 'work clean', state: 'running', byName: '系统' }
    const { id } = await server.parts.db.write
      .insertInto('job')
      .values({
        ...row,
        holder: `${process.ppid}-other`,
        leaseUntil: Date.now() + minute,
        total: 0,
        finished: 0,
        startedAt: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await beat()
    expect(done).toBe(0)
    await server.parts.db.write.updateTable('job').set({ leaseUntil: 1 }).where('id', '=', id).execute()
    await beat()
    expect(done).toBe(1)
    expect((await jobs()).find((job: { jobId: string }) => job.jobId === String(id))).toMatchObject({ state: 'lost' })
  })

  test('somebody has it done now, pauses it and lets it go on; each stands in the log', async () => {
    let done = 0
    instead('clean', {
      run: async () => {
        done += 1
        return nothingToDo
      },
    })
    const next = (await listed('clean')).nextAt
    expect((await admin.call('schedule.run', { name: 'clean' })).value).toMatchObject({
      ...{ scope: '清理过期数据', state: 'done', says: '没有要做的', byName: '管理员甲' },
    })
    expect([done, (await listed('clean')).nextAt]).toEqual([1, next])
    expect((await jobs())[0]).toMatchObject({ byName: '管理员甲', says: '没有要做的' })
    expect((await admin.call('announcement.timing')).value).toEqual({ automatic: 1, says: null })
    expect((await admin.call('schedule.pause', { name: 'clean' })).value).toMatchObject({
      ...{ state: 'paused', pausedBy: '管理员甲', nextAt: null },
    })
    pass(30)
    await beat()
    expect(done).toBe(1)
    const resumed = (await admin.call('schedule.resume', { name: 'clean' })).value
    expect(resumed).toMatchObject({ state: 'on', pausedBy: null })
    await beat()
    expect(done).toBe(1)
    pass(10)
    await beat()
    expect(done).toBe(2)
    expect(await admin.call('schedule.pause', { name: 'anchor' })).toMatchObject({ errorCode: 'BAD_STATE' })
    const log = (await admin.call('log.list', { pageSize: 4 })).value.list
    // what is grave stands there though it was refused
    expect(log.map(({ call }: { call: string }) => call)).toEqual([
      ...['schedule.pause', 'schedule.resume', 'schedule.pause', 'schedule.run'],
    ])
  })

  test('what the house relies on is paused by who reaches all of it, in person, and by no script', async () => {
    const keys = ['schedule_list', 'schedule_run']
    instead('clean', { run: async () => nothingToDo })
    const scriptOf = async (who: Pick<Person, 'call'>) =>
      server.bearer((await who.call('auth.scriptAdd', { name: '夜间', days: 1, keys })).value.token)
    const own = await holding(server, keys, { dataScope: 'SELF' })
    const wide = await holding(server, keys)
    const scripts = [await scriptOf(admin), await scriptOf(own)]
    const { jobId } = (await admin.call('schedule.run', { name: 'clean' })).value
    for (const who of [own, ...scripts]) {
      for (const name of ['backup', 'clock', 'offSite', 'logArchive', 'clean'])
        for (const call of ['schedule.pause', 'schedule.resume'] as const)
          expect((await who.call(call, { name })).errorCode).toBe('NO_PERMISSION')
      expect((await who.call('schedule.run', { name: 'clean' })).errorCode).toBe('0')
      if (who !== scripts[0]) expect((await who.call('schedule.cancel', { jobId })).errorCode).toBe('NO_PERMISSION')
    }
    expect((await wide.call('schedule.pause', { name: 'backup' })).value).toMatchObject({ name: 'backup' })
    expect((await wide.call('schedule.resume', { name: 'backup' })).value.pausedBy).toBe(null)
    pass(11)
    expect((await wide.call('schedule.pause', { name: 'backup' })).errorCode).toBe('PROVE_AGAIN')
    pass(-11)
  })

  test('a running one is cancelled at its next piece', async () => {
    let cancel = () => {}
    const asked = new Promise<void>((resolve) => {
      cancel = resolve
    })
    instead('clean', {
      run: async (_parts, watch) => {
        watch.progress(1, 3)
        await asked
        return watch.stopped() ? { state: 'cancelled', says: '做到一半' } : { state: 'done' }
      },
    })
    pass(10)
    const beaten = beat()
    await expect.poll(async () => (await listed('clean')).state).toBe('running')
    // another work may begin at the same beat
    const mine = async () => (await jobs()).find(({ scope }: { scope: string }) => scope === '清理过期数据')
    const { jobId } = await mine()
    expect((await admin.call('schedule.cancel', { jobId })).value).toMatchObject({ jobId, state: 'running' })
    cancel()
    await beaten
    expect(await mine()).toMatchObject({ jobId, state: 'cancelled', says: '做到一半' })
    expect(await listed('clean')).toMatchObject({ lastState: 'cancelled' })
    expect((await admin.call('schedule.cancel', { jobId: 987654 })).errorCode).toBe('NOT_FOUND')
    // what has come to its end is not cancelled, and nobody is told that it was
    const cancels = () =>
      server.parts.db.read.selectFrom('log').select('id').where('call', '=', 'schedule.cancel').execute()
    const told = (await cancels()).length
    expect(await admin.call('schedule.cancel', { jobId })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringMatching(/^任务「.+」已取消，不能取消：只有进行中的任务可以取消$/),
    })
    expect(await cancels()).toHaveLength(told)
  })

  test('generation at night is off until its time is chosen, and is then seen as any run', async () => {
    expect(await listed('generate')).toMatchObject({ state: 'off', nextAt: null, rhythm: null })
    await admin.call('setting.save', { items: [{ name: 'generate.daily', value: '02:00' }] })
    await beat()
    expect(await listed('generate')).toMatchObject({ state: 'on', rhythm: '每天 02:00' })
    const next = (await listed('generate')).nextAt
    server.clock.now = at(next.replace(' ', 'T'))
    await beat()
    expect((await admin.call('generate.job')).value).toMatchObject({
      ...{ scope: '全站', byName: '系统', state: 'done', receipt: { failedCount: 0 } },
    })
    expect(await listed('generate')).toMatchObject({ lastState: 'done', lastSays: expect.stringMatching(/页$/) })
    await admin.call('setting.reset', { names: ['generate.daily'] })
    expect(await listed('generate')).toMatchObject({ state: 'off', nextAt: null })
  })

  test('what is over is cleaned away, and nothing else', async () => {
    const { db, secret } = server.parts
    const { now } = server.clock
    const day = 24 * 60 * minute
    const times = [now - 400 * day, now + day]
    const codes = ['old', 'new']
    for (const [i, code] of codes.entries()) {
      const time = times[i] as number
      await db.write.insertInto('captcha').values({ codeId: code, answer: 'x', expiresAt: time }).execute()
      await db.write
        .insertInto('requestKey')
        .values({ key: code, userId: 1, call: 'x', input: '', answer: secret.encrypt('1'), at: time })
        .execute()
      await db.write.insertInto('device').values({ userId: 1, hash: code, createdAt: 1, seenAt: time }).execute()
      await db.write
        .insertInto('signIn')
        .values({ account: code, address: 'x', deviceId: null, ok: 0, at: time })
        .execute()
    }
    const old = {
      kind: 'generate',
      scope: '旧',
      state: 'done',
      holder: 'x',
      leaseUntil: 1,
      total: 0,
      finished: 0,
      byName: '甲',
      startedAt: 1,
    }
    await db.write
      .insertInto('job')
      .values([
        { ...old, endedAt: now - 31 * day },
        { ...old, scope: '新', endedAt: now - 29 * day },
      ])
      .execute()
    const { value } = await admin.call('schedule.run', { name: 'clean' })
    expect(value).toMatchObject({ state: 'done', says: expect.stringContaining('30 天前的任务记录 1 条') })
    expect((await db.read.selectFrom('captcha').select('codeId').execute()).map(({ codeId }) => codeId)).toEqual([
      'new',
    ])
    expect(await db.read.selectFrom('requestKey').select('key').where('key', 'in', codes).execute()).toEqual([
      { key: 'new' },
    ])
    expect(await db.read.selectFrom('device').select('hash').execute()).toEqual([{ hash: 'new' }])
    expect(await db.read.selectFrom('signIn').select('account').execute()).toEqual([{ account: 'new' }])
    expect((await jobs()).filter(({ byName }: { byName: string }) => byName === '甲')).toMatchObject([{ scope: '新' }])
    // who is signed in stays so
    expect((await admin.call('schedule.list')).value).toHaveLength(Object.keys(workWords).length)
    expect((await admin.call('schedule.run', { name: 'clean' })).value).toMatchObject({ says: '没有要做的' })
  })

  test('a table that cannot be cleaned keeps no other from it', async () => {
    const { db } = server.parts
    await db.write.insertInto('captcha').values({ codeId: 'late', answer: 'x', expiresAt: 1 }).execute()
    await db.write.schema.alterTable('session').renameColumn('expiresAt', 'away').execute()
    try {
      const work = works.clean.run(server.parts, { stopped: () => false, progress: () => {} })
      expect(await work).toMatchObject({
        state: 'failed',
        says: expect.stringMatching(/^过期的登录未能清理（.*）；已清理过期的验证码 1 个$/),
      })
    } finally {
      await db.write.schema.alterTable('session').renameColumn('away', 'expiresAt').execute()
    }
  })

  test('only who may', async () => {
    const reader = await server.person({ roles: ['readonly'] })
    for (const [name, input] of [
      ['schedule.list', {}],
      ['schedule.jobs', {}],
      ['schedule.run', { name: 'clean' }],
    ] as const)
      expect((await reader.call(name, input)).errorCode).toBe('NO_PERMISSION')
    expect((await admin.call('schedule.run', { name: 'nothing' })).errorCode).toBe('BAD_INPUT')
  })
})
