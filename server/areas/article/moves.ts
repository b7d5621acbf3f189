import {
  articleStates,
  type MoveName,
  noRecheckHere,
  notRechecked,
  notYet,
  ownHand,
  timedAct,
} from '../../../core/domain/article-states.ts'
import type { NewsStatus } from '../../../core/domain/enums.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { may } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { article } from '../../db/tables/article.ts'
import type { Asked, Decided } from '../../rows/flow.ts'
import { moverOf } from '../../rows/moves.ts'
import { columnsOfCopy, type Judging, ownIn, threeColumns, wantsThree } from './approval.ts'
import { findArticles, needArticle } from './find.ts'
import { refuseUnfilled } from './model-values.ts'
import { noteOffSite } from './off-site.ts'
import { articleHistory, type Content, contentOf, keepStep, needRevision, type Step, stored } from './revisions.ts'
import { type ArticleRow, briefColumns, type RevisionRow } from './show.ts'
import { outOfHistory } from './texts.ts'
import { touch } from './touch.ts'
import { takeBack } from './undo.ts'
import { refuseForbidden } from './word-check.ts'

/** An article to move. */
export interface StatusItem extends Asked {
  readonly articleId: number
  /** A rejection, and nothing more. */
  readonly keepOnline?: boolean | null | undefined
  /** The clock does what was decided before (server/areas/article/clock.ts). */
  readonly byClock?: true
}

type Moved = Decided<ArticleRow, MoveName, NewsStatus>

/** The copy under review is what the caller saw, wherever there is one; else, and for moves about the whole, the article itself. */
function subjectOf(row: ArticleRow, move: MoveName): { review: boolean; at: NewsStatus } {
  const status = row.reviewStatus as NewsStatus | null
  return status === null || articleStates.moves[move].whole
    ? { review: false, at: row.status as NewsStatus }
    : { review: true, at: status }
}

/**
 * The specification has one call for rejecting what was accepted and for taking down what is online. Rejecting means the copy under review
 * wherever there is one; only without one it takes down, and not where the caller wants a rejection alone (docs/rules.md, Articles).
 */
function meant(row: ArticleRow, move: MoveName, { keepOnline }: Pick<StatusItem, 'keepOnline'>): MoveName {
  if (move !== 'reject' || (row.status !== 2 && row.status !== 5)) return move
  if (row.reviewStatus === 1) return 'acceptReject'
  const hasCopy = row.reviewStatus === 0 || row.reviewStatus === 4
  return hasCopy || keepOnline ? move : 'takeDown'
}

/** What is online already bears no day to come; and nothing goes online that would have to be off again. */
function refuseTimes(ctx: Ctx, row: ArticleRow, copy: Partial<Content>): void {
  const { publishTime } = copy
  if (publishTime && publishTime > ctx.now) throw new Refused('BAD_STATE', notYet(formatTime(publishTime)))
  const { offlineTime } = { ...contentOf(row), ...copy }
  if (offlineTime !== null && offlineTime <= ctx.now)
    throw new Refused(
      'BAD_STATE',
      `定时下架的时间 ${formatTime(offlineTime).slice(0, 16)} 已经过了，请修改或清空后再发布`,
    )
}

/** What goes online: its times, its words, and what its column's model asks for. @throws Refused */
async function refuseOnline(ctx: Ctx, row: ArticleRow, review: boolean): Promise<void> {
  const copy = review ? (JSON.parse((await needRevision(ctx, row.reviewId as number)).after) as Partial<Content>) : {}
  refuseTimes(ctx, row, copy)
  await refuseUnfilled(ctx, copy.columnId ?? row.columnId, async () => {
    if (copy.modelFields !== undefined) return copy.modelFields
    return (await ctx.db.selectFrom('article').select('modelFields').where('id', '=', row.id).executeTakeFirstOrThrow())
      .modelFields
  })
  await refuseForbidden(ctx, row.id)
}

