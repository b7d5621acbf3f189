import { setTimeout as sleep } from 'node:timers/promises'
import type { JobState } from '../../core/domain/jobs.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import type { Progress } from '../output/progress.ts'

/** What a job tells of itself while it runs. */
interface JobNow {
  readonly jobId: string
  readonly state: JobState
  readonly total: number | null
  readonly finished: number | null
}

/** The calls by which a job of some kind is read and stopped; without an id it is the latest one. */
interface JobCalls<J extends JobNow> {
  readonly job: (input?: { jobId: string }) => Promise<J | null>
  readonly cancel: (input: { jobId: string }) => Promise<J>
}

const pollMs = 500
/** After asking a job to stop, so long for its end. */
const stopMs = 15_000

function show(shown: Progress, job: JobNow | null): void {
  if (job?.state !== 'running') return
  shown.total(Number(job.total ?? 0))
  shown.at(Number(job.finished ?? 0))
}

/** Resolves after a while, or as soon as the run is to stop. */
const pause = (ctx: Context, ms: number) => sleep(ms, undefined, { signal: ctx.signal }).catch(() => undefined)

/** Shows how far a job is while the call that began it is still unanswered; Ctrl+C asks it to stop. */
export async function answered<J extends JobNow, T>(
  ctx: Context,
  calls: JobCalls<J>,
  shown: Progress,
  call: Promise<T>,
): Promise<T> {
  let over = false
  const ended = call.then(
    () => {
      over = true
    },
    () => {
      over = true
    },
  )
  let asked = false
  while (!over) {
    await Promise.race([ended, pause(ctx, pollMs)])
    if (over) break
    const job = await calls.job().catch(() => null)
    show(shown, job)
    if (ctx.signal.aborted && !asked && job?.state === 'running') {
      asked = true
      await calls.cancel({ jobId: job.jobId }).catch(() => null)
    }
    if (ctx.signal.aborted) await Promise.race([ended, sleep(pollMs)])
  }
  return call
}

/** Asks a job to stop and waits for its end. */
async function cancelled<J extends JobNow>(calls: JobCalls<J>, jobId: string): Promise<J | null> {
  let job: J | null = await calls.cancel({ jobId }).catch((thrown: unknown) => {
    // it has come to its end meanwhile
    if (thrown instanceof ApiError && thrown.code === 'BAD_STATE') return calls.job({ jobId })
    throw thrown
  })
  const until = performance.now() + stopMs
  while (job?.state === 'running' && performance.now() < until) {
    await sleep(pollMs)
    job = await calls.job({ jobId })
  }
  return job
}

/** Follows a job to its end; Ctrl+C cancels it. */
export async function followed<J extends JobNow>(
  ctx: Context,
  calls: JobCalls<J>,
  shown: Progress,
  started: J,
): Promise<J> {
  let job = started
  while (job.state === 'running') {
    if (ctx.signal.aborted) return (await cancelled(calls, job.jobId)) ?? job
    show(shown, job)
    await pause(ctx, pollMs)
    job = (await calls.job({ jobId: job.jobId })) ?? job
  }
  return job
}
