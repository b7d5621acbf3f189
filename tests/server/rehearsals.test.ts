import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Call, Parts, Staff } from '../../server/context.ts'
import { asRehearsal, pieceInTurn } from '../../server/work/rehearsals.ts'
import { createWork } from '../../server/work/work.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const asked = (parts: Parts, userId: number, gone = () => false) => ({
  parts,
  who: { kind: 'person', userId } as Staff,
  call: { address: '127.0.0.1', gone } as Call,
})

test('pieces of one caller are not all before the first one of another', async () => {
  const parts = { work: createWork(), db: { dialect: 'sqlite' } } as Parts
  const order: string[] = []
  const piece = (userId: number, name: string) =>
    pieceInTurn(asked(parts, userId), async () => void order.push(name)).then(() => {})
  await Promise.all([piece(1, 'a'), piece(1, 'b'), piece(1, 'c'), piece(2, 'x')])
  expect(order.indexOf('x')).toBeLessThan(2)
  await parts.work.stop()
})

test.each(databases)('time is left behind a piece where others ask only now and then: %s', async (database) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const parts = { work: createWork(), db: { dialect: database } } as Parts
  const done: number[] = []
  const pieces = [1, 2].map((n) =>
    pieceInTurn(asked(parts, 1), async () => {
      // it takes its time
      await vi.advanceTimersByTimeAsync(20)
      done.push(n)
    }),
  )
  await pieces[0]
  for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next))
  expect(done).toEqual(database === 'sqlite' ? [1] : [1, 2])
  await vi.advanceTimersByTimeAsync(20)
  await pieces[1]
  vi.useRealTimers()
  await parts.work.stop()
})

test('what nobody waits for any more is left out', async () => {
  const parts = { work: createWork(), db: { dialect: 'sqlite' } } as Parts
  let done = 0
  const left = pieceInTurn(
    asked(parts, 1, () => true),
    async () => {
      done += 1
    },
  )
  await expect(left).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(done).toBe(0)
  await parts.work.stop()
})

test('a caller who has enough of them is refused one more, and another is not', async () => {
  const parts = {} as Parts
  const end = Promise.withResolvers<void>()
  const some = Array.from({ length: 8 }, () => asRehearsal(asked(parts, 1), () => end.promise))
  await expect(asRehearsal(asked(parts, 1), async () => 1)).rejects.toMatchObject({ code: 'TOO_MANY' })
  expect(await asRehearsal(asked(parts, 2), async () => 1)).toBe(1)
  end.resolve()
  await Promise.all(some)
  expect(await asRehearsal(asked(parts, 1), async () => 1)).toBe(1)
})

describe.each(databases)('rehearsals on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  test('many at once are answered or refused, and the next one is done', async () => {
    const tried = (ids: number[]) =>
      server.raw('/x/dry-run/notice/dels', {
        method: 'POST',
        headers: { authorization: admin.token, 'content-type': 'application/json' },
        body: JSON.stringify({ ids }),
      })
    const ids = Array.from({ length: 200 }, (_, i) => 900_000 + i)
    const replies = await Promise.all(Array.from({ length: 30 }, () => tried(ids)))
    const codes = new Set(replies.map(({ errorCode }) => errorCode))
    expect(codes).toEqual(new Set(['0', 'TOO_MANY']))
    expect(await tried([1])).toMatchObject({ errorCode: '0', value: { rehearsed: true } })
  })
})
