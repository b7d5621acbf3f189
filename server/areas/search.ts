import type { Parsed } from '../../core/contract/endpoint.ts'
import { search as contract, suggestFrom } from '../../core/contract/search.ts'
import type { Ctx } from '../context.ts'
import * as rowTexts from '../db/migrations/202611271330-row-texts.ts'
import { networkOf } from '../http/network.ts'
import type { JobOutcome, JobWatch } from '../jobs/jobs.ts'
import { ownJobs } from '../jobs/own-job.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { allHold, among, like } from '../rows/condition.ts'
import { articlePath } from '../site/addresses.ts'
import { online } from './article/open.ts'

/** Notes of changed texts of all that is looked through. */
export const migrations = { '202611271330-row-texts': rowTexts }

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

const suggestedMost = 8
const hotMost = 3

/** Hot words that hold what is typed, in their order, and the newest articles whose titles do. */
async function suggest(ctx: Ctx, { keyword }: Parsed<typeof contract.suggest>) {
  const words = keyword?.trim() ?? ''
  const network = networkOf(ctx.call.address)
  if ([...words].length < suggestFrom || ctx.parts.suggestions.take(network, ctx.now) === null) return []
  const hot = await ctx.db
    .selectFrom('hot')
    .select('name')
    .where('enabled', '=', 1)
    .where(allHold(like('name', words)))
    .orderBy('sort')
    .orderBy('id', 'desc')
    .limit(hotMost)
    .execute()
  const ids = await ctx.parts.search.titled(words, suggestedMost - hot.length, network)
  const rows = ids.length === 0 ? [] : await titlesOf(ctx, ids)
  const byId = new Map(rows.map(({ id, title }) => [id, title]))
  return [
    ...hot.map(({ name }) => ({ text: name, url: null })),
    ...ids.flatMap((id) => {
      const title = byId.get(id)
      return title === undefined ? [] : [{ text: title, url: `/site/${articlePath(id)}` }]
    }),
  ]
}

/** Of what is online at this moment: the index may be a moment behind. */
const titlesOf = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('article')
    .select(['id', 'title'])
    .where(allHold([...online, among('id', ids)]))
    .where('unfound', 'is distinct from', 1)
    .execute()

export const search = implement(contract, {
  suggest,
  status: async (ctx) => ({ ...(await ctx.parts.search.standing()), rebuild: await read(ctx) }),
  rebuild: ownTransactions(async (ctx: Ctx, input: object) => shown(await rebuild(ctx, input))),
  job: (ctx, { jobId }) => read(ctx, jobId),
  cancel: async (ctx, { jobId }) => shown(await rebuilds.stop(ctx, jobId)),
})
