import { setTimeout as sleep } from 'node:timers/promises'
import type { Output } from '../../core/contract/endpoint.ts'
import { generate } from '../../core/contract/generate.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import { exit } from '../errors.ts'
import { waitLockMs } from '../lock.ts'
import { cleanLine } from '../output/clean.ts'
import { columnsOf } from '../output/columns.ts'
import { type Progress, progress } from '../output/progress.ts'
import { checkFields, isValueFormat, tellsSuccess, writeOne, writeValue } from '../output/write.ts'
import { jobError } from './job-end.ts'

/** What a generating call answers: its job, and the receipt once it has ended. */
export type Started = Output<typeof generate.all>
type Job = Exclude<Output<typeof generate.job>, null>

const pollMs = 500
const lockRetryMs = 1000
/** After asking a run to stop, so long for its end. */
const stopMs = 15_000
const failuresShown = 20

type Calls = Awaited<ReturnType<typeof callsOf>>
const callsOf = (ctx: Context) => ctx.client('generate')

/** Starts a run, again while another one is on and `--wait-lock` lasts. */
async function begin(ctx: Context, send: () => Promise<Started>): Promise<Started> {
  const until = performance.now() + waitLockMs(ctx)
  for (;;) {
    try {
      return await send()
    } catch (error) {
      const busy = error instanceof ApiError && error.code === 'ALREADY_RUNNING'
      if (!busy || performance.now() >= until) throw error
      await sleep(lockRetryMs, undefined, { signal: ctx.signal })
    }
  }
}

function show(shown: Progress, job: Job | null): void {
  if (job?.state !== 'running') return
  shown.total(Number(job.total ?? 0))
  shown.at(Number(job.finished ?? 0))
}

/** Resolves after a while, or as soon as the run is to stop. */
const pause = (ctx: Context, ms: number) => sleep(ms, undefined, { signal: ctx.signal }).catch(() => undefined)

/** Shows how far the run is while its call is still unanswered. */
async function answered(ctx: Context, calls: Calls, shown: Progress, call: Promise<Started>): Promise<Started> {
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

/** Asks a run to stop and waits for its end. */
async function cancelled(calls: Calls, jobId: string): Promise<Job | null> {
  let job: Job | null = await calls.cancel({ jobId }).catch((thrown: unknown) => {
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

/** Follows a run to its end; Ctrl+C cancels it. */
async function followed(ctx: Context, calls: Calls, shown: Progress, started: Started): Promise<Started> {
  let job: Job = started as Job
  while (job.state === 'running') {
    if (ctx.signal.aborted) {
      job = (await cancelled(calls, job.jobId)) ?? job
      break
    }
    show(shown, job)
    await pause(ctx, pollMs)
    job = (await calls.job({ jobId: job.jobId })) ?? job
  }
  return { ...job, ...job.receipt } as Started
}

const columns = columnsOf(generate.all.output)
const receiptFields = ['scope', 'state', 'expected', 'written', 'unchanged', 'removed', 'failedCount', 'ms']
const shape = { columns, usual: receiptFields, idField: 'jobId' }
const runningShape = { ...shape, usual: ['jobId', 'scope', 'state', 'total', 'finished', 'startedAt'] }

/** Which pages failed, and why: on stderr, but for who reads them as JSON, or names them in a report of their own. */
function tellFailures(
  { world, warn, format }: Context,
  { failed = [], failedCount = failed.length }: Partial<NonNullable<Started>>,
): void {
  world.onFailed?.(failed.map(({ page, reason }) => ({ id: page, errorCode: 'PAGE', errorMsg: reason })))
  if (world.onFailed || format === 'json' || format === 'ndjson') return
  const shown = failed.slice(0, failuresShown)
  for (const { page, reason } of shown) warn(cleanLine(`${page}：${reason}`))
  if (failedCount > shown.length) warn(`另有 ${failedCount - shown.length} 页失败`)
}

async function tell(ctx: Context, job: Started): Promise<number> {
  // another back end may answer nothing but success
  if (job === null || typeof job !== 'object' || job.state === undefined) {
    ctx.note('已提交，服务器没有说明生成结果')
    if (job !== null && job !== undefined && tellsSuccess(ctx) && isValueFormat(ctx.format)) await writeValue(ctx, job)
    return exit.ok
  }
  const { expected = 0, written = 0, unchanged = 0, removed = 0, failedCount = 0 } = job
  ctx.log?.sum({ jobId: job.jobId, state: job.state, expected, written, unchanged, removed, failed: failedCount })
  const well = job.state === 'running' || job.state === 'done'
  if (!well || tellsSuccess(ctx)) await writeOne(ctx, job.state === 'running' ? runningShape : shape, job)
  tellFailures(ctx, job)
  return verdict(ctx, job)
}

/** What an ended run means for the exit code. */
function verdict(ctx: Context, job: Started): number {
  const { expected = 0, failedCount = 0 } = job
  switch (job.state) {
    case 'running':
      ctx.note(`生成仍在进行：运行 xzx api generate.job --body '{"jobId":"${job.jobId}"}' 查看，或下次加 --wait`)
      return exit.ok
    case 'done':
      ctx.note(`生成完成，共 ${expected} 个页面`)
      return exit.ok
    case 'failed':
      ctx.note(`生成结束：成功 ${Math.max(0, expected - failedCount)} 页，失败 ${failedCount} 页`)
      return expected > failedCount ? exit.partial : exit.refused
    case 'cancelled':
      if (!ctx.signal.aborted) throw jobError('生成任务', 'cancelled')
      ctx.warn('已取消生成')
      return exit.refused
    default:
      throw jobError('生成任务', 'lost')
  }
}

/**
 * Runs a generation and tells its receipt. With `wait` it is followed to its end, and Ctrl+C cancels it.
 * @returns the exit code: 3 when pages failed
 */
export async function runGeneration(
  ctx: Context,
  send: (options?: { signal: AbortSignal }) => Promise<Started>,
  wait: boolean,
): Promise<number> {
  checkFields(ctx, shape)
  const calls = await callsOf(ctx)
  const shown = await progress(ctx, '正在生成静态页面')
  let job: Started
  try {
    const call = begin(ctx, () => send(wait ? undefined : { signal: ctx.signal }))
    job = await answered(ctx, calls, shown, call)
    if (wait && job?.state === 'running') job = await followed(ctx, calls, shown, job)
  } finally {
    shown.end()
  }
  return tell(ctx, job)
}
