import type { Parts } from '../context.ts'
import type { JobWatch } from '../jobs/jobs.ts'

const keptFor = 90 * 24 * 3600_000
const atOnce = 500

/** Deletes what the server reminded people of long ago; notices that people wrote stay. */
export async function dropReminders({ db, now }: Parts, watch: JobWatch): Promise<number> {
  for (let count = 0; ; ) {
    const old = db.read
      .selectFrom('notice')
      .select('id')
      .where('auto', '=', 1)
      .where('deletedAt', 'is', null)
      .where('status', '=', 1)
      .where('createdAt', '<=', now() - keptFor)
      .limit(atOnce)
    const ids = watch.stopped() ? [] : (await old.execute()).map(({ id }) => id)
    if (ids.length > 0)
      await db.transaction(async (trx) => {
        await trx.deleteFrom('noticeTo').where('noticeId', 'in', ids).execute()
        await trx.deleteFrom('noticeRead').where('noticeId', 'in', ids).execute()
        await trx.deleteFrom('notice').where('id', 'in', ids).execute()
      })
    count += ids.length
    if (ids.length < atOnce) return count
  }
}
