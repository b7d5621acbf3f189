import { chunksOf } from '../../../core/chunks.ts'
import type { article as contract } from '../../../core/contract/article.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import {
  alreadyThere,
  articleMoves,
  illegalMove,
  type Move,
  type MoveName,
  notYet,
  target,
} from '../../../core/domain/article-states.ts'
import type { NewsStatus } from '../../../core/domain/enums.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { may } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { asItem, breather, fail, inChunks } from '../../rows/bulk.ts'
import { refuseStale } from '../../rows/stale.ts'
import { setting } from '../../settings.ts'
import { findArticles, needArticle, notThere, refuseWithout } from './find.ts'
import { type Content, contentOf, keepStep, needRevision, type Step, stepRow, stored } from './revisions.ts'
import { type ArticleRow, briefColumns } from './show.ts'
import { eachCleaned, outOfHistory } from './texts.ts'
import { touch } from './touch.ts'
import { type Edit, updateArticle } from './write.ts'

/** An article to move; the version, where given, is the one that the caller saw. */
export interface StatusItem {
  readonly articleId: number
  readonly reason?: string | null | undefined
  readonly version?: number | null | undefined
  /** A rejection, and nothing more. */
  readonly keepOnline?: boolean | null | undefined
}

/** A move that was found allowed: what it does to which article. */
interface Decided {
  readonly row: ArticleRow
  readonly move: MoveName
  readonly to: NewsStatus | 'deleted'
  readonly reason: string | null
  /** The move is about the copy under review, not the article itself. */
  readonly review: boolean
  /** The caller approves what they submitted, by the right to do so. */
  readonly forced: boolean
}

const needsReason = (move: MoveName) => (articleMoves[move] as Move).reason === true

