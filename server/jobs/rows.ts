import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import { type JobState, jobStates } from '../../core/domain/jobs.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { latest } from '../ahead.ts'
import { isAlive } from '../alive.ts'
import type { Dialect } from '../db/open.ts'
import type { RowOf } from '../db/table.ts'
import type { job as table } from '../db/tables/jobs.ts'
import type { Schema } from '../db/tables.ts'
import { type JobKind, jobKinds } from './kinds.ts'

/** Jobs as rows of table `job`: who holds one renews its lease; a lease that ended means that its holder is gone. */
export type Job = Selectable<RowOf<typeof table.columns>>

const leaseMs = 20_000
/** Any number that no other lock of this database uses. */
const lock = 7_301_001

/** Who asked for a job. */
export interface Starter {
  readonly id: number | null
  readonly name: string
}

/** Nobody asked: the server does it by itself. */
export const bySystem: Starter = { id: null, name: '系统' }

/** What a job is to be. */
export interface JobStart {
  readonly kind: JobKind
  /** What it is about, in words. */
  readonly scope: string
  readonly by: Starter
  /** No two run at once that have the same here, over all processes; none: any number. */
  readonly alone?: string
}

/** How far a job is. */
export interface Progress {
  readonly finished: number
  readonly total: number
}

/** What became of a job. */
export interface JobEnd extends Progress {
  readonly state: JobState
  /** In words, for lists. */
  readonly says: string | null
  /** What its kind tells beside that. */
  readonly receipt?: object | null
}

/** The process that holds a job, as its row names it. */
export const holderOf = (pid: number, start: string): string => `${pid}-${start}`

const ended = (now: number) => ({ state: 'lost' satisfies JobState as string, endedAt: now })

/** No lease lasts so long: it was taken while the clock was ahead, by who is gone since, for who goes on renews it. */
const heldUntil = (now: number) => latest(now + leaseMs)

/** A running job whose holder is gone, as a condition on its row. */
export const isLost = (now: number) => (eb: ExpressionBuilder<Schema, 'job'>) =>
  eb.or([eb('leaseUntil', '<', now), eb('leaseUntil', '>', heldUntil(now))])

/** Ends the jobs whose holder is gone. */
export async function endLost(db: Kysely<Schema>, now: number): Promise<void> {
  await db.updateTable('job').set(ended(now)).where('state', '=', 'running').where(isLost(now)).execute()
}

/**
 * Ends the jobs of processes of this machine that are gone, without waiting for their leases: with an embedded database all
 * processes are of this machine. A process that has our own number is gone too, unless it is us.
 */
async function endGone(db: Kysely<Schema>, me: string, now: number): Promise<void> {
  const running = await db.selectFrom('job').select(['id', 'holder']).where('state', '=', 'running').execute()
  for (const { id, holder } of running) {
    const pid = Number(holder.split('-')[0])
    if (holder === me || (pid !== process.pid && isAlive(pid))) continue
    await db.updateTable('job').set(ended(now)).where('id', '=', id).where('state', '=', 'running').execute()
  }
}

/**
 * Writes down that a job begins, in a transaction.
 * @throws Refused ALREADY_RUNNING naming who runs what it may not run beside, and since when
 */
export async function beginJob(
  trx: Kysely<Schema>,
  dialect: Dialect,
  { kind, scope, by, alone }: JobStart,
  { holder, now }: { readonly holder: string; readonly now: number },
): Promise<number> {
  if (alone !== undefined) {
    // Two that ask at once queue up here: on PostgreSQL at the lock, on SQLite at the first write of a transaction.
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(trx)
    await endLost(trx, now)
    if (dialect === 'sqlite') await endGone(trx, holder, now)
    const other = await trx
      .selectFrom('job')
      .select(['id', 'byName', 'startedAt'])
      .where('alone', '=', alone)
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (other) {
      const says = `已有${jobKinds[kind].says}在运行（${other.byName}，${formatTime(other.startedAt).slice(0, 16)} 开始）`
      throw new Refused('ALREADY_RUNNING', says, { jobId: String(other.id) })
    }
  }
  const row = { kind, scope, alone: alone ?? null, state: 'running', holder, leaseUntil: now + leaseMs, startedAt: now }
  return (
    await trx
      .insertInto('job')
      .values({ ...row, total: 0, finished: 0, byId: by.id, byName: by.name })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

/**
 * Renews the lease and tells how far the job is.
 * @returns whether it should go on: false when it is to stop, or its lease had ended and another may run
 */
export async function renewJob(db: Kysely<Schema>, id: number, progress: Progress, now: number): Promise<boolean> {
  const row = await db
    .updateTable('job')
    .set({ ...progress, leaseUntil: now + leaseMs })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('stopAskedAt')
    .executeTakeFirst()
  return row !== undefined && row.stopAskedAt === null
}

/** Writes down a job's end. */
export async function endJob(db: Kysely<Schema>, id: number, end: JobEnd, now: number): Promise<void> {
  const { state, says, receipt, finished, total } = end
  await db
    .updateTable('job')
    .set({ state, says, receipt: receipt ? JSON.stringify(receipt) : null, endedAt: now, finished, total })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Takes away a job that found nothing to do. */
export async function dropJob(db: Kysely<Schema>, id: number): Promise<void> {
  await db.deleteFrom('job').where('id', '=', id).execute()
}

/**
 * Asks the process that holds a job to stop.
 * @returns whether it is asked for the first time
 * @throws Refused BAD_STATE for one that must go on, or has come to its end
 */
export async function askToStop(db: Kysely<Schema>, { id, kind, scope }: Job, now: number): Promise<boolean> {
  const { goesOn } = jobKinds[kind as JobKind]
  if (goesOn) throw new Refused('BAD_STATE', goesOn)
  await endLost(db, now)
  const asked = await db
    .updateTable('job')
    .set({ stopAskedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('stopAskedAt', 'is', null)
    .executeTakeFirst()
  if (Number(asked.numUpdatedRows) > 0) return true
  const { state } = await db.selectFrom('job').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  if (state === 'running') return false
  throw new Refused('BAD_STATE', `任务「${scope}」${jobStates[state as JobState]}，不能取消：只有进行中的任务可以取消`)
}

/** A job of some kinds by its id, or the latest one. */
export async function findJob(
  db: Kysely<Schema>,
  kinds: readonly JobKind[],
  id: number | null,
): Promise<Job | undefined> {
  const query = db.selectFrom('job').selectAll().where('kind', 'in', kinds)
  return id === null
    ? query.orderBy('id', 'desc').limit(1).executeTakeFirst()
    : query.where('id', '=', id).executeTakeFirst()
}

/** A job as every call shows it; one whose lease ended is shown as lost, whoever will write that down. */
export function showJob(job: Job, now: number) {
  const lost = job.state === 'running' && (job.leaseUntil < now || job.leaseUntil > heldUntil(now))
  return {
    jobId: String(job.id),
    scope: job.scope,
    state: lost ? ('lost' as const) : (job.state as JobState),
    total: job.total,
    finished: job.finished,
    byName: job.byName,
    startedAt: formatTime(job.startedAt),
    endedAt: job.endedAt === null ? null : formatTime(job.endedAt),
  }
}
