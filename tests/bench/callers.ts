import { Pool } from 'undici'
import { adminPassword } from '../support/process.ts'
import { quantile, rate, settled, usageOf } from './measure.ts'

/** Questions that a caller puts to a server of many rows, one at a time and several at once. */

/** What is asked, by whom; without a body by GET. @param W the accounts that ask */
export type Question<W extends string = 'admin'> = readonly [says: string, who: W, path: string, body?: object]

interface Asking<W extends string> {
  readonly url: string
  readonly pid: number
  readonly questions: readonly Question<W>[]
  /** The accounts by their names in the questions. */
  readonly accounts: Readonly<Record<W, string>>
  /** What a call may take of which 99 of 100 take less, in milliseconds. */
  readonly goalMs: number
  readonly calls: number
  /** Writes something, so that no answer is kept from the call before. */
  readonly touch: () => Promise<unknown>
}

interface Caller {
  call(path: string, body?: object): Promise<number>
  close(): Promise<void>
}

/** Signs in; a call answers how many bytes came. */
async function callerOf(url: string, account: string): Promise<Caller> {
  const query = new URLSearchParams({ username: account, password: adminPassword })
  const login = (await (await fetch(`${url}/user/loginNoCode?${query}`, { method: 'POST' })).json()) as {
    value: string
  }
  const pool = new Pool(url, { connections: 8 })
  const headers = { authorization: login.value, 'content-type': 'application/json' }
  return {
    async call(path, body) {
      const method = path.includes('?') || path === '/healthz' ? 'GET' : 'POST'
      const reply = await pool.request({ method, path, headers, ...(body && { body: JSON.stringify(body) }) })
      const text = await reply.body.text()
      if (path !== '/healthz' && !text.startsWith('{"errorCode":"0"')) throw new Error(`${path}: ${text.slice(0, 200)}`)
      return text.length
    },
    close: () => pool.close(),
  }
}

/** Asks each question by one caller and by eight at once, and says the median and the 99th of 100. */
export async function askAll<W extends string>(asking: Asking<W>): Promise<void> {
  const { pid, goalMs, calls, touch } = asking
  const known = new Map<W, Caller>()
  for (const who of Object.keys(asking.accounts) as W[])
    known.set(who, await callerOf(asking.url, asking.accounts[who]))
  await settled(pid)
  for (const [says, who, path, body] of asking.questions) {
    const { call } = known.get(who) as Caller
    const bytes = await call(path, body)
    await rate(calls / 6, 8, () => call(path, body))
    const told: string[] = []
    for (const parallel of [1, 8]) {
      const times: number[] = []
      const before = usageOf(pid).cpu
      await rate(calls, parallel, async () => {
        await touch()
        const start = performance.now()
        await call(path, body)
        times.push(performance.now() - start)
      })
      const cpu = (usageOf(pid).cpu - before) / calls
      const last = quantile(times, 0.99)
      told.push(
        `${parallel} 个同时 ${quantile(times, 0.5).toFixed(1)} / ${last.toFixed(1)} ms${last > goalMs ? ` > ${goalMs}` : ''}，处理器 ${cpu.toFixed(1)} ms`,
      )
    }
    console.log(`${says}（${(bytes / 1024).toFixed(0)} KB）：${told.join('；')}`)
  }
  for (const { close } of known.values()) await close()
}
