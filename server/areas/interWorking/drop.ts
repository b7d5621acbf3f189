import type { Parts } from '../../context.ts'
import type { JobWatch } from '../../jobs/jobs.ts'
import { setting } from '../../settings.ts'

const day = 24 * 3600_000
/** So many in one transaction: more would keep everybody waiting. */
const atOnce = 500

/** Forgets pushes that were refused or dismissed long ago; what was made of a thing before stays known by its number. @returns how many went */
export async function dropPushes({ db, now }: Parts, watch: JobWatch): Promise<number> {
  const before = now() - Number(await setting(db.read, 'interWorking.keepDays')) * day
  for (let count = 0; ; ) {
    if (watch.stopped()) return count
    const over = db.read
      .selectFrom('interWorking')
      .select('id')
      .where('status', 'in', [1, 3])
      .where('articleId', 'is', null)
      .where('bulletinId', 'is', null)
      .where('pushedAt', '<=', before)
      .limit(atOnce)
    const ids = (await over.execute()).map(({ id }) => id)
    if (ids.length > 0)
      await db.transaction(async (trx) => {
        await trx.deleteFrom('history').where('kind', '=', 'interWorking').where('rowId', 'in', ids).execute()
        await trx.deleteFrom('interWorking').where('id', 'in', ids).execute()
      })
    count += ids.length
    if (ids.length < atOnce) return count
  }
}
