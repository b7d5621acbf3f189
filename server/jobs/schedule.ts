import type { Kysely } from 'kysely'
import type { JobState } from '../../core/domain/jobs.ts'
import { type WorkName, works as workWords } from '../../core/domain/works.ts'
import { Refused } from '../../core/errors.ts'
import type { Parts, Schedule } from '../context.ts'
import type { Schema } from '../db/tables.ts'
import { plainReason } from '../full-disk.ts'
import type { Due, Last } from './due.ts'
import type { JobOutcome, JobWork } from './jobs.ts'
import { dueBy, nextBeat, type Rhythm, rhythmWords } from './rhythm.ts'
import { bySystem, endLost, isLost, type JobStart, type Starter } from './rows.ts'
import { type Work, works } from './works.ts'

const minute = 60_000
const names = Object.keys(works) as WorkName[]
const unknown: Last = { lastAt: null, lastMs: null, lastState: null, lastSays: null }

/** What a work is while it runs: nobody else does the same. */
export const jobOf = (name: WorkName, by: Starter): JobStart => ({
  kind: 'work',
  scope: workWords[name],
  alone: `work ${name}`,
  ...works[name].job,
  by,
})

/** The rows of the works by name. */
export async function dueRows(db: Kysely<Schema>): Promise<ReadonlyMap<string, Due>> {
  return new Map((await db.selectFrom('schedule').selectAll().execute()).map((row) => [row.name, row]))
}

/** A work's row, made or set anew where its rhythm is another one than that by which it was reckoned, or the clock was ahead then. */
export async function reckon(
  db: Kysely<Schema>,
  name: WorkName,
  { rhythm, now, row }: { readonly rhythm: Rhythm | null; readonly now: number; readonly row: Due | undefined },
): Promise<Due> {
  const words = rhythmWords(rhythm)
  const stands = row?.rhythm === words && (rhythm === null || row.dueAt === dueBy(rhythm, row.dueAt, now))
  if (row && stands) return row
  const fresh = { rhythm: words, dueAt: rhythm && nextBeat(rhythm, now) }
  await db
    .insertInto('schedule')
    .values({ name, ...fresh })
    .onConflict((oc) => oc.column('name').doUpdateSet(fresh))
    .execute()
  return { pausedAt: null, pausedBy: null, ...unknown, ...row, name, ...fresh }
}

const isDue = ({ dueAt, pausedAt }: Pick<Due, 'dueAt' | 'pausedAt'>, now: number) =>
  pausedAt === null && dueAt !== null && dueAt <= now

/** So long a process that cannot do a work leaves it to the others of its database: then it fails for everybody to see. */
const leavesFor = 30 * minute

/** Whether another process may be able to do what this one cannot: an embedded database has one. */
const isLeft = (parts: Parts, name: WorkName, { dueAt }: Due): boolean =>
  parts.db.dialect === 'postgres' && parts.now() < (dueAt ?? 0) + leavesFor && vain(parts, name) !== null

/** Why a work can come to nothing in this process, in words; null: it can be done. */
export const vain = (parts: Parts, name: WorkName): string | null => (works[name] as Work).idle?.(parts) ?? null

/** Somebody else did it meanwhile. */
class NotDue extends Error {}

/** What it came to, whatever it throws, and how long it took. */
async function carried(work: () => Promise<JobOutcome>): Promise<{ outcome: JobOutcome; ms: number }> {
  const begun = performance.now()
  const outcome = await work().catch((error: unknown): JobOutcome => ({ state: 'failed', says: plainReason(error) }))
  return { outcome, ms: Math.round(performance.now() - begun) }
}

const lastOf = (at: number, { state, says = null }: JobOutcome, ms: number): Last => ({
  ...{ lastAt: at, lastMs: ms, lastState: state satisfies JobState, lastSays: says },
})

async function noteRun(parts: Parts, name: WorkName, last: Last, asked: boolean): Promise<void> {
  const { own } = parts.schedule
  if (works[name].each) return void own.set(name, { dueAt: null, ...own.get(name), ...last })
  const rhythm = asked ? null : await works[name].rhythm(parts)
  await parts.db.write
    .updateTable('schedule')
    .set({ ...last, ...(!asked && { dueAt: rhythm && nextBeat(rhythm, parts.now()), rhythm: rhythmWords(rhythm) }) })
    .where('name', '=', name)
    .execute()
}

/**
 * The work of a job that does a work of the schedule: its row says how it went before the job ends, so that nobody finds it due and not running.
 * @param asked somebody asked for it: it moves no beat, and is kept even where there was nothing to do
 */
