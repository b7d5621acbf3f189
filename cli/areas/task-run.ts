import type { article } from '../../core/contract/article.ts'
import type { Output } from '../../core/contract/endpoint.ts'
import { exitOfBulk } from '../bulk/run.ts'
import type { Context } from '../context.ts'
import { cleanLine } from '../output/clean.ts'
import { progress } from '../output/progress.ts'
import { tellsSuccess, writeValue } from '../output/write.ts'
import { answered, followed } from './follow-job.ts'
import { jobError } from './job-end.ts'

type Task = Output<typeof article.deleteImportArticle>

const failuresShown = 20

/**
 * Moves many articles in the background and follows it to its end; Ctrl+C stops it.
 * @param does what it would do, for who only tries it
 * @returns the exit code: 3 when some were refused
 */
export async function runTask(ctx: Context, does: string, send: () => Promise<Task>): Promise<number> {
  const { task, taskCancel } = await ctx.client('article')
  const calls = { job: task, cancel: taskCancel }
  const shown = await progress(ctx, '正在处理')
  let job: Task
  try {
    job = await answered(ctx, calls, shown, send())
    if (!ctx.flags.dryRun) job = await followed(ctx, calls, shown, job)
  } finally {
    shown.end()
  }
  const { done = [], failed = [], failedCount = failed.length, scope, state, says } = job
  if (tellsSuccess(ctx)) await writeValue(ctx, { done, failed, failedCount })
  for (const { id, errorMsg } of failed.slice(0, failuresShown)) ctx.warn(cleanLine(`文章 ${id}：${errorMsg}`))
  const code = exitOfBulk(done.length, Number(failedCount))
  if (ctx.flags.dryRun) {
    ctx.note(`试运行，没有作任何修改：${does}，可处理 ${done.length} 篇，不能处理 ${failedCount} 篇`)
    return code
  }
  const end = jobError(`「${scope}」`, state, says)
  if (end) throw end
  if (says) ctx.note(says)
  return code
}
