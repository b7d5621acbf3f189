import { log } from '../../core/contract/log.ts'
import { followed } from '../areas/follow-job.ts'
import { jobError } from '../areas/job-end.ts'
import type { Context } from '../context.ts'
import { exit } from '../errors.ts'
import { columnsOf } from '../output/columns.ts'
import { progress } from '../output/progress.ts'
import { tellsSuccess, writeList, writeValue } from '../output/write.ts'
import { confirm } from '../questions.ts'

const shape = {
  columns: columnsOf(log.due.output.shape.months),
  usual: ['month', 'firstId', 'lastId', 'count'],
  idField: 'month',
  titleField: 'month',
}
const work = { name: 'logArchive' } as const

/** Begins the work and follows it to its end. */
async function run(ctx: Context) {
  const { run: begin, jobs, cancel } = await ctx.client('schedule')
  const shown = await progress(ctx, '正在归档')
  const job = async (of?: { jobId: string }) =>
    (await jobs({ pageSize: 50 })).list.find(({ jobId }) => jobId === of?.jobId) ?? null
  try {
    return await followed(ctx, { job, cancel }, shown, await begin(work, { signal: ctx.signal }))
  } finally {
    shown.end()
  }
}

/** Takes the months of the log that are old enough into signed files; a dry run names them. */
export async function archive(ctx: Context): Promise<number> {
  const { due, archives } = await ctx.client('log')
  const { months, held } = await due({}, { signal: ctx.signal })
  const count = months.reduce((sum, month) => sum + Number(month.count), 0)
  if (ctx.flags.dryRun) {
    // refused as it would be
    await (await ctx.client('schedule')).run(work, { signal: ctx.signal })
    if (ctx.format === 'json') await writeValue(ctx, { months, held })
    else await writeList(ctx, shape, months)
    ctx.note(`试运行：${months.length > 0 ? `将归档 ${months.length} 个月，共 ${count} 条` : '没有到期的整月'}`)
    if (held) ctx.note(held)
    return exit.ok
  }
  if (months.length > 0)
    await confirm(ctx, {
      text: `将把 ${months.map(({ month }) => month).join('、')} 的操作日志（${count} 条）移入归档文件，以后不能在列表中查询`,
      count,
    })
  const { scope, state, says } = await run(ctx)
  const end = jobError(`「${scope}」`, state, says)
  if (end) throw end
  const gone = new Set(months.map(({ month }) => month))
  const made = (await archives({}, { signal: ctx.signal })).filter(({ month }) => gone.has(month))
  if (ctx.format === 'json' && tellsSuccess(ctx)) await writeValue(ctx, { months: made, held })
  if (says) ctx.note(says)
  return exit.ok
}
