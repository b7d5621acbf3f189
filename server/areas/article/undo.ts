import type { BulkResult } from '../../../core/contract/shared.ts'
import { articleMoves, moveKey, undoMinutes } from '../../../core/domain/article-states.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { asItem, breather, fail, inChunks } from '../../rows/bulk.ts'
import { findArticles, notThere, refuseWithout } from './find.ts'
import { type Content, contentOf, keepStep, type Step, stored, type Undo } from './revisions.ts'
import type { ArticleRow, RevisionRow } from './show.ts'
import { outOfHistory } from './texts.ts'
import { touch } from './touch.ts'

/** The last step of an article, as far as the caller may take it back. @throws Refused that says why not */
async function stepToUndo(ctx: Ctx, row: ArticleRow): Promise<{ step: RevisionRow; undo: Undo }> {
  const step = await ctx.db
    .selectFrom('revision')
    .selectAll()
    .where('articleId', '=', row.id)
    .where('no', '=', row.version)
    .executeTakeFirst()
  if (!step) throw new Refused('BAD_STATE', '没有可以撤销的操作')
  const last = `最近的操作是 ${step.byName} 于 ${formatTime(step.at)} 的「${step.act}」`
  if (step.byId !== whoOf(ctx).userId) throw new Refused('BAD_STATE', `${last}，只能撤销本人的操作`)
  if (step.undo === null) throw new Refused('BAD_STATE', `${last}，不能撤销`)
  if (ctx.now - step.at > undoMinutes * 60_000)
    throw new Refused('BAD_STATE', `${last}，已超过 ${undoMinutes} 分钟，不能撤销`)
  const undo = JSON.parse(step.undo) as Undo
  await refuseWithout(ctx, row.id, moveKey(undo.move), articleMoves[undo.move].says)
  return { step, undo }
}

/** What the move changed of the text: an approved copy under review had become the article's. */
const contentBefore = ({ move }: Undo, step: RevisionRow): Partial<Content> =>
  move === 'approve' ? (JSON.parse(step.before) as Partial<Content>) : {}

/**
 * A copy under review whose submission is taken back: what was written with it stays, as it does of a text that was never online, and
 * who submitted the copy before, and why it came back, holds again.
 */
async function copyBefore({ db }: Ctx, { move, was }: Undo, step: RevisionRow): Promise<Partial<Step>> {
  if (step.review !== 1 || move !== 'submit') return {}
  const before = was.reviewId
    ? await db.selectFrom('revision').selectAll().where('id', '=', was.reviewId).executeTakeFirst()
    : undefined
  const { submittedBy, submittedAt, acceptedBy, acceptedAt, reason } = before ?? {}
  const kept = before && { submittedBy, submittedAt, acceptedBy, acceptedAt }
  return { after: JSON.parse(step.after) as Partial<Content>, ...(before && { reason, kept }) }
}

/** Takes back the caller's own last move of an article, where nothing has happened since. */
async function undoOne(ctx: Ctx, row: ArticleRow): Promise<void> {
  const { step, undo } = await stepToUndo(ctx, row)
  const { move, was } = undo
  const { content, seal } = outOfHistory(ctx, contentBefore(undo, step))
  const version = row.version + 1
  const copy = step.review === 1
  const act = `撤销：${step.act}`
  const status = copy ? (was.reviewStatus as number) : ((was.status ?? row.status) as number)
  const more = await copyBefore(ctx, undo, step)
  const stepId = await keepStep(ctx, row.id, version, {
    act,
    status,
    review: copy,
    after: content,
    from: contentOf(row),
    ...more,
  })
  const written = await ctx.db
    .updateTable('article')
    .set({
      ...stored(content, ctx.now),
      ...seal,
      ...was,
      ...(more.after && { reviewId: stepId }),
      version,
      updatedBy: whoOf(ctx).userId,
      updatedAt: ctx.now,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (move === 'approve' || move === 'takeDown')
    // what was shown by mistake must be gone before the answer says so
    await touch(
      ctx,
      [row, written].map(({ id, columnId }) => ({ articleId: id, columnId })),
      move === 'approve',
    )
  const state = (of: ArticleRow) => ({ status: of.status, review: of.reviewStatus })
  ctx.record({ ids: [row.id], before: state(row), after: state(written), result: act })
}

/** Takes back the caller's last moves of a list of articles; each item in a savepoint of its own. */
export const undoMoves = (ctx: Ctx, input: { items: { articleId: number }[] }) =>
  inChunks(ctx, input.items, async (inner, chunk) => {
    const result: BulkResult = { done: [], failed: [] }
    const ids = [...new Set(chunk.map((item) => item.articleId))]
    const rows = await findArticles(inner, ids, { lock: true })
    const breathe = breather()
    for (const id of ids) {
      await breathe()
      try {
        const row = rows.get(id)
        if (!row) throw notThere(id)
        await asItem(inner, (own) => undoOne(own, row))
        result.done.push(String(id))
      } catch (error) {
        fail(result, id, error)
      }
    }
    return result
  })
