import { sql } from 'kysely'
import type { Db } from '../db/open.ts'

/**
 * Several servers of one PostgreSQL make pages in one folder: what one of them has shown, another that read earlier may put back. So rows of
 * table `touched` are kept for a while when they are shown, and are shown once more when such a run has come to its end, whatever that was.
 * Where one process makes all pages, rows are forgotten at once.
 */

/** The kinds of jobs that make pages. */
export const runKinds = ['generate', 'update'] as const
const keptMs = 3_600_000
/** Clocks of servers differ by no more. */
const clockMs = 60_000
const recovered = '中断；其间的改动已重新更新到网站'

const several = ({ dialect }: Pick<Db, 'dialect'>): boolean => dialect === 'postgres'

/** The database's own clock: one for all its servers. */
const clock = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** The moment from which on others may show what a run that begins now has not read; to be given to `again`. */
export async function momentOf(db: Db): Promise<number> {
  if (!several(db)) return 0
  const { rows } = await sql<{ at: number }>`select ${clock} as at`.execute(db.read)
  return Number(rows[0]?.at ?? 0)
}

/** Takes rows that are shown from what waits. */
export async function settle({ write, dialect }: Db, ids: readonly number[]): Promise<void> {
  if (several({ dialect })) await write.updateTable('touched').set({ shownAt: clock }).where('id', 'in', ids).execute()
  else await write.deleteFrom('touched').where('id', 'in', ids).execute()
}

/** So many runs of others may be under way when something changes. */
const againMost = 2

/**
 * What others have shown since a moment waits once more; not more often than there may have been runs that read it earlier, or two servers whose
 * runs go on beside each other would show it in turns for ever.
 * @returns whether there was any
 */
export async function again(db: Db, since: number): Promise<boolean> {
  if (!several(db)) return false
  const rows = await db.write
    .updateTable('touched')
    .set((eb) => ({ shownAt: null, shownAgain: eb(eb.fn.coalesce('shownAgain', eb.lit(0)), '+', eb.lit(1)) }))
    .where('shownAt', '>=', since)
    .where((eb) => eb(eb.fn.coalesce('shownAgain', eb.lit(0)), '<', againMost))
    .executeTakeFirst()
  return Number(rows.numUpdatedRows) > 0
}

/**
 * Runs whose server is gone: what was shown beside them waits once more. What is kept no longer is forgotten.
 * @returns whether there was such a run
 */
export async function recover(db: Db): Promise<boolean> {
  if (!several(db)) return false
  const jobs = db.read.selectFrom('job').where('kind', 'in', runKinds)
  const lost = await jobs.select(['id', 'startedAt']).where('state', '=', 'lost').where('says', 'is', null).execute()
  for (const { id, startedAt } of lost)
    await db.transaction(async (trx) => {
      await trx
        .updateTable('touched')
        .set({ shownAt: null })
        .where('shownAt', '>=', startedAt - clockMs)
        .execute()
      await trx.updateTable('job').set({ says: recovered }).where('id', '=', id).execute()
    })
  const running = await jobs.select('id').where('state', '=', 'running').executeTakeFirst()
  if (!running) await db.write.deleteFrom('touched').where('shownAt', '<', sql<number>`${clock} - ${keptMs}`).execute()
  return lost.length > 0
}
