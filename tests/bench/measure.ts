/** Milliseconds that some work took. */
export async function timed(work: () => Promise<unknown> | unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
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
