import { voice as contract } from '../../core/contract/voice.ts'
import type { VoiceState } from '../../core/domain/voices.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611260230-voice.ts'
import { article } from '../db/tables/article.ts'
import '../db/tables/voice.ts'
import { askToStop } from '../jobs/rows.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { amongRows, equal, like } from '../rows/condition.ts'
import { pageRows } from '../rows/list.ts'
import { needArticle, reach } from './article/find.ts'
import { touch } from './article/touch.ts'
import { forgetVoice } from './voice/file.ts'
import { inVoiceState, showVoices, type VoiceRow } from './voice/show.ts'
import { runningOf, synthesis, voiceOf, voicesOf } from './voice/start.ts'

export const migrations = { '202611260230-voice': made }

/** Stops the job that makes it, at the end of what it reads just now. */
async function stop(ctx: Ctx, row: VoiceRow): Promise<boolean> {
  const job = await runningOf(ctx, row)
  if (!job) return false
  await askToStop(ctx.db, job, ctx.parts.jobs.now())
  ctx.after(() => ctx.parts.jobs.stop(job.id))
  return true
}

export const voice = implement(contract, {
  synthesis: ownTransactions(synthesis),
  async deleteVoice(ctx, { id: articleId }) {
    const { status, columnId } = await needArticle(ctx, articleId)
    const row = await voiceOf(ctx, articleId)
    if (!row) return { id: String(articleId) }
    await stop(ctx, row)
    await forgetVoice(ctx, articleId)
    ctx.record({ ids: [articleId], before: { seconds: row.seconds } })
    if (status === 2 && row.fileId !== null) await touch(ctx, [{ articleId, columnId }], true)
    return { id: String(articleId) }
  },
  async cancel(ctx, { id: articleId }) {
    await needArticle(ctx, articleId)
    const row = await voiceOf(ctx, articleId)
    if (!row || !(await stop(ctx, row))) throw new Refused('BAD_STATE', `文章 ${articleId} 的语音没有在生成`)
    ctx.record({ ids: [articleId] })
    const [shown] = await showVoices(ctx, [row])
    if (!shown) throw new Refused('NOT_FOUND')
    return shown
  },
  async get(ctx, { id: articleId }) {
    await needArticle(ctx, articleId)
    const row = await voiceOf(ctx, articleId)
    return (row && (await showVoices(ctx, [row]))[0]) ?? null
  },
  async list(ctx, { title, columnId, voiceState, ...paging }) {
    const now = ctx.parts.jobs.now()
    const where = [
      ...reach(ctx),
      amongRows('id', 'voice', 'articleId', inVoiceState(voiceState as VoiceState | undefined, now)),
      ...like('title', title),
      ...equal('columnId', columnId || undefined),
    ]
    const page = await pageRows<{ readonly id: number }>(ctx, article, {
      columns: ['id', 'title'],
      where,
      paging,
      order: [['id', 'desc']],
    })
    return { ...page, list: await showVoices(ctx, await voicesOf(ctx, page.list)) }
  },
  state: ({ parts: { ports } }) => ({ engine: ports.voice.says, missing: ports.voice.missing }),
})
