import { expect, test } from 'vitest'
import { attempts, Delayed } from '../../core/client/attempts.ts'
import { isUnanswered } from '../../core/client/faults.ts'
import { article } from '../../core/contract/article.ts'
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

test('what was sent without an answer stays unclear, though the server is gone when it is sent again', async () => {
  const failed = (code: string) => new ApiError('network', 'UNAVAILABLE', code, { cause: { code } })
  const last = async (e: typeof article.accept | typeof log.list, ...failures: readonly ApiError[]) => {
    let tries = 0
    const patience = { retry: failures.length - 1, timeout: 10_000, wait: async () => undefined }
    return (await attempts(e, patience, undefined, async () => {
      throw failures[tries++] as ApiError
    }).catch((error: unknown) => error)) as ApiError
  }
  const gone = failed('ECONNREFUSED')
  const error = await last(article.accept, failed('UND_ERR_SOCKET'), gone)
  expect([error.message, isUnanswered(error)]).toEqual(['ECONNREFUSED', true])
  const through = await last(article.accept, new ApiError('server', 'UNAVAILABLE', '', { status: 502 }), gone)
  expect(isUnanswered(through)).toBe(true)
  for (const e of [article.accept, log.list]) expect(await last(e, gone, gone)).toBe(gone)
  expect(await last(log.list, failed('UND_ERR_SOCKET'), gone)).toBe(gone)
})
