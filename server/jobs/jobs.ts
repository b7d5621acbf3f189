import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Schema } from '../db/tables.ts'
import { plainReason } from '../full-disk.ts'
import { beginJob, dropJob, endJob, holderOf, type JobEnd, type JobStart, renewJob } from './rows.ts'

/** What a job is told and tells while it runs. */
export interface JobWatch {
  /** Somebody asked it to stop: it ends at its next piece. */
  stopped(): boolean
  progress(finished: number, total: number): void
}

/** What a job came to. */
export interface JobOutcome {
  readonly state: 'done' | 'failed' | 'cancelled'
  readonly says?: string | null
  /** What its kind tells beside that. */
  readonly receipt?: object
  /** How many pieces there were; none: what was last told. */
  readonly finished?: number
  readonly total?: number
  /** It found nothing to do: its row need not be kept. */
  readonly idle?: true
  /** The operator has read of it already. */
  readonly told?: true
}

/** A job that found nothing to do. */
export const nothingToDo: JobOutcome = { state: 'done', says: '没有要做的', idle: true }

/** Does the work of a job. What it throws is a failure, told in words. */
export type JobWork<O extends JobOutcome = JobOutcome> = (watch: JobWatch) => Promise<O>

/** A job that runs in this process. */
export interface Running<O extends JobOutcome = JobOutcome> {
  readonly id: number
  /** Follows when its end is written down; never throws. */
  readonly done: Promise<O | FailedJob>
}

/** What is known of a job that broke. */
export type FailedJob = JobOutcome & { readonly state: 'failed'; readonly error: unknown }

/** The jobs of this process: each has a row that says who asked for it, how far it is, and what became of it. */
export interface Jobs {
  /** By the clock of leases: that of processes, which no test moves. */
  now(): number
  /** Writes a start down in the caller's transaction. @throws Refused ALREADY_RUNNING */
  begin(trx: Kysely<Schema>, start: JobStart): Promise<number>
  /**
   * Does the work of a job that has begun, keeps its lease, and writes its end down.
   * @param failed what kind of end a fault is, where its kind tells more of it than words
   */
  perform<O extends JobOutcome>(id: number, work: JobWork<O>, failed?: (error: unknown) => O): Running<O>
  /** The job of this process, if it still runs. */
  running(id: number): Running | undefined
  /** Stops a job of this process at its next piece. */
  stop(id: number): void
  /** Stops all of them; comes back when their ends are written down. */
  stopAll(): Promise<void>
}

const beatMs = 1000

/** Makes the jobs of a process. */
export function createJobs(db: Pick<Db, 'write' | 'dialect'>, now: () => number = Date.now): Jobs {
  const holder = holderOf(process.pid, randomUUID().slice(0, 8))
  const stops = new Map<number, () => void>()
  const running = new Map<number, Running>()

  async function carry<O extends JobOutcome>(
    id: number,
    work: JobWork<O>,
    failed: ((error: unknown) => O) | undefined,
  ): Promise<O | FailedJob> {
    const progress = { finished: 0, total: 0 }
    let stopped = false
    stops.set(id, () => {
      stopped = true
    })
    // no work with a rhythm: it keeps the lease for as long as the job runs
    const beat = setInterval(() => {
      renewJob(db.write, id, { ...progress }, now()).then(
        (goOn) => {
          stopped ||= !goOn
        },
        () => {}, // a beat that fails is made good by the next one, or the lease ends
      )
    }, beatMs)
    const watch: JobWatch = {
      stopped: () => stopped,
      progress: (finished, total) => Object.assign(progress, { finished, total }),
    }
    let outcome: O | FailedJob
    try {
      outcome = await work(watch)
    } catch (error) {
      outcome = failed?.(error) ?? { state: 'failed', says: plainReason(error), error }
    }
    clearInterval(beat)
    stops.delete(id)
    const { state, says = null, receipt = null, idle } = outcome
    const end: JobEnd = { state, says, receipt, ...progress, ...pick(outcome) }
    await (idle ? dropJob(db.write, id) : endJob(db.write, id, end, now())).catch(() => {})
    return outcome
  }

  return {
    now,
    begin: (trx, start) => beginJob(trx, db.dialect, start, { holder, now: now() }),
    perform(id, work, failed) {
      const one = { id, done: carry(id, work, failed) }
      running.set(id, one)
      void one.done.then(() => running.delete(id))
      return one
    },
    running: (id) => running.get(id),
    stop: (id) => stops.get(id)?.(),
    async stopAll() {
      for (const stop of stops.values()) stop()
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

const pick = ({ finished, total }: JobOutcome) => ({
  ...(finished !== undefined && { finished }),
  ...(total !== undefined && { total }),
})

/** A call answers after this long with what there is; the rest follows by the job's id. */
const patienceMs = 10_000

/** Comes back when the job has ended, or somebody who waits for an answer has waited long enough. */
export function withinPatience(done: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs)
  })
  return Promise.race([done.then(() => {}), late]).finally(() => clearTimeout(timer))
}
