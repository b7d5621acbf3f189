import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { brief } from '../../../core/contract/article/rows.ts'
import { articleBrief, type articleRow } from '../../../core/contract/article.ts'
import type { ReviewStep } from '../../../core/domain/article-states.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { asStaff, type Ctx } from '../../context.ts'
import type { RowOf } from '../../db/table.ts'
import { article, type revision } from '../../db/tables/article.ts'
import { filesIn } from '../../rows/files.ts'
import { namesOf } from '../../rows/list.ts'
import { presenterOf } from '../../rows/present.ts'
import { columnsOfCopy, type Hands, noApproval, noRecheck, threeColumns, wantsThree } from './approval.ts'
import { modelWords, shownModels } from './model-shown.ts'
import { topsOf } from './top-shown.ts'
import { validitiesOf } from './validity.ts'

export type ArticleRow = Selectable<RowOf<typeof article.columns>>
export type RevisionRow = Selectable<RowOf<typeof revision.columns>>
type Brief = z.infer<typeof articleBrief>
type Whole = z.infer<typeof articleRow>

const hidden = new Set(['content', 'seal', 'files'])
/** What lists read: all but the content, and what stands behind it in the row. */
export const briefColumns = Object.keys(article.columns).filter((name) => !hidden.has(name))

const present = presenterOf(article, articleBrief, { articleId: 'id' })

const asksTop = (fields: readonly string[] | undefined) =>
  fields === undefined || fields.includes('top') || fields.includes('topUntil')
const asksValidity = (fields: readonly string[] | undefined) =>
  fields === undefined || fields.includes('validity') || fields.includes('validityMark')
const toApprove = 0
const toAccept = 1
const people = ['createdBy', 'updatedBy', 'submittedBy', 'acceptedBy', 'recheckedBy', 'approvedBy'] as const

async function reviewsOf(ctx: Ctx, rows: readonly Partial<ArticleRow>[]): Promise<ReadonlyMap<number, RevisionRow>> {
  const ids = rows.map((row) => row.reviewId).filter((id): id is number => typeof id === 'number')
  if (ids.length === 0) return new Map()
  const found = await ctx.db.selectFrom('revision').selectAll().where('id', 'in', ids).execute()
  return new Map(found.map((r) => [r.id, r]))
}

/** What tells where a row stands on its way to the site, and who had it in hand. */
const standing = [
  ...['status', 'reviewStatus', 'reviewId', 'columnId', 'rechecked', 'scheduledAt'],
  ...['createdBy', 'submittedBy', 'acceptedBy', 'recheckedBy'],
]
const asksStanding = (fields: readonly string[] | undefined) =>
  fields === undefined || ['noApproval', 'noRecheck', 'reviewStep'].some((field) => fields.includes(field))

interface Standing {
  readonly reviewStep: ReviewStep | null
  readonly noApproval: string | null
  readonly noRecheck: string | null
}
const nowhere: Standing = { reviewStep: null, noApproval: null, noRecheck: null }

/** Where a row stands on its way to the site, and what the caller may do about it. */
async function standingOf(ctx: Ctx, row: Partial<ArticleRow>, review: RevisionRow | undefined): Promise<Standing> {
  const at = row.status === toApprove || row.status === toAccept ? row.status : row.reviewStatus
  if (at === toAccept) return { ...nowhere, reviewStep: 1 }
  const copy = row.status === toApprove ? undefined : review
  if (at !== toApprove || (row.status !== toApprove && !copy)) return nowhere
  const scheduled = !copy && row.scheduledAt !== null
  const columnId = row.columnId as number
  const three =
    !scheduled &&
    (await threeColumns(ctx)).size > 0 &&
    (await wantsThree(ctx, copy ? columnsOfCopy({ columnId }, copy) : [columnId]))
  const due = three && row.rechecked !== 1
  const hands = (copy ?? row) as Hands
  return {
    reviewStep: scheduled ? null : due ? 2 : 3,
    noApproval: await noApproval(ctx, hands, three, due),
    noRecheck: due ? await noRecheck(ctx, hands) : null,
  }
}

