import { sql } from 'kysely'
import { Refused } from '../../../core/errors.ts'
import { callerAs, everywhere, ownCall } from '../../access/by-itself.ts'
import type { Parts } from '../../context.ts'
import { type JobOutcome, type JobWatch, nothingToDo } from '../../jobs/jobs.ts'
import type { Rhythm } from '../../jobs/rhythm.ts'
import { bySystem } from '../../jobs/rows.ts'
import { apart } from '../../pipeline.ts'
import { setting } from '../../settings.ts'
import { columnFolder } from '../../site/addresses.ts'
import { loadColumns } from '../../site/data.ts'
import { foldersIn } from '../../site/site-file.ts'
import { beginReading, perform, piecesFor } from './start.ts'

/** Articles of the columns that a setting names are read aloud by the server itself. */

/** So many in one beat: the rest waits for the next. */
const atOnce = 20
const call = ownCall('voice.synthesis', '生成文章语音')

/** Only where a column is named. */
export async function rhythm({ db }: Parts): Promise<Rhythm | null> {
  return foldersIn(await setting(db.read, 'voice.columns')).length > 0 ? { everyMinutes: 10 } : null
}

/** The article is not the one that was read (`isSame` of server/site/voices.ts). */
const differs = sql<boolean>`(voice.title != article.title or coalesce(voice.subtitle, '') != coalesce(article.subtitle, '') or coalesce(voice.seal, '') != coalesce(article.seal, '')
  or (article.seal is null and voice.version != article.version))`

/** Published articles of these columns that have no voice, or one of an earlier text; what failed is tried again after its next change. */
async function due({ db }: Parts): Promise<number[]> {
  const folders = foldersIn(await setting(db.read, 'voice.columns'))
  const columns = (await loadColumns(db)).filter((column) => folders.includes(columnFolder(column)))
  if (columns.length === 0) return []
  const ids = columns.map(({ id }) => id)
  const rows = await db.read
    .selectFrom('article')
    .leftJoin('voice', 'voice.articleId', 'article.id')
    .select('article.id')
    .where('article.columnId', 'in', ids)
    .where('article.status', '=', 2)
    .where('article.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('article.categoryType', 'is', null), eb('article.categoryType', '!=', 'URL')]))
    .where((eb) => eb.or([eb('voice.fileId', 'is', null), differs]))
    .where((eb) =>
      eb.or([eb('voice.failedVersion', 'is', null), eb('voice.failedVersion', '!=', eb.ref('article.version'))]),
    )
    .orderBy('article.publishTime', 'desc')
    .orderBy('article.id', 'desc')
    .limit(atOnce)
    .execute()
  return rows.map(({ id }) => id)
}

/** Reads one. @returns whether it came to a voice; null: somebody else is at it */
async function one(parts: Parts, id: number, watch: JobWatch): Promise<boolean | null> {
  const columns = ['id', 'title', 'subtitle', 'seal', 'version', 'content'] as const
  const article = await parts.db.read.selectFrom('article').select(columns).where('id', '=', id).executeTakeFirst()
  if (!article) return null
  const who = callerAs({ id: 0, account: '', name: '系统', deptId: null }, [everywhere])
  try {
    const pieces = await piecesFor(parts, article, 'schedule')
    const jobId = await apart(parts, call, who, (ctx) => beginReading(ctx, article, bySystem))
    const running = perform(parts, { jobId, article, pieces, call, who })
    const timer = setInterval(() => watch.stopped() && parts.jobs.stop(jobId), 500)
    const { state } = await running.done.finally(() => clearInterval(timer))
    return state === 'done'
  } catch (error) {
    if (!(error instanceof Refused) || error.code === 'ALREADY_RUNNING') return null
    // nothing in it to be read: not asked about again before it changes
    await parts.db.transaction(async (trx) => {
      const failed = { failedVersion: article.version }
      const kept = await trx.updateTable('voice').set(failed).where('articleId', '=', id).executeTakeFirst()
      if (kept.numUpdatedRows === 0n)
        await trx
          .insertInto('voice')
          .values({ articleId: id, ...failed })
          .execute()
    })
    return false
  }
}

/** The work of the schedule. */
export async function readDue(parts: Parts, watch: JobWatch): Promise<JobOutcome> {
  const { missing } = parts.ports.voice
  if (missing !== null) return { state: 'failed', says: missing }
  const ids = await due(parts)
  let [done, failed] = [0, 0]
  for (const [i, id] of ids.entries()) {
    watch.progress(i, ids.length)
    if (watch.stopped()) break
    const made = await one(parts, id, watch)
    if (made === true) done += 1
    if (made === false) failed += 1
  }
  if (done + failed === 0) return nothingToDo
  const says = `生成 ${done} 篇${failed > 0 ? `，${failed} 篇没有生成，在「语音」中看原因` : ''}`
  return { state: watch.stopped() ? 'cancelled' : 'done', says, finished: done + failed, total: ids.length }
}
