import { expect, test } from 'vitest'
import { attempts, Delayed } from '../../core/client/attempts.ts'
import { log } from '../../core/contract/log.ts'
import { ApiError } from '../../core/errors.ts'

const busy = new ApiError('refused', 'TOO_MANY', '稍后再试')

/** Runs a call that fails twice as given; tells how long it waited each time. */
async function run(failure: Error, e = log.list) {
  const waits: number[] = []
  let tries = 0
  const patience = { retry: 5, timeout: 10_000, random: () => 1, wait: async (ms: number) => void waits.push(ms) }
  const end = await attempts(e, patience, undefined, async () => {
    tries += 1
    if (tries <= 2) throw failure
    return '好'
  }).catch((error: ApiError) => error.code)
  return { end, waits, tries }
}

test('a repeat waits longer each time, and no shorter than the server asks', async () => {
  expect(await run(busy)).toEqual({ end: '好', waits: [250, 500], tries: 3 })
  expect(await run(new Delayed(busy, 3000))).toEqual({ end: '好', waits: [3000, 3000], tries: 3 })
})

test('what the server asks for beyond the deadline is not waited for', async () => {
  expect(await run(new Delayed(busy, 10_001))).toEqual({ end: 'TOO_MANY', waits: [], tries: 1 })
})

test('what may not be sent twice, and what would fail again, is tried once', async () => {
  expect((await run(busy, log.systemLogSave as never)).tries).toBe(1)
  expect((await run(new ApiError('refused', 'BAD_STATE', ''))).tries).toBe(1)
})
