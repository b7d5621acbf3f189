import { generate as contract, type Receipt } from '../../core/contract/generate.ts'
import { type JobState, jobStates } from '../../core/domain/jobs.ts'
import { parseTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { type Ctx, whoOf } from '../context.ts'
import { withinPatience } from '../jobs/jobs.ts'
import { askToStop, findJob, type Job, showJob } from '../jobs/rows.ts'
import { FileReply, implement, ownTransactions } from '../pipeline.ts'
import { onceByKey } from '../request-key.ts'
import type { Scope } from '../site/plan.ts'
import { renderNamedPage } from '../site/preview.ts'
import { runsFor } from '../site/service.ts'

const kinds = ['generate', 'update'] as const

async function needJob(ctx: Ctx, jobId: number): Promise<Job> {
  const job = await findJob(ctx.db, kinds, jobId)
  if (!job) throw new Refused('NOT_FOUND', `生成任务 ${jobId} 不存在`)
  return job
}

const shown = (ctx: Ctx, job: Job) => ({
  ...showJob(job, ctx.parts.jobs.now()),
  receipt: job.receipt === null ? null : (JSON.parse(job.receipt) as Receipt),
})

const need = async (ctx: Ctx, jobId: number) => shown(ctx, await needJob(ctx, jobId))

/** What the log calls a run's end: its own word where all went well, else the state's. */
const outcomeOf = (state: JobState): string => (state === 'done' ? '成功' : jobStates[state])

/**
 * Starts a run, waits a while and answers what it did, or its job where it goes on. The same request sent again, because its
 * answer was lost, answers the same run.
 */
async function run(ctx: Ctx, scope: Scope, says: string) {
  const { userId, name } = whoOf(ctx)
  const runs = runsFor(ctx.parts.site.site)
  if (ctx.call.dry)
    return ctx.transaction(async (inner) => need(inner, await runs.begin(inner.db, says, { id: userId, name })))
  const once = (begin: (trx: Ctx['db']) => Promise<number>) =>
    ctx.transaction((inner) => onceByKey(inner, scope, () => begin(inner.db)))
  const { id, fresh, done } = await runs.start(scope, says, { id: userId, name }, once)
  await withinPatience(done)
  const job = await need(ctx, id)
  const { receipt } = job
  if (!fresh) return { ...job, ...receipt }
  await ctx.transaction(async (inner) => {
    const { expected, written, removed, failedCount } = receipt ?? {}
    inner.record({
      ids: [id],
      after: { scope: says, expected, written, removed, failedCount },
      result: outcomeOf(job.state),
    })
  })
  return { ...job, ...receipt }
}

/** A scope's column in words. @throws Refused NOT_FOUND */
async function columnTitle(ctx: Ctx, columnId: number): Promise<string> {
  if (columnId <= 0) return '全部栏目'
  const column = await ctx.db.selectFrom('column').select('title').where('id', '=', columnId).executeTakeFirst()
  if (!column) throw new Refused('NOT_FOUND', '栏目不存在')
  return `栏目「${column.title}」`
}

function sinceOf(dateTime: string): number {
  if (/^0*$/.test(dateTime.trim())) return Number.NEGATIVE_INFINITY
  const since = parseTime(dateTime)
  if (since === null)
    throw new Refused('BAD_INPUT', '发布时间起（dateTime）：应为 2026-11-01 或 2026-11-01 08:00:00，0 为不限')
  return since
}

const typeOf = (position: string) => {
  if (position.endsWith('.xml')) return 'application/xml; charset=utf-8'
  return position.endsWith('.json') ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8'
}

export const generate = implement(contract, {
  generateIndex: ownTransactions((ctx: Ctx) => run(ctx, { kind: 'index' }, '首页')),
  generateColumn: ownTransactions(async (ctx: Ctx, { columnId }: { columnId: number }) =>
    run(ctx, { kind: 'column', columnId }, await columnTitle(ctx, columnId)),
  ),
  generateArticle: ownTransactions(async (ctx: Ctx, input: { columnId: number; dateTime: string }) => {
    const since = sinceOf(input.dateTime)
    return run(
      ctx,
      { kind: 'article', columnId: input.columnId, since },
      `${await columnTitle(ctx, input.columnId)}的文章`,
    )
  }),
  all: ownTransactions((ctx: Ctx, { force }: { force?: number | null | undefined }) =>
    force ? run(ctx, { kind: 'all', force: true }, '全站（全部重新生成）') : run(ctx, { kind: 'all' }, '全站'),
  ),
  // in turn, as previews of articles are: some that come together are not drawn in one go
  viewIndex: async (ctx, { position }) => {
    const draw = () => renderNamedPage(ctx.parts.site.site, position)
    const page = await ctx.parts.work.pages.run(`user ${whoOf(ctx).userId}`, draw, () => !ctx.call.gone())
    return new FileReply(typeOf(position), page)
  },
  job: async (ctx, { jobId }) => {
    if (jobId) return need(ctx, jobId)
    const job = await findJob(ctx.db, kinds, null)
    return job ? shown(ctx, job) : null
  },
  cancel: async (ctx, { jobId }) => {
    const job = await needJob(ctx, jobId)
    const { jobs } = ctx.parts
    if (await askToStop(ctx.db, job, jobs.now()))
      ctx.record({ ids: [jobId], before: { state: showJob(job, jobs.now()).state } })
    ctx.after(() => jobs.stop(jobId))
    return need(ctx, jobId)
  },
})
