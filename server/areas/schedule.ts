import { schedule as contract } from '../../core/contract/schedule.ts'
import type { JobState } from '../../core/domain/jobs.ts'
import { formatTime } from '../../core/domain/time.ts'
import { type WorkName, type WorkState, works as workWords } from '../../core/domain/works.ts'
import { Refused } from '../../core/errors.ts'
import { reachesDept } from '../access/beyond.ts'
import { type Ctx, partsIn, whoOf } from '../context.ts'
import { job as table } from '../db/tables/jobs.ts'
import type { Due, Last } from '../jobs/due.ts'
import { withinPatience } from '../jobs/jobs.ts'
import { type JobKind, jobKinds } from '../jobs/kinds.ts'
import { dueBy, nextBeat, rhythmWords } from '../jobs/rhythm.ts'
import { askToStop, findJob, isLost, type Job, type JobStart, showJob } from '../jobs/rows.ts'
import { dueRows, jobOf, reckon, vain, workOf } from '../jobs/schedule.ts'
import { works } from '../jobs/works.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { onceByKey } from '../request-key.ts'
import { equal } from '../rows/condition.ts'
import { pageRows } from '../rows/list.ts'

const names = Object.keys(works) as WorkName[]
const kinds = Object.keys(jobKinds) as JobKind[]
const text = (ms: number | null | undefined) => (ms == null ? null : formatTime(ms))

/** What runs now, and by whose lease it still does. */
async function runningNow(ctx: Ctx): Promise<(start: JobStart) => boolean> {
  const found = await ctx.db
    .selectFrom('job')
    .select(['alone', 'scope'])
    .where('state', '=', 'running')
    .where((eb) => eb.not(isLost(ctx.parts.jobs.now())(eb)))
    .execute()
  return ({ alone, scope }) => found.some((one) => one.alone === alone && one.scope === scope)
}

/**
 * When a work was last done, where its last run was not: of a backup that fails this is what there is to fall back on.
 * By the records of jobs, which are kept for 30 days.
 */
async function lastDone(ctx: Ctx, name: WorkName, { lastAt, lastState, lastSays }: Partial<Due>) {
  if (lastState == null || lastState === 'done') return { doneAt: text(lastAt), doneSays: lastSays ?? null }
  const { kind, scope } = jobOf(name, { id: null, name: '' })
  const job = await ctx.db
    .selectFrom('job')
    .select(['startedAt', 'says'])
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .where('state', '=', 'done')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return { doneAt: text(job?.startedAt), doneSays: job?.says ?? null }
}

/** When runs began whose process was gone before their end: no row of the schedule tells of them. */
async function lostRuns(ctx: Ctx): Promise<(name: WorkName) => number> {
  const found = await ctx.db
    .selectFrom('job')
    .select((eb) => ['kind', 'scope', eb.fn.max('startedAt').as('at')])
    .where((eb) =>
      eb.or([
        eb('state', '=', 'lost' satisfies JobState),
        eb.and([eb('state', '=', 'running'), isLost(ctx.parts.jobs.now())(eb)]),
      ]),
    )
    // what somebody began by another call is no run of the schedule
    .where((eb) => eb.or([eb('kind', '=', 'work'), eb('byId', 'is', null)]))
    .groupBy(['kind', 'scope'])
    .execute()
  return (name) => {
    const { kind, scope } = jobOf(name, { id: null, name: '' })
    return Number(found.find((one) => one.kind === kind && one.scope === scope)?.at ?? 0)
  }
}

const cutSays = '运行时服务停止，没有做完'

/** How a work went last, also where that run never came to its end. */
function cutShort(row: Partial<Due>, lost: (name: WorkName) => number, name: WorkName): Partial<Last> {
  const at = lost(name)
  if (at <= (row.lastAt ?? 0)) return row
  return { lastAt: at, lastMs: null, lastState: 'lost' satisfies JobState, lastSays: cutSays }
}

const stateOf = (on: boolean, paused: boolean, running: boolean): WorkState => {
  if (running) return 'running'
  return paused ? 'paused' : on ? 'on' : 'off'
}

const rhythmOf = (ctx: Ctx, name: WorkName) => works[name].rhythm(partsIn(ctx))

/** Works as replies show them. */
async function shown(ctx: Ctx, wanted: readonly WorkName[] = names) {
  const rows = await dueRows(ctx.db)
  const runs = await runningNow(ctx)
  const lost = await lostRuns(ctx)
  return Promise.all(
    wanted.map(async (name) => {
      const { says, steady = null, paused: pausing = null, each, ...work } = works[name]
      const rhythm = await rhythmOf(ctx, name)
      const row: Partial<Due> = (each ? ctx.parts.schedule.own.get(name) : rows.get(name)) ?? {}
      const paused = row.pausedAt != null
      // of another rhythm than it was reckoned by, or not looked at yet
      const known = each || row.rhythm === rhythmWords(rhythm) ? row.dueAt : null
      const { lastAt, lastMs, lastState, lastSays } = cutShort(row, lost, name)
      const done = await lastDone(ctx, name, { lastAt, lastState, lastSays })
      const vain = () =>
        work.idle?.(partsIn(ctx)) ?? (done.doneSays && work.gone?.(partsIn(ctx), done.doneSays)) ?? null
      return {
        ...{ name, title: workWords[name], says, steady, pausing },
        rhythm: rhythmWords(rhythm) || null,
        state: stateOf(rhythm !== null, paused, runs(jobOf(name, { id: null, name: '' }))),
        nextAt: rhythm === null || paused ? null : text(dueBy(rhythm, known ?? null, ctx.now)),
        lastAt: text(lastAt),
        lastMs: lastMs ?? null,
        lastState: (lastState ?? null) as JobState | null,
        lastSays: lastSays ?? null,
        ...done,
        pausedBy: row.pausedBy ?? null,
        idle: rhythm === null ? null : vain(),
      }
    }),
  )
}

