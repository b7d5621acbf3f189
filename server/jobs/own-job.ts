import { Refused } from '../../core/errors.ts'
import { type Ctx, whoOf } from '../context.ts'
import { onceByKey } from '../request-key.ts'
import { type JobWork, withinPatience } from './jobs.ts'
import { type JobKind, jobKinds } from './kinds.ts'
import { askToStop, findJob, type Job, type JobStart, showJob } from './rows.ts'

/** Jobs that a person begins, and that nobody else reads, where what they tell names things that are theirs to see. */

/** What is begun: what it is called, and its work. */
export interface OwnJob {
  readonly scope: string
  readonly work: JobWork
}

/**
 * The jobs of a kind; `R` is what they tell at their end.
 * @param shared whoever may begin one reads and stops all of them, and there is one at a time
 */
export function ownJobs<R>(kind: JobKind, shared = false) {
  const { says: noun } = jobKinds[kind]

  const shown = (ctx: Ctx, job: Job) => ({
    ...showJob(job, ctx.parts.jobs.now()),
    says: job.says,
    receipt: job.receipt === null ? null : (JSON.parse(job.receipt) as R),
  })

  /** Whose it is: a person's, or that of one of their scripts, which knows of nothing that it did not begin. */
  const owner = (ctx: Ctx): string => {
    const { kind: who, userId, sessionId } = whoOf(ctx)
    return who === 'script' ? `${kind} ${userId} script ${sessionId}` : `${kind} ${userId}`
  }
  const isOwn = (ctx: Ctx, { byId, alone }: Job): boolean =>
    byId === whoOf(ctx).userId && (whoOf(ctx).kind === 'person' || alone === owner(ctx))

  const need = async (ctx: Ctx, jobId: number): Promise<Job> => {
    const job = await findJob(ctx.db, [kind], jobId)
    if (!job || (!shared && !isOwn(ctx, job)))
      throw new Refused('NOT_FOUND', `${noun} ${jobId} 不存在${shared ? '' : '，或不是本人发起的'}`)
    return job
  }

  /** One of the caller's own, or their latest; null where there was none. @throws Refused NOT_FOUND */
  const read = async (ctx: Ctx, jobId: number | null | undefined) => {
    if (jobId) return shown(ctx, await need(ctx, jobId))
    const all = ctx.db.selectFrom('job').selectAll().where('kind', '=', kind)
    const mine = all.where('byId', '=', whoOf(ctx).userId)
    const query = shared ? all : whoOf(ctx).kind === 'person' ? mine : mine.where('alone', '=', owner(ctx))
    const job = await query.orderBy('id', 'desc').limit(1).executeTakeFirst()
    return job ? shown(ctx, job) : null
  }

  /** Stops one of the caller's own at its next piece. @throws Refused NOT_FOUND, or BAD_STATE for one that has ended */
  const stop = async (ctx: Ctx, jobId: number) => {
    const { jobs } = ctx.parts
    const job = await need(ctx, jobId)
    if (await askToStop(ctx.db, job, jobs.now()))
      ctx.record({ ids: [jobId], before: { state: showJob(job, jobs.now()).state } })
    ctx.after(() => jobs.stop(jobId))
    return shown(ctx, await need(ctx, jobId))
  }

  /**
   * Begins one, waits a while and answers what it came to, or as what job it goes on; to be wrapped in `ownTransactions`. One that is only tried has its row and does nothing.
   * @throws Refused ALREADY_RUNNING while the caller has one
   */
  const start = async (ctx: Ctx, input: object, { scope, work }: OwnJob) => {
    const { jobs } = ctx.parts
    const { userId, name } = whoOf(ctx)
    const begun: JobStart = { kind, scope, by: { id: userId, name }, alone: shared ? kind : owner(ctx) }
    if (ctx.call.dry)
      return ctx.transaction(async (inner) => shown(inner, await need(inner, await jobs.begin(inner.db, begun))))
    let fresh = false
    const id = await ctx.transaction((inner) =>
      onceByKey(inner, input, async () => {
        fresh = true
        const made = await jobs.begin(inner.db, begun)
        inner.record({ ids: [made], after: { scope } })
        return made
      }),
    )
    const done = fresh ? jobs.perform(id, work).done : jobs.running(id)?.done
    if (done) await withinPatience(done)
    return shown(ctx, await need(ctx, id))
  }

  return { read, stop, start }
}