/** What is read for a field of the reply, where that is not the column of its name. */
const readFor: Readonly<Record<string, readonly string[]>> = {
  articleId: ['id'],
  columnName: ['columnId'],
  deptName: ['deptId'],
  publishTime: ['publishTime', 'undated'],
  top: ['id'],
  modelFields: ['columnId', 'modelFields'],
  topUntil: ['id'],
  validity: ['id'],
  validityMark: ['id'],
  review: ['reviewId'],
  noApproval: standing,
  noRecheck: standing,
  reviewStep: standing,
  ...Object.fromEntries(people.map((field) => [`${field}Name`, [field]])),
}

/** The columns to read for these fields of the reply; all of them when none are named. @throws Refused BAD_INPUT for a field that a list has not */
export function columnsFor(fields: readonly string[] | undefined): readonly string[] {
  if (fields === undefined) return briefColumns
  const unknown = fields.filter((field) => !Object.hasOwn(brief, field))
  if (unknown.length > 0)
    throw new Refused('BAD_INPUT', `字段（fields）：没有 ${unknown.join('、')}；可用：${Object.keys(brief).join('、')}`)
  return [...new Set(['id', ...fields.flatMap((field) => readFor[field] ?? [field])])]
}

/**
 * Articles as replies show them: with the names of columns, departments and people, and the open copy under review.
 * @param fields only these, and the id; all when none are named
 */
export async function showArticles(
  ctx: Ctx,
  rows: readonly Partial<ArticleRow>[],
  fields?: readonly string[],
): Promise<Brief[]> {
  const reviews = await reviewsOf(ctx, rows)
  const submitters = [...reviews.values()].map((r) => r.submittedBy)
  const shown = [...rows.flatMap((row) => people.map((field) => row[field])), ...submitters]
  const idsOf = (field: 'deptId' | 'columnId') => rows.map((row) => row[field])
  const staff = asStaff(ctx.who)
  const self = new Map(staff ? [[staff.userId, staff.name]] : [])
  // one after another: within a transaction they share one connection
  const names = await namesOf(ctx.db, 'user', 'name', shown, self)
  const depts = await namesOf(ctx.db, 'dept', 'name', idsOf('deptId'))
  const columns = await namesOf(ctx.db, 'column', 'title', idsOf('columnId'))
  const name = (id: number | null | undefined) => (id ? (names.get(id) ?? null) : null)
  const tops = asksTop(fields) ? await topsOf(ctx, rows) : undefined
  const marks = asksValidity(fields) ? await validitiesOf(ctx, rows) : undefined
  const modelOf = fields === undefined || fields.includes('modelFields') ? await shownModels(ctx, rows) : undefined
  const stands = new Map<number | undefined, Standing>()
  if (asksStanding(fields))
    for (const row of rows) stands.set(row.id, await standingOf(ctx, row, reviews.get(row.reviewId ?? 0)))
  return rows.map((row) => {
    const review = reviews.get(row.reviewId ?? 0)
    const out = present(row)
    if (row.undated === 1) out.publishTime = null
    out.columnName = columns.get(row.columnId ?? 0) ?? null
    out.deptName = depts.get(row.deptId ?? 0) ?? null
    for (const field of people) out[`${field}Name`] = name(row[field])
    out.review = review ? showReview(review, name(review.submittedBy)) : null
    Object.assign(out, tops?.get(row.id ?? 0) ?? { top: null, topUntil: null })
    Object.assign(out, marks?.get(row.id ?? 0) ?? { validity: null, validityMark: null })
    if (modelOf) out.modelFields = modelOf(row)
    Object.assign(out, stands.get(row.id) ?? nowhere)
    if (!fields) return out as Brief
    return Object.fromEntries(['articleId', ...fields].map((field) => [field, out[field]])) as Brief
  })
}

function showReview(r: RevisionRow, submittedByName: string | null) {
  const { title, publishTime } = JSON.parse(r.after) as { title?: string; publishTime?: number | null }
  return {
    revisionId: String(r.id),
    status: r.status,
    title: title ?? null,
    publishTime: publishTime ? formatTime(publishTime) : null,
    // a step that submits bears another reason
    reason: r.status === 4 ? r.reason : null,
    submittedByName,
    submittedAt: r.submittedAt === null ? null : formatTime(r.submittedAt),
  }
}

/** One article, whole. */
export async function showArticle(ctx: Ctx, row: ArticleRow): Promise<Whole> {
  const [shown] = await showArticles(ctx, [row])
  const files = (await filesIn(ctx, [row.files]))(row.files)
  return { ...(shown as Brief), modelWords: await modelWords(ctx, row), files, content: row.content }
}
