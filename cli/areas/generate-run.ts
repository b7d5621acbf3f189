import { setTimeout as sleep } from 'node:timers/promises'
import type { Output } from '../../core/contract/endpoint.ts'
import { generate } from '../../core/contract/generate.ts'
import { ApiError } from '../../core/errors.ts'
import { diskFull } from '../../core/text.ts'
import type { Context } from '../context.ts'
import { exit } from '../errors.ts'
import { waitLockMs } from '../lock.ts'
import { cleanLine } from '../output/clean.ts'
import { columnsOf } from '../output/columns.ts'
import { progress } from '../output/progress.ts'
import { checkFields, isForPrograms, isValueFormat, tellsSuccess, writeOne, writeValue } from '../output/write.ts'
import { answered, followed } from './follow-job.ts'
import { jobError } from './job-end.ts'

/** What a generating call answers: its job, and the receipt once it has ended. */
export type Started = Output<typeof generate.all>

const lockRetryMs = 1000
const failuresShown = 20

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

const columns = columnsOf(generate.all.output)
const receiptFields = ['scope', 'state', 'expected', 'written', 'unchanged', 'removed', 'failedCount', 'ms']
const shape = { columns, usual: receiptFields, idField: 'jobId' }
const runningShape = { ...shape, usual: ['jobId', 'scope', 'state', 'total', 'finished', 'startedAt'] }

/** Which pages failed, and why: on stderr, but for who reads them as JSON, or names them in a report of their own. */
function tellFailures(ctx: Context, { failed = [], failedCount = failed.length }: Partial<NonNullable<Started>>): void {
  const { world, warn } = ctx
  world.onFailed?.(failed.map(({ page, reason }) => ({ id: page, errorCode: 'PAGE', errorMsg: reason })))
  if (world.onFailed || isForPrograms(ctx)) return
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
      if (expected > failedCount) return exit.partial
      return job.failed?.every(({ reason }) => reason.includes(diskFull)) ? exit.unreachable : exit.refused
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
  const calls = await ctx.client('generate')
  const shown = await progress(ctx, '正在生成静态页面')
  let job: Started
  try {
    const call = begin(ctx, () => send(wait ? undefined : { signal: ctx.signal }))
    job = await answered(ctx, calls, shown, call)
    if (wait && job?.state === 'running') {
      const ended = await followed(ctx, calls, shown, job as Exclude<Output<typeof generate.job>, null>)
      job = { ...ended, ...ended.receipt } as Started
    }
  } finally {
    shown.end()
  }
  return tell(ctx, job)
}
