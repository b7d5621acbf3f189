import type { Kysely } from 'kysely'
import type { Receipt } from '../../core/contract/generate.ts'
import type { Schema } from '../db/tables.ts'
import type { JobOutcome, Jobs, JobWatch } from '../jobs/jobs.ts'
import { bySystem, type JobStart, type Starter } from '../jobs/rows.ts'
import { areasChangedSince } from './area-pages.ts'
import { rowsChangedSince } from './area-rows.ts'
import { emptyReceipt, generate, type Outcome, regenerate, type Site, type Watch } from './generate.ts'
import { again, momentOf } from './kept.ts'
import type { Lane, Long } from './lane.ts'
import type { Scope } from './plan.ts'
import { changedSince } from './shelf.ts'
import { pileOf, type Visibly } from './touched.ts'

type Once = (begin: (trx: Kysely<Schema>) => Promise<number>) => Promise<number>

export interface Started {
  readonly id: number
  /** False: it had been started before. */
  readonly fresh: boolean
  readonly done: Promise<Outcome | null>
}

/** Runs that people ask for: one at a time, each a job. */
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
  /** A run over the whole site within a job that has begun: the schedule's. */
  all(watch: JobWatch): Promise<Run>
}

type Run = JobOutcome & { readonly outcome: Outcome }

/** What a run came to, in words. */
export function receiptSays({ written, unchanged, removed, failedCount }: Receipt): string {
  const parts = [
    [written, `写入 ${written} 页`],
    [unchanged, `未变 ${unchanged} 页`],
    [removed, `移除 ${removed} 页`],
    [failedCount, `失败 ${failedCount} 页`],
  ] as const
  return parts.flatMap(([count, says]) => (count > 0 ? says : [])).join('，') || '没有页面要生成'
}

function runOf(outcome: Outcome): Run {
  const { cancelled, receipt } = outcome
  const { written, unchanged, failedCount, expected } = receipt
  const state = cancelled ? 'cancelled' : failedCount > 0 ? 'failed' : 'done'
  const finished = written + unchanged + failedCount
  return { state, says: receiptSays(receipt), receipt, finished, total: expected, outcome }
}

/** What another process changed while the run had its earlier state in hand: its pages are made once more. */
async function catchUp(site: Site, began: number, since: number): Promise<void> {
  const column = await site.db.read.selectFrom('column').select('id').where('updatedAt', '>=', began).executeTakeFirst()
  const skin = await site.db.read.selectFrom('skinFile').select('id').where('updatedAt', '>=', began).executeTakeFirst()
  const articles = await changedSince(site.db, began)
  const areas = await areasChangedSince(site.db, began)
  const rows = await rowsChangedSince(site.db, began)
  if (!column && !skin && [articles, areas, rows].every((some) => some.length === 0)) return
  const columnIds = [...new Set(articles.map((row) => row.columnId))]
  const touched = {
    ...{ articleIds: articles.map((row) => row.id), columnIds, areas, rows },
    everything: column !== undefined || skin !== undefined,
  }
  await regenerate(site, touched, { since })
}

/** What a full run shows, it need not show again. `more`: another server has shown something meanwhile. */
async function withTouched(site: Site, scope: Scope, watch: Watch): Promise<{ outcome: Outcome; more: boolean }> {
  const pile = await pileOf(site)
  const began = await momentOf(site.db)
  const outcome = await generate(site, scope, watch)
  const more = await again(site.db, began)
  if (scope.kind === 'all' && !outcome.cancelled && outcome.receipt.failedCount === 0) await pile.forget()
  return { outcome, more }
}

function brokenRun(error: unknown): Run {
  const reason = `生成出错：${error instanceof Error ? error.message : String(error)}`
  const receipt: Receipt = { ...emptyReceipt(), failed: [{ page: '', reason }], failedCount: 1 }
  return { ...runOf({ receipt, cancelled: false }), says: reason }
}

/**
 * Makes the runs of a site; all of them share its lane with the regeneration after approvals.
 * @param lanes where the work is done, and who hears that it is long
 * @param made told when pages were, and whether more waits
 */
export function runsOf(
  site: Site,
  { lane, long }: { lane: Lane; long: Long },
  jobs: Jobs,
  made: (more: boolean) => void,
): Runs {
  const startOf = (says: string, by: Starter): JobStart => ({ kind: 'generate', scope: says, by, alone: 'generate' })

  const perform = (id: number, work: (watch: Watch) => Promise<Outcome>) => {
    const { done } = jobs.perform(id, async (watch) => runOf(await work(watch)), brokenRun)
    return done.then((run) => (run as Run).outcome)
  }

  const inTurn = (scope: Scope) => (watch: Watch) =>
    long.run(() =>
      lane.run(async () => {
        const began = jobs.now()
        const { outcome, more } = await withTouched(site, scope, { ...watch, since: await long.since() })
        if (!outcome.cancelled) await catchUp(site, began, await long.since())
        made(more)
        return outcome
      }),
    )

  const begin: Runs['begin'] = (trx, says, by) => jobs.begin(trx, startOf(says, by))

  return {
    begin,
    all: async (watch) => runOf(await inTurn({ kind: 'all' })(watch)),
    async start(scope, says, by, once = site.db.transaction) {
      let fresh = false
      const id = await once((trx) => {
        fresh = true
        return begin(trx, says, by)
      })
      if (!fresh) {
        const before = jobs.running(id)?.done
        return { id, fresh, done: before?.then((run) => (run as Run).outcome) ?? Promise.resolve(null) }
      }
      return { id, fresh, done: perform(id, inTurn(scope)) }
    },
    async visibly(says, work) {
      const id = await jobs.begin(site.db.write, { kind: 'update', scope: says, by: bySystem })
      return long.run(() => perform(id, async (watch) => work({ ...watch, since: await long.since() })))
    },
  }
}
