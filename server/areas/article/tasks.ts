import { chunksOf } from '../../../core/chunks.ts'
import type { TaskReceipt } from '../../../core/contract/article/tasks.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import type { MoveName } from '../../../core/domain/article-states.ts'
import { Refused } from '../../../core/errors.ts'
import { stillMay } from '../../access/still.ts'
import { type Ctx, whoOf } from '../../context.ts'
import type { JobOutcome, JobWatch } from '../../jobs/jobs.ts'
import { ownJobs } from '../../jobs/own-job.ts'
import { apart } from '../../pipeline.ts'
import { allHold, test } from '../../rows/condition.ts'
import { reach } from './find.ts'
import { articleMover, type StatusItem } from './moves.ts'

/** Articles that somebody moves in the background: as the call that waits for it would, a hundred in a transaction. */

export const articleTasks = ownJobs<TaskReceipt>('bulk')

export const failuresTold = 1000

const receiptOf = ({ done, failed }: BulkResult): TaskReceipt => ({
  ...{ done, failed: failed.slice(0, failuresTold), failedCount: failed.length },
})

/** @param why it came to no end */
function told(result: BulkResult, state: JobOutcome['state'], why = ''): JobOutcome {
  const { done, failed } = result
  const says = [
    `成功 ${done.length} 篇`,
    failed.length > 0 ? `失败 ${failed.length} 篇（${failed[0]?.errorMsg}）` : '',
    why,
    state === 'done' ? '' : '其余没有处理',
  ]
  return { state, says: says.filter(Boolean).join('，'), receipt: receiptOf(result) }
}

type Shown = Awaited<ReturnType<typeof articleTasks.start>>
/** A task as its calls answer it: what became of the articles beside the job. */
export const flat = ({ receipt, ...job }: Shown) => ({ ...job, ...receipt })

/** Moves them, and answers how it went, or as what job it goes on; one that is only tried tells what would become of each. */
export async function startTask(
  ctx: Ctx,
  input: { readonly items: readonly StatusItem[] },
  move: MoveName,
  scope: string,
) {
  const { parts } = ctx
  const tried = ctx.call.dry ? await articleMover.move(move)(ctx, input) : null
  const who = whoOf(ctx)
  // each hundred has its own transaction, and none is asked for a second time
  const call = { ...ctx.call, requestKey: '' }
  const work = async (watch: JobWatch): Promise<JobOutcome> => {
    const so: BulkResult = { done: [], failed: [] }
    for (const items of chunksOf(input.items)) {
      if (watch.stopped()) return told(so, 'cancelled')
      const now = await stillMay(parts, who, call.key)
      if (typeof now === 'string') return told(so, 'failed', now)
      const result = await apart(parts, call, now, (inner) => articleMover.move(move)(inner, { items }))
      so.done.push(...result.done)
      so.failed.push(...result.failed)
      watch.progress(so.done.length + so.failed.length, input.items.length)
    }
    return told(so, 'done')
  }
  const job = flat(await articleTasks.start(ctx, input, { scope, work }))
  return tried ? { ...job, ...receiptOf(tried) } : job
}

/** Those that an import brought and that the caller reaches. @throws Refused NOT_FOUND where there are none */
export async function importedIn(ctx: Ctx, batch: string): Promise<StatusItem[]> {
  const rows = await ctx.db
    .selectFrom('article')
    .select('id')
    .where(allHold([...reach(ctx), test('batch', '=', batch)]))
    .orderBy('id')
    .execute()
  if (rows.length === 0) throw new Refused('NOT_FOUND', `没有批次为「${batch}」的文章，或已全部删除`)
  return rows.map(({ id }) => ({ articleId: id }))
}
