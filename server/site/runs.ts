import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { JobState, Receipt } from '../../core/contract/generate.ts'
import type { Schema } from '../db/tables.ts'
import { areasChangedSince } from './area-pages.ts'
import { emptyReceipt, generate, type Outcome, regenerate, type Site, type Watch } from './generate.ts'
import { beginJob, beginUpdate, endJob, holderOf, renewJob, type Starter } from './jobs.ts'
import type { Lane } from './lane.ts'
import type { Scope } from './plan.ts'
import { changedSince } from './shelf.ts'
import { pileOf, type Visibly } from './touched.ts'

type Once = (begin: (trx: Kysely<Schema>) => Promise<number>) => Promise<number>

export interface Started {
  readonly id: number
  /** False: it had been started before. */
  readonly fresh: boolean
  readonly done: Promise<void>
}

/** Runs that people ask for: one at a time, with a row that tells how far it is. */
export interface Runs {
  /**
   * Starts a run and comes back with its id; `done` follows when the run has ended and never throws.
   * @param once runs the start in a transaction, or answers the run that the same request started before
   * @throws Refused ALREADY_RUNNING
   */
  start(scope: Scope, says: string, by: Starter, once?: Once): Promise<Started>
  /** Only the start's row: what stands in the way of a run is refused. @throws Refused ALREADY_RUNNING */
  begin(trx: Kysely<Schema>, says: string, by: Starter): Promise<number>
  /** Does work that nobody asked for, with a row that tells how far it is. It keeps nobody from a run; who asks for one waits in the lane. */
  readonly visibly: Visibly
  /** Stops a run of this process at the next page. */
  stop(id: number): void
  /** Stops all of them; comes back when their ends are written down. */
  stopAll(): Promise<void>
}

const holder = holderOf(process.pid, randomUUID().slice(0, 8))
const beatMs = 1000

const stateOf = ({ cancelled, receipt }: Outcome): JobState => {
  if (cancelled) return 'cancelled'
  return receipt.failedCount > 0 ? 'failed' : 'done'
}

/** What another process changed while the run had its earlier state in hand: its pages are made once more. */
async function catchUp(site: Site, since: number): Promise<void> {
  const column = await site.db.read.selectFrom('column').select('id').where('updatedAt', '>=', since).executeTakeFirst()
  const articles = await changedSince(site.db, since)
  const areas = await areasChangedSince(site.db, since)
  if (!column && articles.length === 0 && areas.length === 0) return
  const columnIds = [...new Set(articles.map((row) => row.columnId))]
  await regenerate(site, {
    articleIds: articles.map((row) => row.id),
    columnIds,
    everything: column !== undefined,
    areas,
  })
}

/** What a full run shows, it need not show again. */
async function withTouched(site: Site, scope: Scope, watch: Watch): Promise<Outcome> {
  const pile = await pileOf(site)
  const outcome = await generate(site, scope, watch)
  if (scope.kind === 'all' && !outcome.cancelled && outcome.receipt.failedCount === 0) await pile.forget()
  return outcome
}

/** Makes the runs of a site; all of them share its lane with the regeneration after approvals. */
export function runsOf(site: Site, lane: Lane, now: () => number): Runs {
  const stops = new Map<number, () => void>()
  const running = new Map<number, Promise<void>>()
  const { write, dialect } = { write: site.db.write, dialect: site.db.dialect }

  const failedRun = (error: unknown): Outcome => {
    const reason = `生成出错：${error instanceof Error ? error.message : String(error)}`
    const receipt: Receipt = { ...emptyReceipt(), failed: [{ page: '', reason }], failedCount: 1 }
    return { receipt, cancelled: false }
  }

  /** Does a run's work and keeps its row up to date until its end is written down. */
  async function perform(id: number, work: (watch: Watch) => Promise<Outcome>): Promise<Outcome> {
    const progress = { finished: 0, total: 0 }
    let stopped = false
    stops.set(id, () => {
      stopped = true
    })
    const beat = setInterval(() => {
      renewJob(write, id, { ...progress }, now()).then(
        (goOn) => {
          stopped ||= !goOn
        },
        () => {}, // a beat that fails is made good by the next one, or the lease ends
      )
    }, beatMs)
    const watch: Watch = {
      stopped: () => stopped,
      progress: (finished, total) => {
        progress.finished = finished
        progress.total = total
      },
    }
    const outcome = await work(watch).catch(failedRun)
    clearInterval(beat)
    stops.delete(id)
    await endJob(write, id, stateOf(outcome), outcome.receipt, now()).catch(() => {})
    return outcome
  }

  const begin: Runs['begin'] = (trx, says, by) => beginJob(trx, dialect, { scope: says, holder, by, now: now() })

  const inTurn = (scope: Scope) => (watch: Watch) =>
    lane.run(async () => {
      const since = now()
      const made = await withTouched(site, scope, watch)
      if (!made.cancelled) await catchUp(site, since)
      return made
    })

  return {
    begin,
    async start(scope, says, by, once = site.db.transaction) {
      let fresh = false
      const id = await once((trx) => {
        fresh = true
        return begin(trx, says, by)
      })
      if (!fresh) return { id, fresh, done: running.get(id) ?? Promise.resolve() }
      const done = perform(id, inTurn(scope)).then(() => {})
      running.set(id, done)
      void done.then(() => running.delete(id))
      return { id, fresh, done }
    },
    async visibly(says, work) {
      const by = { id: null, name: '系统' }
      return perform(await beginUpdate(write, { scope: says, holder, by, now: now() }), work)
    },
    stop: (id) => stops.get(id)?.(),
    async stopAll() {
      for (const stop of stops.values()) stop()
      await Promise.all(running.values())
    },
  }
}
