import { chunksOf } from '../../../core/chunks.ts'
import type { article as contract } from '../../../core/contract/article.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import { articleStates, type MoveName } from '../../../core/domain/article-states.ts'
import { Refused } from '../../../core/errors.ts'
import { breather } from '../../breather.ts'
import type { Ctx } from '../../context.ts'
import { asItem, fail, inChunks } from '../../rows/bulk.ts'
import { findArticles, needArticle } from './find.ts'
import { articleMover, type StatusItem } from './moves.ts'
import { eachCleaned } from './texts.ts'
import { type Edit, updateArticle } from './write.ts'

/** Saves an item's changes and makes the move, both or neither. */
async function changeAndMove(ctx: Ctx, asked: MoveName, item: Edit & StatusItem): Promise<void> {
  const before = await needArticle(ctx, item.articleId, { lock: true })
  const { move, at } = articleMover.meant(ctx, before, asked, item)
  const online = before.status === 2 && move !== 'reject'
  if (!online && articleStates.target(move, at) === null && !articleStates.alreadyThere(move, at))
    throw new Refused('BAD_STATE', articleStates.illegal(move, at))
  const { reason, keepOnline, status: _status, ...edit } = item
  if (move === 'takeDown') {
    // taken down first: an edit of what is online would only become a copy under review, which a take-down ends
    await articleMover.step(ctx, before, asked, item)
    await updateArticle(ctx, { ...edit, version: null } as Edit, true)
    return
  }
  await updateArticle(ctx, edit as Edit, true)
  const row = await needArticle(ctx, item.articleId)
  // an edit of a published article opens a copy that waits for acceptance; who may approve accepts it on the way
  if (move === 'approve' && row.reviewStatus === 1) await articleMover.step(ctx, row, 'accept', { articleId: row.id })
  await articleMover.step(ctx, await needArticle(ctx, item.articleId), asked, {
    articleId: item.articleId,
    reason,
    keepOnline,
  })
}

type SentItem = Parsed<typeof contract.updateAndAccept>['items'][number]

/** An address of origin stands once: who gives an article one hangs together with who has it now, and may give it away. */
async function sharedAddresses(ctx: Ctx, items: readonly SentItem[]): Promise<(item: SentItem) => readonly string[]> {
  const sent = new Set(items.map(({ sourceUrl }) => sourceUrl).filter((url) => typeof url === 'string'))
  const holders = new Map<string, string[]>()
  for (const some of chunksOf([...sent])) {
    const rows = await ctx.db.selectFrom('article').select(['id', 'sourceUrl']).where('sourceUrl', 'in', some).execute()
    for (const { id, sourceUrl } of rows)
      if (sourceUrl) holders.set(sourceUrl, [...(holders.get(sourceUrl) ?? []), String(id)])
  }
  return ({ sourceUrl }) => (sourceUrl ? [sourceUrl, ...(holders.get(sourceUrl) ?? [])] : [])
}

/** Changes and moves a list of articles; each item in a savepoint of its own. */
export const changeAndMoveArticles = (move: MoveName) => async (ctx: Ctx, input: { items: SentItem[] }) => {
  const edits = await eachCleaned(ctx, input.items)
  const ties = ctx.call.dry ? await sharedAddresses(ctx, input.items) : undefined
  const changed = async (inner: Ctx, chunk: readonly SentItem[]): Promise<BulkResult> => {
    const result: BulkResult = { done: [], failed: [] }
    const ids = chunk.map((item) => item.articleId)
    if (inner.dialect === 'postgres') await findArticles(inner, ids, { columns: ['id'], lock: true })
    const breathe = breather()
    for (const item of chunk) {
      await breathe()
      try {
        // a date is a statement about one article
        if (input.items.length > 1 && item.publishTime !== undefined)
          throw new Refused('BAD_INPUT', '发布时间（publishTime）：不能批量修改，请逐篇修改')
        const edit = edits.get(item)
        if (!edit || edit instanceof Error) throw edit
        await asItem(inner, (own) => changeAndMove(own, move, edit))
        result.done.push(String(item.articleId))
      } catch (error) {
        fail(result, item.articleId, error)
      }
    }
    return result
  }
  return inChunks(ctx, input.items, changed, ties)
}