export function workOf(parts: Parts, name: WorkName, tell: (outcome: JobOutcome) => void, asked: boolean): JobWork {
  return async (watch) => {
    const at = parts.now()
    const { outcome, ms } = await carried(() => works[name].run(parts, watch))
    await noteRun(parts, name, lastOf(at, outcome, ms), asked)
    tell(outcome)
    const { idle, told, ...kept } = outcome
    return asked ? kept : outcome
  }
}

/** Makes the schedule of a process. @param tell hears of each work that fails, for the operator */
export function createSchedule(tell: (says: string) => void): Schedule {
  const own = new Map<WorkName, Last & Pick<Due, 'dueAt'>>()
  const running = new Map<WorkName, Promise<unknown>>()
  const told = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined
  let ended = false

  /** Once of each thing that is wrong, for as long as it is the same. */
  const once = (about: string, title: string, says: string | null) => {
    if (says !== null && told.get(about) !== says) tell(`${title}未能完成：${says}`)
    if (says === null) told.delete(about)
    else told.set(about, says)
  }
  const titleOf = (name: WorkName) => `计划任务「${workWords[name]}」`
  const tellOf = (name: WorkName) => (outcome: JobOutcome) => {
    if (!outcome.told) once(name, titleOf(name), outcome.state === 'failed' ? (outcome.says ?? '') : null)
  }

  async function ownWork(parts: Parts, name: WorkName, rhythm: Rhythm): Promise<void> {
    const due = own.get(name)?.dueAt ?? 0
    if (dueBy(rhythm, due, parts.now()) > parts.now()) return
    const at = parts.now()
    const { outcome, ms } = await carried(() => works[name].run(parts, { stopped: () => ended, progress: () => {} }))
    own.set(name, { ...lastOf(at, outcome, ms), dueAt: nextBeat(rhythm, parts.now()) })
    tellOf(name)(outcome)
  }

  async function sharedWork(parts: Parts, name: WorkName, row: Due): Promise<void> {
    if (!isDue(row, parts.now()) || isLeft(parts, name, row)) return
    const { db, jobs } = parts
    const id = await db
      .transaction(async (trx) => {
        const job = await jobs.begin(trx, jobOf(name, bySystem))
        const now = await trx.selectFrom('schedule').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
        if (!isDue(now, parts.now())) throw new NotDue()
        return job
      })
      .catch((error: unknown) => {
        const others = error instanceof NotDue || (error instanceof Refused && error.code === 'ALREADY_RUNNING')
        if (others) return null
        throw error
      })
    if (id !== null) await jobs.perform(id, workOf(parts, name, tellOf(name), false)).done
  }

  async function look(parts: Parts, name: WorkName, row: Due | undefined): Promise<void> {
    const work: Work = works[name]
    const rhythm = await work.rhythm(parts)
    if (!work.each)
      return sharedWork(parts, name, await reckon(parts.db.write, name, { rhythm, now: parts.now(), row }))
    if (rhythm) await ownWork(parts, name, rhythm)
  }

  async function beat(parts: Parts): Promise<void> {
    try {
      await endLostOnes(parts)
      const rows = await dueRows(parts.db.read)
      const begun = names.flatMap((name) => {
        if (ended || running.has(name)) return []
        const one = look(parts, name, rows.get(name)).then(
          () => once(`${name} begins`, titleOf(name), null),
          (error: unknown) => once(`${name} begins`, titleOf(name), plainReason(error)),
        )
        running.set(name, one)
        return one.finally(() => running.delete(name))
      })
      await Promise.all(begun)
    } catch (error) {
      once('all', '计划任务', plainReason(error))
    }
  }

  return {
    own,
    beat,
    tellOf,
    start(parts) {
      const again = () => {
        if (ended) return
        // no second way to have something done by the clock: all of them wait for this one
        timer = setTimeout(again, minute - (parts.now() % minute)).unref()
        void beat(parts)
      }
      again()
    },
    async stop({ jobs }) {
      ended = true
      clearTimeout(timer)
      await jobs.stopAll()
      await Promise.all(running.values())
    },
  }
}

/** Only where there are any: a write each minute for nothing would have every kept answer made anew. */
async function endLostOnes({ db, jobs }: Parts): Promise<void> {
  const lost = await db.read
    .selectFrom('job')
    .select('id')
    .where('state', '=', 'running')
    .where(isLost(jobs.now()))
    .executeTakeFirst()
  if (lost) await endLost(db.write, jobs.now())
}
