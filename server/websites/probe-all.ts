import { chunksOf } from '../../core/chunks.ts'
import type { Parts } from '../context.ts'
import { type JobOutcome, type JobWatch, nothingToDo } from '../jobs/jobs.ts'

/** So many are asked at a time: each waits ten seconds at most. */
const atOnce = 8

interface Asked {
  readonly id: number
  readonly url: string
  readonly state: number
}

/** Looks at some websites and keeps what was found; when a state changes, since when. */
export async function probeSome({ db, now, ports }: Parts, some: readonly Asked[]): Promise<void> {
  const found = await Promise.all(some.map(async (one) => ({ ...one, ...(await ports.probe.look(one.url)) })))
  const at = now()
  await db.transaction(async (trx) => {
    for (const { id, url, state: was, ok, statusCode, ms, reason } of found) {
      const state = ok === null ? 0 : ok ? 1 : 2
      await trx
        .updateTable('website')
        .set({ state, statusCode, ms, reason, checkedAt: at, ...(state !== was && { changedAt: at }) })
        .where('id', '=', id)
        // its address has changed meanwhile: this was another one
        .where('url', '=', url)
        .execute()
    }
  })
}

/** Looks at all websites that are to be looked at. */
export async function probeAll(parts: Parts, watch: JobWatch): Promise<JobOutcome> {
  const all = await parts.db.read
    .selectFrom('website')
    .select(['id', 'url', 'state'])
    .where('enabled', '=', 1)
    .orderBy('id')
    .execute()
  if (all.length === 0) return nothingToDo
  let finished = 0
  for (const some of chunksOf(all, atOnce)) {
    if (watch.stopped()) return { state: 'cancelled' }
    await probeSome(parts, some)
    finished += some.length
    watch.progress(finished, all.length)
  }
  return { ...nothingToDo, says: `检测了 ${all.length} 个网站` }
}
