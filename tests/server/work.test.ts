import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Refused } from '../../core/errors.ts'
import { appendLog } from '../../server/log.ts'
import { type Queue, queueOf } from '../../server/work/queue.ts'
import { type ThreadLimits, type Threads, threadsOf } from '../../server/work/threads.ts'
import { longestStretch, stretchMax } from '../support/loop.ts'
import { startServer } from '../support/server.ts'

describe('a queue', () => {
  const limits = { atOnce: 1, atOnceEach: 1, waiting: 6, waitingEach: 4 }
  /** Hands in the same letters in order, one caller each; answers who was served in which order, and who was refused. */
  const served = async (queue: Queue, callers: string) => {
    const order: string[] = []
    const ends = [...callers].map((caller) =>
      queue.run(caller, async () => void order.push(caller)).catch((e) => e.code),
    )
    const refused = (await Promise.all(ends)).flatMap((code, i) => (code === 'TOO_MANY' ? [callers[i]] : []))
    return { order: order.join(''), refused: refused.join('') }
  }

  test('callers take turns, whoever came with more', async () => {
    expect(await served(queueOf(limits), 'aaabc')).toEqual({ order: 'abcaa', refused: '' })
  })

  test('whoever comes while a piece of another caller runs has the next turn', async () => {
    const queue = queueOf(limits)
    const order: string[] = []
    const { promise: begun, resolve: begins } = Promise.withResolvers<void>()
    const { promise: ended, resolve: ends } = Promise.withResolvers<void>()
    const first = queue.run('a', async () => {
      begins()
      await ended
    })
    const second = queue.run('a', async () => void order.push('a'))
    await begun
    const other = queue.run('b', async () => void order.push('b'))
    ends()
    await Promise.all([first, second, other])
    expect(order).toEqual(['b', 'a'])
  })

  test('no caller has more than their share in line, and who has most gives way when it is full', async () => {
    expect(await served(queueOf(limits), 'aaaaaa')).toEqual({ order: 'aaaa', refused: 'aa' })
    expect(await served(queueOf(limits), 'aaaabbc')).toEqual({ order: 'abcaba', refused: 'a' })
    expect(await served(queueOf(limits), 'abcdefg')).toEqual({ order: 'abcdef', refused: 'g' })
  })

  test('only so many run at once, of all and of each caller', async () => {
    const queue = queueOf({ ...limits, atOnce: 2, waiting: 20 })
    const now = { all: 0, a: 0, b: 0 }
    const most = { all: 0, a: 0, b: 0 }
    const work = (caller: 'a' | 'b') => async () => {
      for (const who of ['all', caller] as const) {
        now[who] += 1
        most[who] = Math.max(most[who], now[who])
      }
      await new Promise((resolve) => setImmediate(resolve))
      for (const who of ['all', caller] as const) now[who] -= 1
    }
    await Promise.all([...'aaabbb'].map((caller) => queue.run(caller, work(caller as 'a'))))
    expect(most).toEqual({ all: 2, a: 1, b: 1 })
  })

  test('strangers hear of a refusal later, so that asking without end is slow; a queue that closes keeps nobody', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const queue = queueOf({ ...limits, waitingEach: 1, refusesAfterMs: 1000 })
      const heard: string[] = []
      const ask = (name: string) =>
        queue.run('a', async () => name).catch((e: Refused) => void heard.push(`${name} ${e.code}`))
      const first = ask('1')
      const second = ask('2')
      expect(await first).toBe('1')
      await vi.advanceTimersByTimeAsync(999)
      expect(heard).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      await second
      expect(heard).toEqual(['2 TOO_MANY'])
      const [third, fourth] = [ask('3'), ask('4')]
      queue.close()
      await Promise.all([third, fourth])
      expect(heard.slice(1).sort()).toEqual(['3 UNAVAILABLE', '4 TOO_MANY'])
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('what nobody waits for is left out; a failure stops nothing; a closed queue refuses', async () => {
    const queue = queueOf(limits)
    const done: string[] = []
    const fails = queue.run('a', () => Promise.reject(new Error('x')))
    const gone = queue.run(
      'a',
      async () => void done.push('gone'),
      () => false,
    )
    const after = queue.run('a', async () => void done.push('after'))
    expect(await Promise.allSettled([fails, gone, after])).toMatchObject([
      { reason: { message: 'x' } },
      { reason: { code: 'UNAVAILABLE' } },
      { status: 'fulfilled' },
    ])
    expect(done).toEqual(['after'])
    const waits = queue.run('a', async () => {})
    queue.close()
    await expect(waits).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(queue.run('a', async () => {})).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('threads', () => {
  const limits = {
    atOnce: 1,
    atOnceEach: 1,
    waiting: 9,
    waitingEach: 9,
    memoryMb: 128,
    timeMs: 20_000,
    tooMuch: '太多',
  }
  let threads: Threads
  const start = (more: Partial<ThreadLimits> = {}) => {
    threads = threadsOf({ ...limits, ...more })
    return threads
  }
  afterEach(() => threads.stop('give up'))
  const large = '<p class="x">甲<b>乙</b></p>'.repeat(40_000)
  /** How a task ends, in a word: a long text is nothing to print. */
  const endOf = (html: string, caller = 'a') =>
    threads.run('clean', html, caller).then(
      (clean) => (clean.length > 99 ? 'long' : clean),
      (error: Refused) => `${error.code} ${error.message}`,
    )

  test.each([{}, { apart: true }] as const)(
    'do what is asked, and go on after a task that takes too long or too much memory: %o',
    async (more) => {
      start({ ...more, memoryMb: 24 })
      expect(await endOf('<p onclick="x()">甲</p>')).toBe('<p>甲</p>')
      expect(await endOf(large)).toBe('TOO_LARGE 太多')
      expect(await endOf('<b>甲</b>')).toBe('<b>甲</b>')
      await threads.stop('finish')
      start({ ...more, timeMs: 20 })
      expect(await endOf(large)).toBe('TOO_LARGE 太多')
    },
  )

  test('a process of its own knows nothing of the server’s secrets, and ends with it', async () => {
    start({ apart: true })
    expect(await endOf('<b>甲</b>')).toBe('<b>甲</b>')
    const childrenOf = (id: string | number) =>
      readdirSync('/proc').filter((one) => {
        if (!/^\d+$/.test(one)) return false
        try {
          return readFileSync(`/proc/${one}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] === String(id)
        } catch {
          return false
        }
      })
    if (process.platform === 'linux') {
      const own = childrenOf(process.pid).filter((id) => readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('thread'))
      expect(own).toHaveLength(1)
      expect(readFileSync(`/proc/${own[0]}/environ`, 'utf8')).not.toMatch(/XZX_|TOKEN|PASSWORD/)
      // the system ends it for want of memory while it has nothing to do
      process.kill(Number(own[0]), 'SIGKILL')
      await expect.poll(() => childrenOf(process.pid).includes(own[0] as string)).toBe(false)
      expect(await endOf('<b>乙</b>')).toBe('<b>乙</b>')
      const [next] = childrenOf(process.pid).filter((id) =>
        readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('thread'),
      )
      await threads.stop('finish')
      await expect.poll(() => childrenOf(process.pid).includes(next as string)).toBe(false)
    }
  })

  test.runIf(process.platform === 'linux')('work for which nobody waits gives way to all other threads', async () => {
    /** How far the threads of this process step back; the name, in brackets, may hold blanks. */
    const niceness = () =>
      readdirSync('/proc/self/task').map((id) => {
        const fields = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
        return Number(fields[16])
      })
    start()
    await endOf('')
    const usual = niceness()
    expect(new Set(usual).size).toBe(1)
    await threads.stop('finish')
    start({ yields: true })
    await endOf('')
    const [own] = usual
    expect(niceness().filter((nice) => nice !== own)).toEqual([10])
  })

  test('a stop lets what runs come to its end, or gives it up; what waits is refused', async () => {
    for (const [how, end] of [
      ['finish', 'long'],
      ['give up', 'UNAVAILABLE 服务正在停止，请稍后再试'],
    ] as const) {
      start()
      await endOf('')
      const runs = endOf(large)
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      const waits = endOf('', 'b')
      await threads.stop(how)
      expect(await waits).toContain('UNAVAILABLE')
      expect(await runs).toBe(end)
    }
  })
})

test('the check of a long log holds up nobody, and who asks meanwhile gets the same answer', async () => {
  const server = await startServer()
  const admin = await server.person({ roles: ['admin'] })
  const call = {
    name: 'x',
    says: 'x',
    key: '',
    address: '127.0.0.1',
    near: true,
    appKey: '',
    agent: '',
    wantsImage: false,
    gone: () => false,
  } as const
  await server.parts.db.transaction(async (trx) => {
    for (let i = 0; i < 1200; i += 1)
      await appendLog(trx, server.parts.secret.log, {
        call: { ...call, requestId: '', requestKey: '', dry: false },
        who: null,
        now: i,
        change: { after: { title: '县政协召开常委会会议'.repeat(3000), i } },
      })
  })
  const found = { whole: true, rows: 1200 }
  const stretch = await longestStretch(async () => {
    const both = await Promise.all([admin.call('log.check'), admin.call('log.check')])
    for (const { value } of both) expect(value).toMatchObject(found)
  })
  expect(stretch).toBeLessThan(stretchMax)
  await server.close()
})