/** An approval before its time: the article waits where it is, and the clock brings it online (server/jobs/clock.ts). */
const inTime = (ctx: Ctx, row: ArticleRow): boolean => row.undated !== 1 && row.publishTime > ctx.now

const judging: ReadonlySet<MoveName> = new Set<Judging>(['accept', 'recheck', 'approve'])
const isJudging = (move: MoveName): move is Judging => judging.has(move)

/** Refuses a step that is not due: a second review where none is wanted, an approval before it. @returns whether three persons are wanted */
async function refuseStep(ctx: Ctx, row: ArticleRow, move: Judging, columns: readonly number[]): Promise<boolean> {
  const three = await wantsThree(ctx, columns)
  if (move === 'recheck' && !three) throw new Refused('BAD_STATE', noRecheckHere)
  // what was approved for a time to come is published as it was approved
  if (row.status === 0 && row.scheduledAt !== null) return false
  if (move === 'approve' && three && row.rechecked !== 1) throw new Refused('BAD_STATE', notRechecked.refused)
  return three
}

/** Who judges: nobody what they submitted, unless they may force it; two or three people where site or column want them (docs/rules.md, Articles). */
async function refuseSelf(ctx: Ctx, row: ArticleRow, move: MoveName, review: boolean): Promise<boolean> {
  if (!isJudging(move) || (move === 'accept' && (await threeColumns(ctx)).size === 0)) return false
  const copy = review && row.reviewId !== null ? await needRevision(ctx, row.reviewId) : null
  const three = await refuseStep(ctx, row, move, copy ? columnsOfCopy(row, copy) : [row.columnId])
  const own = await ownIn(ctx, copy ?? row, move, three)
  if (!own) return false
  if (may(whoOf(ctx).rights, 'article_force')) return true
  throw new Refused('NO_PERMISSION', ownHand[own].refused)
}

/** What the clock does is decided anew in its transaction: somebody may have changed or moved the article meanwhile. */
const isDue = (ctx: Ctx, row: ArticleRow, move: MoveName): boolean => {
  const [status, time] = move === 'takeDown' ? [2, row.offlineTime] : [0, row.scheduledAt]
  return row.status === status && time !== null && time <= ctx.now
}
const clockActs: Partial<Readonly<Record<MoveName, { to: NewsStatus; act: string }>>> = {
  approve: { to: 2, act: '定时发布' },
  takeDown: { to: 5, act: '定时下架' },
}

/** What an approval dates: where the writer gave no time, the article bears that of its publication. */
function datedBy(ctx: Ctx, { row, move, to }: Moved): Partial<ArticleRow> {
  const { userId } = whoOf(ctx)
  if (move === 'approve' && to === 0) return { scheduledAt: row.publishTime }
  if (move === 'recheck') return { rechecked: 1, recheckedBy: userId, recheckedAt: ctx.now }
  const unscheduled = {
    ...(row.scheduledAt !== null && { scheduledAt: null }),
    ...(row.rechecked !== null && { rechecked: null }),
  }
  if (move === 'accept') return { acceptedBy: userId, acceptedAt: ctx.now, ...unscheduled }
  if (move === 'approve') {
    const dated = row.undated === 1 ? stored({ publishTime: ctx.now }, ctx.now) : {}
    return { ...dated, approvedBy: userId, approvedAt: ctx.now, ...unscheduled }
  }
  return to === 5 ? { reviewId: null, reviewStatus: null } : unscheduled
}

