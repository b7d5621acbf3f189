import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds that some work took. */
export async function timed(work: () => Promise<unknown> | unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The longest that a call takes of those made one after the other until it is told to end. */
export function longest(call: () => Promise<unknown>): () => Promise<number> {
  let ended = false
  let most = 0
  const running = (async () => {
    while (!ended) {
      // where everybody waits for seconds a kept connection may be gone
      most = Math.max(most, await timed(() => call().catch(() => {})))
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  return async () => {
    ended = true
    await running
    return most
  }
}

/** The value that so large a part of the values stays below. */
export const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] as number

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Runs two works in turn, A B A B …, so that a drifting machine hits both; answers the medians and the ratio. */
export async function paired(rounds: number, a: () => Promise<unknown> | unknown, b: () => Promise<unknown> | unknown) {
  const [as, bs]: [number[], number[]] = [[], []]
  for (let i = 0; i < rounds; i += 1) {
    as.push(await timed(a))
    bs.push(await timed(b))
  }
  return { a: median(as), b: median(bs), ratio: median(as.map((value, i) => value / (bs[i] as number))) }
}

/** `what  123 ms  baseline 100 ms  1.23 ×` */
export function report(what: string, figure: string, baseline: string, ratio: number): void {
  console.log(`${what}：${figure}；基线 ${baseline}；${ratio.toFixed(2)} ×`)
}

/** Calls `work` n times, `parallel` at once; answers calls per second. */
export async function rate(n: number, parallel: number, work: (i: number) => Promise<unknown>): Promise<number> {
  let next = 0
  const ms = await timed(() =>
    Promise.all(
      Array.from({ length: parallel }, async () => {
        while (next < n) {
          next += 1
          await work(next - 1)
        }
      }),
    ),
  )
  return (n / ms) * 1000
}

/** What a process has used so far: processor in ms, and the most memory in MB. */
export function usageOf(pid: number): { cpu: number; peak: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const ticks = Number(fields[11]) + Number(fields[12])
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  return { cpu: ticks * 10, peak }
}

/** The processor in ms that a process has used with those it began, gone ones too: a PostgreSQL works in one for each connection. */
export function usageWithin(pid: number): number {
  const all = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      return [[name, readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []] as const]
    } catch {
      return [] // it has ended meanwhile, and counts among what the first one has seen end
    }
  })
  const own = all.filter(([name, fields]) => name === String(pid) || fields[1] === String(pid))
  return (
    own.reduce((sum, [, fields]) => fields.slice(11, 15).reduce((more, ticks) => more + Number(ticks), sum), 0) * 10
  )
}

/** Waits until a process has nothing left to do by itself: a server that just started makes its pages and its index. */
export async function settled(pid: number): Promise<void> {
  for (let used = Number.POSITIVE_INFINITY; used > 50; ) {
    const before = usageOf(pid).cpu
    await new Promise((resolve) => setTimeout(resolve, 2000))
    used = usageOf(pid).cpu - before
  }
}
