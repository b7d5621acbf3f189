import { open, rm } from 'node:fs/promises'
import { Refused } from '../../../core/errors.ts'
import { attachmentsIn } from '../../attachments/unused.ts'
import type { Call, Ctx, Parts, Who } from '../../context.ts'
import { makeFolder } from '../../folder/closed.ts'
import type { JobOutcome, JobWatch } from '../../jobs/jobs.ts'
import { apart } from '../../pipeline.ts'
import { isSame } from '../../site/voices.ts'
import { temporaryIn } from '../../site/write.ts'
import type { Piece } from '../../voice/pieces.ts'
import { touch } from '../article/touch.ts'
import { attachVoice, dropFile, dropUnfinished, store } from './file.ts'
import type { Stand } from './show.ts'

/** An article is read aloud, some breaths at a time, so that it may be stopped and nothing of it is held in memory. */

/** About so many characters in one go, and so many breaths: some seconds' work. */
const chunkSize = 600
const breathsMost = 24

function* chunks(pieces: readonly Piece[]): Generator<readonly Piece[]> {
  let some: Piece[] = []
  let size = 0
  for (const piece of pieces) {
    some.push(piece)
    size += piece.text.length
    if (size < chunkSize && some.length < breathsMost) continue
    yield some
    some = []
    size = 0
  }
  if (some.length > 0) yield some
}

/** What is read, for whom, and as what job. */
export interface Reading {
  readonly jobId: number
  readonly article: Stand
  readonly pieces: readonly Piece[]
  readonly call: Call
  readonly who: Who
}

interface Made {
  readonly seconds: number
  readonly size: number
}

/** Writes the file. @returns null where it was stopped */
async function write(parts: Parts, { article, pieces }: Reading, file: string, watch: JobWatch): Promise<Made | null> {
  const { work, ports } = parts
  const handle = await open(file, 'wx', 0o600)
  let [seconds, size, finished] = [0, 0, 0]
  watch.progress(0, pieces.length)
  try {
    for (const some of chunks(pieces)) {
      if (watch.stopped()) return null
      const input = { engine: ports.voice.engine, pieces: some }
      const spoken = await work.voices.run('speak', input, `article ${article.id}`)
      await handle.writeFile(spoken.mp3)
      seconds += spoken.seconds
      size += spoken.mp3.length
      finished += some.length
      watch.progress(finished, pieces.length)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return watch.stopped() ? null : { seconds, size }
}

/** Gives the article its file, where it is still the one that was read, and shows it on the site. */
async function keep(ctx: Ctx, { jobId, article }: Reading, made: Made, stored: string): Promise<void> {
  const columns = ['id', 'title', 'subtitle', 'seal', 'version', 'status', 'columnId', 'deletedAt'] as const
  const now = await ctx.db.selectFrom('article').select(columns).where('id', '=', article.id).executeTakeFirst()
  const row = await ctx.db.selectFrom('voice').selectAll().where('articleId', '=', article.id).executeTakeFirst()
  if (!now || now.deletedAt !== null || row?.jobId !== jobId)
    throw new Refused('CONFLICT', '生成期间文章或语音已被删除')
  if (!isSame(article, now)) throw new Refused('CONFLICT', '生成期间文章有改动，请重新生成')
  const fileId = await attachVoice(ctx, article.id, {
    title: now.title,
    size: made.size,
    stored,
    createdBy: row.createdBy,
  })
  await dropFile(ctx, row.fileId)
  const { title, subtitle, seal, version } = article
  await ctx.db
    .updateTable('voice')
    .set({
      fileId,
      seconds: Math.max(1, Math.round(made.seconds)),
      engine: ctx.parts.ports.voice.says,
      madeAt: ctx.now,
    })
    .set({ title, subtitle, seal, version, failedVersion: null })
    .where('id', '=', row.id)
    .execute()
  if (now.status === 2) await touch(ctx, [{ articleId: now.id, columnId: now.columnId }])
}

/** Reads an article aloud: the work of its job. */
export async function readAloud(parts: Parts, reading: Reading, watch: JobWatch): Promise<JobOutcome> {
  const folder = attachmentsIn(parts.dataDir)
  makeFolder(folder, 0o700)
  await dropUnfinished(parts.dataDir)
  const file = temporaryIn(folder)
  let stored: string | null = null
  try {
    const made = await write(parts, reading, file, watch)
    if (!made) return { state: 'cancelled', says: '已停止，没有生成完' }
    const name = await store(parts.dataDir, file)
    stored = name
    await apart(parts, reading.call, reading.who, (ctx) => keep(ctx, reading, made, name))
    stored = null
    return { state: 'done', says: '已生成' }
  } catch (error) {
    await parts.db.write
      .updateTable('voice')
      .set({ failedVersion: reading.article.version })
      .where('articleId', '=', reading.article.id)
      .where('jobId', '=', reading.jobId)
      .execute()
      .catch(() => {})
    throw error
  } finally {
    await rm(file, { force: true })
    if (stored !== null) await rm(`${folder}/${stored}`, { force: true })
  }
}