const shownOne = async (ctx: Ctx, name: WorkName) =>
  (await shown(ctx, [name]))[0] as Awaited<ReturnType<typeof shown>>[number]

const shownJob = (ctx: Ctx, job: Job) => ({ ...showJob(job, ctx.parts.jobs.now()), says: job.says })

async function needJob(ctx: Ctx, jobId: number): Promise<Job> {
  const job = await findJob(ctx.db, kinds, jobId)
  if (!job) throw new Refused('NOT_FOUND', `任务 ${jobId} 不存在，或已超过 30 天`)
  return job
}

/** The row of a work, made where nobody has looked at it yet. */
async function rowOf(ctx: Ctx, name: WorkName): Promise<Due> {
  const row = (await dueRows(ctx.db)).get(name)
  return reckon(ctx.db, name, { rhythm: await rhythmOf(ctx, name), now: ctx.now, row })
}

/** Begins a work in this process, waits a while and answers its job as it is then. */
async function run(ctx: Ctx, { name }: { name: WorkName }) {
  const { parts } = ctx
  const why = vain(parts, name)
  // it would count as the last run, and as failed, though another process may do it each night
  if (why) {
    const elsewhere = parts.db.dialect === 'postgres' ? '；有几个服务进程的，请向做得了的那一个运行' : ''
    throw new Refused('BAD_STATE', `没有运行${workWords[name]}：${why}${elsewhere}`)
  }
  const { userId, name: caller } = whoOf(ctx)
  let fresh = false
  const begin = (inner: Ctx) => {
    fresh = true
    return parts.jobs.begin(inner.db, jobOf(name, { id: userId, name: caller }))
  }
  if (ctx.call.dry) return ctx.transaction(async (inner) => shownJob(inner, await needJob(inner, await begin(inner))))
  const id = await ctx.transaction((inner) =>
    onceByKey(inner, { name }, async () => {
      await rowOf(inner, name)
      const job = await begin(inner)
      inner.record({ ids: [name], after: { title: workWords[name] } })
      return job
    }),
  )
  const done = fresh
    ? parts.jobs.perform(id, workOf(parts, name, parts.schedule.tellOf(name), true)).done
    : parts.jobs.running(id)?.done
  if (done) await withinPatience(done)
  return shownJob(ctx, await needJob(ctx, id))
}

/** @throws Refused BAD_STATE for one that must go on */
async function pause(ctx: Ctx, name: WorkName, paused: boolean) {
  const { steady } = works[name]
  if (steady && paused) throw new Refused('BAD_STATE', steady)
  const row = await rowOf(ctx, name)
  if ((row.pausedAt !== null) !== paused) {
    const rhythm = await rhythmOf(ctx, name)
    await ctx.db
      .updateTable('schedule')
      .set(
        paused
          ? { pausedAt: ctx.now, pausedBy: whoOf(ctx).name }
          : { pausedAt: null, pausedBy: null, dueAt: rhythm && nextBeat(rhythm, ctx.now) },
      )
      .where('name', '=', name)
      .execute()
    ctx.record({ ids: [name], after: { title: workWords[name] } })
  }
  return shownOne(ctx, name)
}

/** Somebody else's run, or the schedule's, is stopped as a work is paused: a backup that is cancelled each night is none. @throws Refused */
function refuseOthers(ctx: Ctx, { byId }: Job): void {
  const { userId, kind } = whoOf(ctx)
  if (byId === userId) return
  if (kind !== 'person')
    throw new Refused('NO_PERMISSION', '脚本令牌只能取消本账号开始的任务，其他任务请用账号登录后取消')
  if (!reachesDept(ctx, null))
    throw new Refused('NO_PERMISSION', '您只能取消自己开始的任务，其他任务请由数据范围为全部的人员取消')
}

const jobColumns = Object.keys(table.columns).filter((column) => column !== 'receipt')

export const schedule = implement(contract, {
  list: (ctx) => shown(ctx),
  run: ownTransactions(run),
  pause: (ctx, { name }) => pause(ctx, name, true),
  resume: (ctx, { name }) => pause(ctx, name, false),
  jobs: async (ctx, { state, ...paging }) => {
    const where = equal('state', state)
    const found = await pageRows<Job>(ctx, table, { columns: jobColumns, where, paging })
    return { ...found, list: found.list.map((job) => shownJob(ctx, job)) }
  },
  cancel: async (ctx, { jobId }) => {
    const { jobs } = ctx.parts
    const job = await needJob(ctx, jobId)
    refuseOthers(ctx, job)
    if (await askToStop(ctx.db, job, jobs.now()))
      ctx.record({ ids: [jobId], before: { scope: job.scope }, after: { title: job.says } })
    ctx.after(() => jobs.stop(jobId))
    return shownJob(ctx, await needJob(ctx, jobId))
  },
})