/** Moves the copy under review: a new step of its history, or, when approved, its content becomes the article's. */
async function moveCopy(ctx: Ctx, d: Moved): Promise<void> {
  const who = whoOf(ctx)
  const row = await needArticle(ctx, d.row.id)
  const open = await needRevision(ctx, row.reviewId as number)
  const copy = JSON.parse(open.after) as Partial<Content>
  const version = row.version + 1
  const common = { version, updatedBy: who.userId, updatedAt: ctx.now }
  const approved = d.move === 'approve'
  const { content: after, seal } = approved ? outOfHistory(ctx, copy) : { content: copy, seal: {} }
  const hand =
    d.move === 'accept'
      ? { acceptedBy: who.userId, acceptedAt: ctx.now }
      : d.move === 'recheck'
        ? { recheckedBy: who.userId, recheckedAt: ctx.now }
        : {}
  const rechecked: 1 | null = d.move === 'recheck' ? 1 : null
  const change = approved
    ? { reviewId: null, reviewStatus: null, rechecked, approvedBy: who.userId, approvedAt: ctx.now }
    : { reviewId: row.reviewId, reviewStatus: d.to as number, rechecked }
  const stepId = await keepStep(ctx, row.id, version, {
    ...(articleMover.stepOf(d, change) as Step),
    review: !approved,
    after,
    from: contentOf(row),
    kept: {
      submittedBy: open.submittedBy,
      submittedAt: open.submittedAt,
      acceptedBy: open.acceptedBy,
      acceptedAt: open.acceptedAt,
      recheckedBy: open.recheckedBy,
      recheckedAt: open.recheckedAt,
      ...hand,
    },
  })
  const changed = approved ? { ...stored(after, ctx.now), ...seal, ...change } : { ...change, reviewId: stepId }
  await ctx.db
    .updateTable('article')
    .set({ ...changed, ...common })
    .where('id', '=', row.id)
    .execute()
  // where it moves to, and a file that it no longer has is gone before the answer says so
  if (approved && (after.columnId ?? after.files) !== undefined)
    await touch(ctx, [{ articleId: row.id, columnId: after.columnId ?? row.columnId }], after.files !== undefined)
}

/** What the site shows anew: what was published, and what left it; of what left it, or was deleted after it had been there, it is looked later whether it is gone. */
async function touchMoved(ctx: Ctx, decided: readonly Moved[]): Promise<void> {
  const gone = decided.filter(({ row, to }) => to === 5 || (to === 'deleted' && row.approvedAt !== null))
  await noteOffSite(
    ctx,
    gone.map(({ row }) => row),
  )
  const shown = decided.filter(({ move, to }) => (move === 'approve' && to === 2) || to === 5)
  if (shown.length === 0) return
  const left = shown.some(({ to }) => to === 5)
  await touch(
    ctx,
    shown.map(({ row }) => ({ articleId: row.id, columnId: row.columnId })),
    left,
  )
}

/** The moves of articles, and how a person's own last one is taken back. */
export const articleMover = moverOf<ArticleRow, NewsStatus, MoveName, StatusItem, RevisionRow>({
  states: articleStates,
  table: article as never,
  idField: 'articleId',
  read: (ctx, ids, asked) =>
    asked === 'undo'
      ? findArticles(ctx, ids, { lock: true })
      : findArticles(ctx, ids, { where: asked === 'delete' ? 'both' : 'live', columns: briefColumns, lock: true }),
  subject(ctx, row, asked, item) {
    const move = meant(row, asked, item)
    const { review, at } = subjectOf(row, move)
    const rechecked = move === 'recheck' && at === 0 && row.rechecked === 1
    if (item.byClock) return { move, at, aside: review, there: !isDue(ctx, row, move), instead: clockActs[move] }
    const waits = move === 'approve' && !review && at === 0 && inTime(ctx, row)
    return {
      ...{ move, at, aside: review, there: rechecked || (waits && row.scheduledAt !== null) },
      ...(waits && { instead: { to: 0, act: timedAct } }),
    }
  },
  async guard(ctx, row, { move, aside }) {
    if (move === 'approve') await refuseOnline(ctx, row, aside)
    return refuseSelf(ctx, row, move, aside)
  },
  set: datedBy,
  told(decided) {
    const waiting = decided.filter(({ act }) => act === timedAct).length
    return waiting > 0 ? [`其中 ${waiting} 项定时发布`] : []
  },
  aside: moveCopy,
  after: touchMoved,
  history: articleHistory,
  back: takeBack,
})