/** The copy under review is meant when the move is possible there (or has happened there); else the article itself. */
function subjectOf(row: ArticleRow, move: MoveName): { review: boolean; at: NewsStatus } {
  const status = row.reviewStatus as NewsStatus | null
  const review =
    move !== 'delete' &&
    status !== null &&
    (target(move, status) !== null || (row.status === 2 && alreadyThere(move, status)))
  return review ? { review, at: status } : { review: false, at: row.status as NewsStatus }
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

/** No article goes online before its time; there is no clock yet that would do it then. */
async function refuseEarly(ctx: Ctx, row: ArticleRow, move: MoveName, review: boolean): Promise<void> {
  if (move !== 'approve') return
  const { publishTime } = review
    ? (JSON.parse((await needRevision(ctx, row.reviewId as number)).after) as Partial<Content>)
    : contentOf(row)
  if (publishTime && publishTime > ctx.now) throw new Refused('BAD_STATE', notYet(formatTime(publishTime)))
}

/** Who accepts or approves: nobody what they submitted, unless they may force it; two people where the site wants two (docs/rules.md, Articles). */
async function refuseSelf(ctx: Ctx, row: ArticleRow, move: MoveName, review: boolean): Promise<boolean> {
  if (move !== 'approve') return false
  const who = whoOf(ctx)
  const { submittedBy, acceptedBy } = review && row.reviewId !== null ? await needRevision(ctx, row.reviewId) : row
  const own = submittedBy === who.userId
  const both = acceptedBy === who.userId && (await setting(ctx.db, 'audit.twoPeople')) === '1'
  if (!own && !both) return false
  if (may(who.rights, 'article_force')) return true
  throw new Refused('NO_PERMISSION', own ? '不能审核本人提交的文章' : '已开启两人审核，初审人不能再审核同一篇文章')
}

/** Decides one move. @returns null when the item already is where the move leads. @throws Refused when it is not allowed */
async function decide(ctx: Ctx, row: ArticleRow, asked: MoveName, item: StatusItem): Promise<Decided | null> {
  const move = meant(row, asked, item)
  const { review, at } = subjectOf(row, move)
  if (alreadyThere(move, at)) return null
  if (move !== asked) await refuseWithout(ctx, row.id, `article_${move}`, articleMoves[move].says)
  await refuseStale(ctx, row, item.version)
  const to = target(move, at)
  if (to === null) throw new Refused('BAD_STATE', illegalMove(move, at))
  const reason = item.reason?.trim() || null
  if (needsReason(move) && !reason) throw new Refused('BAD_INPUT', '理由（reason）：驳回或下架必须填写理由')
  await refuseEarly(ctx, row, move, review)
  return { row, move, to, reason, review, forced: await refuseSelf(ctx, row, move, review) }
}

/** What a move sets on the article, the same for all articles of a group. */
function changeOf(ctx: Ctx, { row, move, to, reason }: Decided): Partial<ArticleRow> {
  const { userId } = whoOf(ctx)
  const common = { updatedBy: userId, updatedAt: ctx.now }
  if (to === 'deleted') return { ...common, deletedAt: ctx.now, deletedBy: userId }
  if (move === 'accept') return { ...common, status: to, acceptedBy: userId, acceptedAt: ctx.now, reason: null }
  if (move === 'approve') {
    const dated = row.undated === 1 ? stored({ publishTime: ctx.now }, ctx.now) : {}
    return { ...common, ...dated, status: to, approvedBy: userId, approvedAt: ctx.now, reason: null }
  }
  if (to === 5) return { ...common, status: to, reason, reviewId: null, reviewStatus: null }
  return { ...common, status: to, reason }
}

/** What a change overwrites; who changed the row last is no part of it. */
const overwritten = (row: ArticleRow, { updatedBy: _by, updatedAt: _at, ...change }: Partial<ArticleRow>) =>
  Object.fromEntries(Object.keys(change).map((name) => [name, row[name as keyof ArticleRow]])) as Partial<ArticleRow>

const stepOf = (d: Decided, change: Partial<ArticleRow>): Step => ({
  ...(d.to !== 'deleted' && { undo: { move: d.move, was: overwritten(d.row, change) } }),
  act: d.forced ? `${articleMoves[d.move].says}（本人提交）` : articleMoves[d.move].says,
  status: d.to === 'deleted' ? d.row.status : d.to,
  reason: d.reason,
})

const stateBefore = (d: Decided) => (d.review ? { review: d.row.reviewStatus } : { status: d.row.status })
const stateAfter = (d: Decided) => (d.review ? { review: d.to } : { status: d.to })

function recordMoves(ctx: Ctx, decided: readonly Decided[]): void {
  if (decided.length === 0) return
  const forced = decided.filter((d) => d.forced).length
  const reasons = [...new Set(decided.map((d) => d.reason).filter((reason) => reason !== null))]
  ctx.record({
    ids: decided.map((d) => d.row.id),
    before: decided.map((d) => ({ articleId: String(d.row.id), ...stateBefore(d) })),
    after: decided.map((d) => ({ articleId: String(d.row.id), ...stateAfter(d), ...(d.forced && { forced: true }) })),
    result: [
      `成功 ${decided.length} 项`,
      ...(forced > 0 ? [`其中 ${forced} 项由提交人本人审核`] : []),
      ...(reasons.length > 0 ? [`理由：${reasons.join('；')}`] : []),
    ].join('；'),
  })
}

/** Moves many articles that all change alike by one statement each for state and history. */
async function writeAlike(ctx: Ctx, group: readonly Decided[]): Promise<void> {
  const [first] = group
  if (!first) return
  const ids = group.map((d) => d.row.id)
  const change = changeOf(ctx, first)
  const written = await ctx.db
    .updateTable('article')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(written.numUpdatedRows) !== ids.length) throw new Refused('STALE')
  await ctx.db
    .insertInto('revision')
    .values(group.map((d) => stepRow(ctx, d.row.id, d.row.version + 1, stepOf(d, change))))
    .execute()
}

/** Moves the copy under review: a new step of its history, or, when approved, its content becomes the article's. */
async function writeReview(ctx: Ctx, d: Decided): Promise<void> {
  const who = whoOf(ctx)
  const row = await needArticle(ctx, d.row.id)
  const open = await needRevision(ctx, row.reviewId as number)
  const copy = JSON.parse(open.after) as Partial<Content>
  const version = row.version + 1
  const common = { version, updatedBy: who.userId, updatedAt: ctx.now }
  const approved = d.move === 'approve'
  const { content: after, seal } = approved ? outOfHistory(ctx, copy) : { content: copy, seal: {} }
  const accepted = d.move === 'accept' ? { acceptedBy: who.userId, acceptedAt: ctx.now } : {}
  const move = approved
    ? { reviewId: null, reviewStatus: null, approvedBy: who.userId, approvedAt: ctx.now }
    : { reviewId: row.reviewId, reviewStatus: d.to as number }
  const stepId = await keepStep(ctx, row.id, version, {
    ...stepOf(d, move),
    review: !approved,
    after,
    from: contentOf(row),
    kept: {
      submittedBy: open.submittedBy,
      submittedAt: open.submittedAt,
      acceptedBy: open.acceptedBy,
      acceptedAt: open.acceptedAt,
      ...accepted,
    },
  })
  const changed = approved
    ? {
        ...stored(after, ctx.now),
        ...seal,
        ...move,
      }
    : { ...move, reviewId: stepId }
  await ctx.db
    .updateTable('article')
    .set({ ...changed, ...common })
    .where('id', '=', row.id)
    .execute()
  if (approved && after.columnId !== undefined) await touch(ctx, [{ articleId: row.id, columnId: after.columnId }])
}

