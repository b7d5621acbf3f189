import { undoOf } from '../../../core/domain/states.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { type Content, contentOf, keepStep, type Step, stored, type Undo } from './revisions.ts'
import type { ArticleRow, RevisionRow } from './show.ts'
import { outOfHistory } from './texts.ts'
import { touch } from './touch.ts'

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
  const { submittedBy, submittedAt, acceptedBy, acceptedAt, recheckedBy, recheckedAt, reason } = before ?? {}
  const kept = before && { submittedBy, submittedAt, acceptedBy, acceptedAt, recheckedBy, recheckedAt }
  return { after: JSON.parse(step.after) as Partial<Content>, ...(before && { reason, kept }) }
}

/** Takes back a move of an article: with it comes the text that it changed. */
export async function takeBack(ctx: Ctx, row: ArticleRow, step: RevisionRow, undo: Undo): Promise<void> {
  const { move, was } = undo
  const { content, seal } = outOfHistory(ctx, contentBefore(undo, step))
  const version = row.version + 1
  const copy = step.review === 1
  const act = undoOf(step.act)
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
      // whoever takes an approval back wants it online neither now nor later
      ...(move === 'approve' && { scheduledAt: null }),
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
