import { search as contract } from '../../core/contract/search.ts'
import type { Ctx } from '../context.ts'
import type { JobOutcome, JobWatch } from '../jobs/jobs.ts'
import { ownJobs } from '../jobs/own-job.ts'
import { implement, ownTransactions } from '../pipeline.ts'

const rebuilds = ownJobs<never>('searchIndex', true)

/** A job as the area shows it: it comes to nothing but its words. */
function shown<J extends { readonly receipt: unknown }>({ receipt, ...job }: J): Omit<J, 'receipt'> {
  return job
}
async function read(ctx: Ctx, jobId?: number | null) {
  const job = await rebuilds.read(ctx, jobId)
  return job && shown(job)
}

/** Makes the index anew, beside the one that is. */
function rebuild(ctx: Ctx, input: object) {
  const work = async (watch: JobWatch): Promise<JobOutcome> => {
    const done = await ctx.parts.search.rebuild(watch)
    return done
      ? { state: 'done', says: '已重建，新的索引已启用' }
      : { state: 'cancelled', says: '没有重建，原来的索引照常使用' }
  }
  return rebuilds.start(ctx, input, { scope: '检索索引', work })
}

export const search = implement(contract, {
  status: async (ctx) => ({ ...(await ctx.parts.search.standing()), rebuild: await read(ctx) }),
  rebuild: ownTransactions(async (ctx: Ctx, input: object) => shown(await rebuild(ctx, input))),
  job: (ctx, { jobId }) => read(ctx, jobId),
  cancel: async (ctx, { jobId }) => shown(await rebuilds.stop(ctx, jobId)),
})
