import { sql } from 'kysely'
import { jobStates } from '../../../core/domain/jobs.ts'
import { formatTime } from '../../../core/domain/time.ts'
import type { VoiceState } from '../../../core/domain/voices.ts'
import type { Ctx } from '../../context.ts'
import { type Job, showJob } from '../../jobs/rows.ts'
import { type Condition, free } from '../../rows/condition.ts'
import { namesOf } from '../../rows/list.ts'
import { isSame } from '../../site/voices.ts'

/** Voices as their calls show them. */

/** What is kept of a voice. */
export interface VoiceRow {
  readonly id: number
  readonly articleId: number
  readonly fileId: number | null
  readonly seconds: number | null
  readonly engine: string | null
  readonly madeAt: number | null
  readonly jobId: number | null
  readonly createdBy: number | null
  readonly failedVersion: number | null
  readonly version: number | null
  readonly seal: string | null
  readonly title: string | null
  readonly subtitle: string | null
}

/** What an article is read from. */
export interface Stand {
  readonly id: number
  readonly title: string
  readonly subtitle: string | null
  readonly seal: string | null
  readonly version: number
}

const stale = '语音生成后文章有改动，网页上不再提供，请重新生成'
const lost = '服务中途停止，没有生成完，请重新生成'

/** How the last try ended, where it came to nothing. */
const failureOf = (job: Job | undefined, now: number): string | null => {
  if (!job) return null
  const { state } = showJob(job, now)
  if (state === 'lost') return lost
  return state === 'failed' || state === 'cancelled' ? (job.says ?? jobStates[state]) : null
}

/** Some voices, with their articles. */
export async function showVoices(ctx: Ctx, rows: readonly VoiceRow[]) {
  if (rows.length === 0) return []
  const now = ctx.parts.jobs.now()
  const ids = (column: 'articleId' | 'fileId' | 'jobId') => rows.flatMap((row) => row[column] ?? [])
  const [articles, files, jobs] = [
    await ctx.db
      .selectFrom('article')
      .select(['id', 'title', 'subtitle', 'seal', 'version'])
      .where('id', 'in', ids('articleId'))
      .execute(),
    await ctx.db
      .selectFrom('attachment')
      .select(['id', 'name', 'size'])
      .where('id', 'in', [0, ...ids('fileId')])
      .execute(),
    await ctx.db
      .selectFrom('job')
      .selectAll()
      .where('id', 'in', [0, ...ids('jobId')])
      .execute(),
  ]
  const names = await namesOf(
    ctx.db,
    'user',
    'name',
    rows.flatMap(({ createdBy }) => createdBy ?? []),
  )
  return rows.map((row) => {
    const article = articles.find(({ id }) => id === row.articleId)
    const file = files.find(({ id }) => id === row.fileId)
    const job = jobs.find(({ id }) => id === row.jobId)
    const running = job !== undefined && showJob(job, now).state === 'running'
    const current = article !== undefined && isSame(row, article)
    const voiceState: VoiceState = running ? 0 : file ? (current ? 1 : 2) : 3
    const failure = failureOf(job, now)
    return {
      articleId: String(row.articleId),
      title: article?.title ?? null,
      voiceState,
      says: running ? null : (failure ?? (voiceState === 2 ? stale : null)),
      seconds: file ? row.seconds : null,
      size: file?.size ?? null,
      fileId: file ? String(file.id) : null,
      fileName: file?.name ?? null,
      engine: row.engine,
      madeAt: row.madeAt === null ? null : formatTime(row.madeAt),
      jobId: row.jobId === null ? null : String(row.jobId),
      total: job?.total ?? null,
      finished: job?.finished ?? null,
      byName: row.createdBy === null ? (row.jobId === null ? null : '系统') : (names.get(row.createdBy) ?? null),
    }
  })
}

const hasFile = sql<boolean>`"fileId" is not null`
const running = (now: number) =>
  sql<boolean>`"jobId" in (select id from job where kind = 'voice' and state = 'running' and "leaseUntil" >= ${now})`
const current = sql<boolean>`exists (select 1 from article a where a.id = voice."articleId" and a.title = voice.title and coalesce(a.subtitle, '') = coalesce(voice.subtitle, '')
  and coalesce(a.seal, '') = coalesce(voice.seal, '') and (a.seal is not null or a.version = voice.version))`

/** The voices in a state. */
export function inVoiceState(state: VoiceState | undefined, now: number): Condition[] {
  if (state === undefined) return []
  if (state === 0) return [free(() => running(now))]
  const idle = free(() => sql<boolean>`not (coalesce(${running(now)}, false))`)
  if (state === 3) return [idle, free(() => sql<boolean>`not (${hasFile})`)]
  return [idle, free(() => hasFile), free(() => (state === 1 ? current : sql<boolean>`not (${current})`))]
}