const onSite = (d: Decided) => (d.move === 'approve' && d.to === 2) || d.to === 5
const alike = (d: Decided) => JSON.stringify([d.to, d.reason, d.row.undated])

function groupsOf(decided: readonly Decided[]): Decided[][] {
  const groups = new Map<string, Decided[]>()
  for (const d of decided) groups.set(alike(d), [...(groups.get(alike(d)) ?? []), d])
  return [...groups.values()]
}

async function write(ctx: Ctx, decided: readonly Decided[]): Promise<void> {
  for (const group of groupsOf(decided.filter((d) => !d.review))) await writeAlike(ctx, group)
  for (const d of decided) if (d.review) await writeReview(ctx, d)
  const shown = decided.filter(onSite)
  const left = shown.some((d) => d.to === 5)
  if (shown.length > 0)
    await touch(
      ctx,
      shown.map((d) => ({ articleId: d.row.id, columnId: d.row.columnId })),
      left,
    )
}

/** One chunk: decide each item, then write all that are allowed; what one item is refused for stops no other. */
async function moveChunk(ctx: Ctx, move: MoveName, chunk: readonly StatusItem[]): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] }
  const where = move === 'delete' ? 'both' : 'live'
  const rows = await findArticles(
    ctx,
    chunk.map((item) => item.articleId),
    { where, columns: briefColumns, lock: true },
  )
  const decided: Decided[] = []
  const seen = new Set<number>()
  for (const item of chunk) {
    if (seen.has(item.articleId)) continue
    seen.add(item.articleId)
    try {
      const row = rows.get(item.articleId)
      if (!row) throw notThere(item.articleId)
      const one = row.deletedAt === null ? await decide(ctx, row, move, item) : null
      if (one) decided.push(one)
      result.done.push(String(item.articleId))
    } catch (error) {
      fail(result, item.articleId, error)
    }
  }
  await write(ctx, decided)
  recordMoves(ctx, decided)
  return result
}

/** Makes a move for a list of articles, per item (docs/rules.md, On the wire). */
export const moveArticles = (move: MoveName) => (ctx: Ctx, input: { items: StatusItem[] }) =>
  inChunks(ctx, input.items, (inner, chunk) => moveChunk(inner, move, chunk))

/** Saves an item's changes and makes the move, both or neither. */
async function changeAndMove(ctx: Ctx, asked: MoveName, item: Edit & StatusItem): Promise<void> {
  const before = await needArticle(ctx, item.articleId, { lock: true })
  const move = meant(before, asked, item)
  const { review, at } = subjectOf(before, move)
  const online = before.status === 2 && !review && move !== 'reject'
  if (!online && target(move, at) === null && !alreadyThere(move, at))
    throw new Refused('BAD_STATE', illegalMove(move, at))
  const { reason, keepOnline, status: _status, ...edit } = item
  if (move === 'takeDown') {
    // taken down first: an edit of what is online would only become a copy under review, which a take-down ends
    await step(ctx, before, asked, item)
    await updateArticle(ctx, { ...edit, version: null } as Edit, true)
    return
  }
  await updateArticle(ctx, edit as Edit, true)
  const row = await needArticle(ctx, item.articleId)
  // an edit of a published article opens a copy that waits for acceptance; who may approve accepts it on the way
  if (move === 'approve' && row.reviewStatus === 1) await step(ctx, row, 'accept', {})
  await step(ctx, await needArticle(ctx, item.articleId), asked, { reason, keepOnline })
}

async function step(ctx: Ctx, row: ArticleRow, move: MoveName, item: Omit<StatusItem, 'articleId'>): Promise<void> {
  const decided = await decide(ctx, row, move, { ...item, articleId: row.id })
  if (!decided) return
  await write(ctx, [decided])
  recordMoves(ctx, [decided])
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
