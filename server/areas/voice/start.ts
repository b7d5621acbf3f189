import { Refused } from '../../../core/errors.ts'
import { type Ctx, type Parts, whoOf } from '../../context.ts'
import { type Running, withinPatience } from '../../jobs/jobs.ts'
import { findJob, type JobStart, type Starter, showJob } from '../../jobs/rows.ts'
import { isSame } from '../../site/voices.ts'
import { needArticle } from '../article/find.ts'
import { type Reading, readAloud } from './make.ts'
import { type Stand, showVoices, type VoiceRow } from './show.ts'

/** What an article is read from. */
interface Text extends Stand {
  readonly content: string
}

/** The voice of an article; none: it never had one. */
export const voiceOf = (ctx: Pick<Ctx, 'db'>, articleId: number): Promise<VoiceRow | undefined> =>
  ctx.db.selectFrom('voice').selectAll().where('articleId', '=', articleId).executeTakeFirst()

/** The voices of some articles, in their order. */
export async function voicesOf(
  ctx: Pick<Ctx, 'db'>,
  articles: readonly { readonly id: number }[],
): Promise<VoiceRow[]> {
  if (articles.length === 0) return []
  const ids = articles.map(({ id }) => id)
  const rows = await ctx.db.selectFrom('voice').selectAll().where('articleId', 'in', ids).execute()
  return ids.flatMap((id) => rows.find(({ articleId }) => articleId === id) ?? [])
}

/** The job that makes it at this moment. */
export async function runningOf(ctx: Pick<Ctx, 'db' | 'parts'>, row: VoiceRow | undefined) {
  const job = row?.jobId ? await findJob(ctx.db, ['voice'], row.jobId) : undefined
  return job && showJob(job, ctx.parts.jobs.now()).state === 'running' ? job : null
}

/** Writes down that an article is being read aloud, in the caller's transaction. @throws Refused ALREADY_RUNNING */
export async function beginReading(ctx: Ctx, { id, title }: Stand, by: Starter): Promise<number> {
  const start: JobStart = { kind: 'voice', scope: `语音：${title}`.slice(0, 100), by, alone: `voice ${id}` }
  const jobId = await ctx.parts.jobs.begin(ctx.db, start)
  const createdBy = by.id
  const kept = await ctx.db
    .updateTable('voice')
    .set({ jobId, createdBy })
    .where('articleId', '=', id)
    .executeTakeFirst()
  if (kept.numUpdatedRows === 0n) await ctx.db.insertInto('voice').values({ articleId: id, jobId, createdBy }).execute()
  return jobId
}

/** What is read of an article. @throws Refused BAD_STATE, TOO_LARGE */
export const piecesFor = (parts: Parts, { title, subtitle, content }: Text, caller: string) =>
  parts.work.texts.run('piecesOf', { title, subtitle, html: content }, caller)

/** Reads it. */
export const perform = (parts: Parts, reading: Reading): Running =>
  parts.jobs.perform(reading.jobId, (watch) => readAloud(parts, reading, watch))

/** What a call answers: the voice, and how its job stands. */
async function shown(ctx: Ctx, articleId: number) {
  const row = await voiceOf(ctx, articleId)
  const [voice] = row ? await showVoices(ctx, [row]) : []
  if (!row || !voice) throw new Refused('NOT_FOUND', `文章 ${articleId} 没有语音`)
  const job = row.jobId === null ? undefined : await findJob(ctx.db, ['voice'], row.jobId)
  return { ...voice, scope: job?.scope ?? null, state: job ? showJob(job, ctx.parts.jobs.now()).state : null }
}

/**
 * Reads an article aloud; what takes longer than a call may goes on. One that is being read is not begun a second time, one that was read as it is now only by
 * who wants it anew.
 * @throws Refused BAD_STATE where it cannot be read, or the engine failed while the call waited
 */
export async function synthesis(ctx: Ctx, { id: articleId, again }: { id: number; again?: unknown }) {
  const { parts } = ctx
  if (parts.ports.voice.missing !== null) throw new Refused('BAD_STATE', parts.ports.voice.missing)
  const article = await needArticle(ctx, articleId)
  const row = await voiceOf(ctx, articleId)
  const file = row?.fileId
    ? await ctx.db.selectFrom('attachment').select('id').where('id', '=', row.fileId).executeTakeFirst()
    : undefined
  if (row && file && Number(again ?? 0) !== 1 && isSame(row, article)) return shown(ctx, articleId)
  const { userId, name } = whoOf(ctx)
  const pieces = await piecesFor(parts, article, `user ${userId}`)
  const before = row?.madeAt ? { seconds: row.seconds } : undefined
  const begin = async (inner: Ctx) => {
    const jobId = await beginReading(inner, article, { id: userId, name })
    inner.record({ ids: [articleId], ...(before && { before }), after: { pieces: pieces.length } })
    return ctx.call.dry ? shown(inner, articleId) : jobId
  }
  const begun = await ctx.transaction(begin).catch((error: unknown) => {
    if (error instanceof Refused && error.code === 'ALREADY_RUNNING') return null
    throw error
  })
  if (begun !== null && typeof begun !== 'number') return begun
  if (begun !== null) {
    const call = { ...ctx.call, requestKey: '' }
    await withinPatience(perform(parts, { jobId: begun, article, pieces, call, who: whoOf(ctx) }).done)
  }
  const made = await shown(ctx, articleId)
  if (begun !== null && made.state === 'failed') throw new Refused('BAD_STATE', `没有生成语音：${made.says}`)
  return made
}
