import { type Kysely, type Selectable, sql } from 'kysely'
import type { JobState, jobRow, Receipt } from '../../core/contract/generate.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { isAlive } from '../alive.ts'
import type { Dialect } from '../db/open.ts'
import type { RowOf } from '../db/table.ts'
import type { job as table } from '../db/tables/system.ts'
import type { Schema } from '../db/tables.ts'

/** Runs as rows of table `job`: who holds one renews its lease; a lease that ended means that its holder is gone. */
export type Job = Selectable<RowOf<typeof table.columns>>
/** A run as replies show it. */
export type JobView = (typeof jobRow)['_zod']['input']

const leaseMs = 20_000
const kind = 'generate'
/** The kind of a run that somebody asked to stop: its holder looks for it when it renews the lease. */
const stopping = 'generate-stop'
const kinds = [kind, stopping]
/** What shows a large pile of approvals: it is seen like a run, but stands in nobody's way. */
const updating = 'generate-update'
const shownKinds = [...kinds, updating]
/** Any number that no other lock of this database uses. */
const lock = 7_301_001

/** Who asked for a run. */
export interface Starter {
  readonly id: number | null
  readonly name: string
}

interface Start {
  readonly scope: string
  readonly holder: string
  readonly by: Starter
  readonly now: number
}

/** Ends the runs whose holder is gone. */
export async function endLost(db: Kysely<Schema>, now: number): Promise<void> {
  await db
    .updateTable('job')
    .set({ state: 'lost' satisfies JobState, endedAt: now })
    .where('kind', 'in', shownKinds)
    .where('state', '=', 'running')
    .where('leaseUntil', '<', now)
    .execute()
}

/** The process that holds a run, as its row names it. */
export const holderOf = (pid: number, start: string): string => `${pid}-${start}`

/**
 * Ends the runs of processes of this machine that are gone, without waiting for their leases: with an embedded database all
 * processes are of this machine. A process that has our own number is gone too, unless it is us.
 */
async function endGone(db: Kysely<Schema>, me: string, now: number): Promise<void> {
  const running = await db
    .selectFrom('job')
    .select(['id', 'holder'])
    .where('kind', 'in', shownKinds)
    .where('state', '=', 'running')
    .execute()
  for (const { id, holder } of running) {
    const pid = Number(holder.split('-')[0])
    if (holder === me || (pid !== process.pid && isAlive(pid))) continue
    await db
      .updateTable('job')
      .set({ state: 'lost' satisfies JobState, endedAt: now })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute()
  }
}

/**
 * Starts a run, in a transaction: one at a time for the site, over all processes.
 * @throws Refused ALREADY_RUNNING naming who runs and since when
 */
export async function beginJob(trx: Kysely<Schema>, dialect: Dialect, start: Start): Promise<number> {
  // Two that ask at once queue up here: on PostgreSQL at the lock, on SQLite at the first write of a transaction.
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(trx)
  await endLost(trx, start.now)
  if (dialect === 'sqlite') await endGone(trx, start.holder, start.now)
  const other = await trx
    .selectFrom('job')
    .select(['id', 'byName', 'startedAt'])
    .where('kind', 'in', kinds)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (other) {
    const says = `已有生成任务在运行（${other.byName}，${formatTime(other.startedAt).slice(0, 16)} 开始）`
    throw new Refused('ALREADY_RUNNING', says, { jobId: String(other.id) })
  }
  return insertJob(trx, kind, start)
}

/** Writes down that pages are being brought up to date after approvals: whoever asks for a run meanwhile is not refused. */
export const beginUpdate = (db: Kysely<Schema>, start: Start): Promise<number> => insertJob(db, updating, start)

/** An update goes on until it is done: what it shows was approved. */
export const isUpdate = (job: Job): boolean => job.kind === updating

async function insertJob(db: Kysely<Schema>, as: string, { scope, holder, by, now }: Start): Promise<number> {
  const who = { byId: by.id, byName: by.name }
  const row = {
    kind: as,
    scope,
    state: 'running',
    holder,
    leaseUntil: now + leaseMs,
    total: 0,
    finished: 0,
    startedAt: now,
    ...who,
  }
  return (await db.insertInto('job').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/**
 * Renews the lease and tells how far the run is.
 * @returns whether the run should go on: false when it is to stop, or its lease had ended and another may run
 */
export async function renewJob(
  db: Kysely<Schema>,
  id: number,
  progress: { finished: number; total: number },
  now: number,
): Promise<boolean> {
  const row = await db
    .updateTable('job')
    .set({ ...progress, leaseUntil: now + leaseMs })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('kind')
    .executeTakeFirst()
  return row !== undefined && row.kind !== stopping
}

/** Writes down a run's end. */
export async function endJob(
  db: Kysely<Schema>,
  id: number,
  state: JobState,
  receipt: Receipt,
  now: number,
): Promise<void> {
  const { written, unchanged, failedCount, expected } = receipt
  await db
    .updateTable('job')
    .set({
      state,
      receipt: JSON.stringify(receipt),
      endedAt: now,
      finished: written + unchanged + failedCount,
      total: expected,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Asks a run to stop; its holder does so at the next page or, in another process, when it renews. */
export async function askToStop(db: Kysely<Schema>, id: number): Promise<void> {
  await db.updateTable('job').set({ kind: stopping }).where('id', '=', id).where('state', '=', 'running').execute()
}

/** A run by its id, or the latest one. */
export async function findJob(db: Kysely<Schema>, id: number | null): Promise<Job | undefined> {
  const query = db.selectFrom('job').selectAll().where('kind', 'in', shownKinds)
  return id === null
    ? query.orderBy('id', 'desc').limit(1).executeTakeFirst()
    : query.where('id', '=', id).executeTakeFirst()
}

/** A run as the calls show it; one whose lease ended is shown as lost, whoever will write that down. */
export function showJob(job: Job, now: number): JobView {
  const lost = job.state === 'running' && job.leaseUntil < now
  return {
    jobId: String(job.id),
    scope: job.scope,
    state: lost ? 'lost' : (job.state as JobState),
    total: job.total,
    finished: job.finished,
    byName: job.byName,
    startedAt: formatTime(job.startedAt),
    endedAt: job.endedAt === null ? null : formatTime(job.endedAt),
    receipt: job.receipt === null ? null : (JSON.parse(job.receipt) as Receipt),
  }
}
