import type { article as contract } from '../../../core/contract/article.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { articleStates, notYet } from '../../../core/domain/article-states.ts'
import type { NewsStatus } from '../../../core/domain/enums.ts'
import { fileIds } from '../../../core/domain/files.ts'
import { formatDate, formatTime, parseTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { deptNow } from '../../access/dept-now.ts'
import { may } from '../../access/rights.ts'
import { columnsOf, scopeOf } from '../../access/scope.ts'
import { sealOf } from '../../clean.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { prepared, type Slots, slotsOf } from '../../db/prepared.ts'
import { article } from '../../db/tables/article.ts'
import { allHold } from '../../rows/condition.ts'
import { keepFiles } from '../../rows/files.ts'
import { refuseStale } from '../../rows/stale.ts'
import { wantsThree } from './approval.ts'
import { needArticle } from './find.ts'
import { namesIn, summary } from './logged.ts'
import { modelFiles, modelValues } from './model-values.ts'
import { type Content, contentFields, contentOf, differing, keepStep, needRevision, stored } from './revisions.ts'
import type { ArticleRow } from './show.ts'
import { type Read, reasonOf, refusePersonal, refuseWords } from './word-check.ts'

/** The fields of the model as they were once kept: out of a history, or of another article. They were judged then. */
interface Then {
  readonly modelThen?: string | null
  /** It is one of many that are changed alike: what its history calls that, and why. */
  readonly alike?: Alike
  /** Whose a new one is, where it is not the writer's own department's: that of who reported it. */
  readonly ofDept?: number | null
}
interface Alike {
  readonly act: string
  readonly reason: string
  /** What the log says of it. */
  readonly says: string
}
/** What a step of the history is called, and why it was made. */
const stepOf = (act: string, submits: boolean, alike: Alike | undefined, why: string | null) =>
  alike ? { act: submits ? `${alike.act}并提交` : alike.act, reason: alike.reason } : { act, reason: why }
export type Save = Read<Parsed<typeof contract.saveAdmin>> & Then
export type Edit = Read<Parsed<typeof contract.update>> & Then

const findColumn = prepared((db, p: Slots<{ columnId: number }>) =>
  db.selectFrom('column').select(['title', 'type', 'contentModelId']).where('id', '=', p.columnId),
)
/** The same, and nobody deletes it before the article is in it. */
const holdColumn = prepared((db, p: Slots<{ columnId: number }>) =>
  db.selectFrom('column').select(['title', 'type', 'contentModelId']).where('id', '=', p.columnId).forKeyShare(),
)
const findSources = prepared((db, p: Slots<{ sourceUrl: string }>) =>
  db.selectFrom('article').select(['id', 'deptId', 'createdBy']).where('sourceUrl', '=', p.sourceUrl),
)

/** The column must be there and have pages, and the caller's roles must allow it where `allowed` says which. */
async function refuseColumn(ctx: Ctx, columnId: number, allowed: ReadonlySet<number> | null) {
  const [found] = await (ctx.dialect === 'postgres' ? holdColumn : findColumn)(ctx.db, { columnId })
  if (!found || (allowed && !allowed.has(columnId))) throw new Refused('NOT_FOUND', `栏目 ${columnId} 不存在或无权使用`)
  if (found.type === 3)
    throw new Refused(
      'BAD_INPUT',
      `栏目（columnId）：「${found.title}」是链接栏目，没有自己的页面，访问者找不到其中的文章，请换一个栏目`,
    )
  return found
}

/**
 * One article per source address among those of a department (which an index sees to), those that the caller may see, and their own. One of
 * another department that they may not see stands in nobody's way: a refusal would tell of it.
 * @param deptId whose the article is
 */
async function refuseSecond(ctx: Ctx, sourceUrl: string | null | undefined, deptId: number | null): Promise<void> {
  if (!sourceUrl) return
  const there = await findSources(ctx.db, { sourceUrl })
  if (there.length === 0) return
  const visible = await ctx.db
    .selectFrom('article')
    .select('id')
    .where('sourceUrl', '=', sourceUrl)
    .where(allHold(scopeOf(ctx, article)))
    .executeTakeFirst()
  const own = there.find((one) => one.createdBy === whoOf(ctx).userId)
  const named = visible ?? own
  if (!named && there.every((one) => one.deptId !== deptId)) return
  throw new Refused('CONFLICT', '原文地址已有文章，未重复保存', named ? { articleId: String(named.id) } : null)
}

/** Most texts show at their first letter that they are not empty; only the others are looked at whole. */
const noContent = (content: string) =>
  !/>\s*[^\s<&]/.test(content) && content.replace(/<(?!img|video)[^<>]*>|&nbsp;|\s/gi, '') === ''

/** What the writer sent in the table's terms; only the fields that were sent. */
function contentFrom({ files, modelFields: _judged, ...input }: Partial<Save>): Partial<Content> {
  const sent = Object.fromEntries(
    contentFields.flatMap((field) =>
      field === 'files' || field === 'modelFields' || input[field] === undefined ? [] : [[field, input[field]]],
    ),
  ) as Partial<Content>
  if (files !== undefined) sent.files = files?.join(',') || null
  if (sent.title !== undefined) sent.title = sent.title.replace(/[\r\n\t]+/g, ' ').trim()
  if (sent.essayList !== undefined) sent.essayList = sent.essayList || null
  if (sent.sourceUrl !== undefined) sent.sourceUrl = sent.sourceUrl || null
  return sent
}

/** What the log says beside what was written; null where that is all. */
type Said = { readonly result: string } | null
const sayings = (...given: readonly (string | null)[]): Said => {
  const says = given.filter((one) => one !== null)
  return says.length === 0 ? null : { result: says.join('；') }
}

/** What the log says of a text that goes to who audits it. @throws Refused SENSITIVE_WORDS, PRIVATE_DATA */
const judged = (input: Parameters<typeof refuseWords>[0] & Parameters<typeof refusePersonal>[0]) => [
  refuseWords(input),
  refusePersonal(input),
]

/**
 * An article that is dated back goes online below newer ones, where nobody looks for what is new: by hand that needs a reason, for the log.
 * What has an address of origin bears the day of its origin.
 * @param unsaid stands for a reason where none is asked for
 */
function refuseBackdated(
  ctx: Ctx,
  now: Content,
  before: Content,
  reason: string | null | undefined,
  unsaid = '',
): string | null {
  const { publishTime, sourceUrl } = now
  const today = parseTime(formatDate(ctx.now)) as number
  if (publishTime === null || publishTime === before.publishTime || publishTime >= today) return null
  const says = reason?.trim() || (sourceUrl ? '保留原文的发布时间' : unsaid)
  if (says) return `发布时间定为 ${formatTime(publishTime)}，理由：${says}`
  throw new Refused(
    'BAD_INPUT',
    '发布时间早于今天，文章会排在较新的文章之后：请说明理由（publishTimeReason），或清空发布时间（以发布的时间为准）',
  )
}

/** It must have been on the site before it goes off it. */
function refuseOffline({ publishTime, offlineTime }: Content, now: number): void {
  if (offlineTime !== null && offlineTime <= Math.max(publishTime ?? now, now))
    throw new Refused('BAD_INPUT', '定时下架（offlineTime）：应晚于现在，也应晚于发布时间')
}

/** The same of a change: what it leaves as it was is judged when it goes online. */
function refuseTimes(ctx: Ctx, row: ArticleRow, after: Partial<Content>): void {
  if (after.offlineTime !== undefined || after.publishTime !== undefined)
    refuseOffline({ ...contentOf(row), ...after }, ctx.now)
}

function refuseEmpty(content: Content): void {
  if (content.categoryType === 'URL') {
    if (!content.jumpUrl) throw new Refused('BAD_INPUT', '跳转链接（jumpUrl）：内容类型为链接时必须填写')
  } else if (noContent(content.content)) throw new Refused('BAD_INPUT', '内容（content）：请输入内容')
}

/** Saves a new article: to audit, or as a draft. Plain insert, first revision, log row. */
export async function saveArticle(ctx: Ctx, input: Save, allowed: ReadonlySet<number> | null): Promise<ArticleRow> {
  const who = whoOf(ctx)
  const { contentModelId } = await refuseColumn(ctx, input.columnId, allowed)
  const deptId = input.ofDept === undefined ? await deptNow(ctx) : input.ofDept
  await refuseSecond(ctx, input.sourceUrl, deptId)
  const status = input.status ?? 1
  const { columnId, modelThen = null, modelFields } = input
  const given = { columnId, base: modelThen, sent: modelFields ?? {}, needed: status === 1 }
  // most columns have no model, and then nothing is asked
  const plain = contentModelId === null && modelThen === null && !modelFields
  const content = {
    ...emptyContent,
    ...contentFrom(input),
    modelFields: plain ? null : await modelValues(ctx, given),
  } as Content
  refuseEmpty(content)
  refuseOffline(content, ctx.now)
  // save/admin is also what programs of others bring whole archives in by: they know nothing of a reason, the log says so;
  // who sends an empty one is a hand that gave none
  const unsaid = allowed === null && input.publishTimeReason === undefined ? '未说明' : ''
  const backdated = refuseBackdated(ctx, content, emptyContent, input.publishTimeReason, unsaid)
  const said = sayings(backdated, ...(status === 1 ? judged(input) : []))
  const row = await addRow(ctx.db, {
    ...emptyRow,
    ...stored(content, ctx.now),
    seal: sealOf(content.content, ctx.parts.secret.seal),
    status,
    deptId,
    batch: input.batch || null,
    createdBy: who.userId,
    createdAt: ctx.now,
    updatedBy: who.userId,
    updatedAt: ctx.now,
    submittedBy: status === 1 ? who.userId : null,
    submittedAt: status === 1 ? ctx.now : null,
  })
  await keepFiles(ctx, 'article', row.id, [...fileIds(row.files), ...modelFiles(row.modelFields)])
  await keepStep(ctx, row.id, 1, {
    act: status === 1 ? '新增并提交' : '新增草稿',
    status,
    reason: status === 1 ? reasonOf(input) : null,
    ...(status === 1 && { undo: { move: 'submit', was: { status: 3, submittedBy: null, submittedAt: null } } }),
  })
  const after = { title: row.title, columnId: row.columnId, status }
  const told = {
    ...(backdated && { publishTime: row.publishTime }),
    ...(row.files && { files: (await namesIn(ctx, [row.files]))(row.files) }),
  }
  ctx.record({ ids: [row.id], after: { ...after, ...told }, ...said })
  return row
}

const { id: _id, ...given } = article.columns
const givenColumns = Object.keys(given) as (keyof typeof given)[]
type Given = Omit<ArticleRow, 'id'>
const emptyRow = {
  ...(Object.fromEntries(givenColumns.map((name) => [name, null])) as unknown as Given),
  hits: 0,
  version: 1,
  demo: 0 as const,
}
const insertRow = prepared((db, _: Slots<Given>) =>
  db.insertInto('article').values(slotsOf(givenColumns)).returning('id'),
)

/** Stores a new row; answers it without reading it again. */
async function addRow(db: Ctx['db'], values: Given): Promise<ArticleRow> {
  const [made] = await insertRow(db, values)
  return { ...values, id: (made as { id: number }).id }
}

const emptyContent = Object.fromEntries(contentFields.map((field) => [field, null])) as unknown as Content

/** Whether an edit leaves the text where somebody audits it, or as accepted. */
function isAudited(ctx: Ctx, row: ArticleRow, input: Edit, stays: boolean): boolean {
  if (row.status === 2) return (input.status ?? 1) === 1
  const status = stays ? row.status : nextStatus(ctx, row, input.status ?? undefined, true, false)
  return status === 0 || status === 1
}

/** Puts the fields of the model to what is changed, as they will be: over those of the copy under review, where there is one. */
async function fillModel(
  ctx: Ctx,
  row: ArticleRow,
  sent: Partial<Content>,
  input: Edit,
  stays: boolean,
): Promise<void> {
  const open = row.status === 2 && row.reviewId !== null ? await needRevision(ctx, row.reviewId) : undefined
  const copy = open ? (JSON.parse(open.after) as Partial<Content>) : {}
  const now = copy.modelFields === undefined ? row.modelFields : copy.modelFields
  const back = input.modelThen !== undefined
  const needed = isAudited(ctx, row, input, stays)
  if (!needed && !back && input.modelFields === undefined) return
  const columnId = sent.columnId ?? copy.columnId ?? row.columnId
  const base = back ? (input.modelThen ?? null) : now
  const stored = await modelValues(ctx, { columnId, base, sent: input.modelFields, needed })
  if (stored !== now) sent.modelFields = stored
}

/** Changes an article the caller may reach. A published one keeps its text online; the change becomes a copy under review. */
export async function updateArticle(ctx: Ctx, input: Edit, stays = false): Promise<ArticleRow> {
  const row = await needArticle(ctx, input.articleId, { lock: true })
  await refuseStale(ctx, row, input.version)
  const sent = contentFrom(input)
  const { alike } = input
  if (sent.columnId !== undefined && sent.columnId !== row.columnId)
    await refuseColumn(ctx, sent.columnId, columnsOf(ctx))
  if (sent.sourceUrl !== row.sourceUrl) await refuseSecond(ctx, sent.sourceUrl, row.deptId)
  const backdated = refuseBackdated(ctx, { ...contentOf(row), ...sent }, contentOf(row), input.publishTimeReason)
  await fillModel(ctx, row, sent, input, stays)
  await keepFiles(ctx, 'article', row.id, [...fileIds(sent.files), ...modelFiles(sent.modelFields)])
  if (row.status === 2) {
    const wanted = input.status ?? 1
    const said = sayings(alike?.says ?? null, backdated, ...(wanted === 1 ? judged(input) : []))
    return reviseOnline(ctx, row, sent, { wanted, stays, said, alike, why: wanted === 1 ? reasonOf(input) : null })
  }
  const after = differing(contentOf(row), sent)
  const three = row.status === 0 && (await wantsThree(ctx, [row.columnId, after.columnId ?? row.columnId]))
  const changed = Object.keys(after).length > 0
  const status = stays ? row.status : nextStatus(ctx, row, input.status ?? undefined, changed, three)
  if (Object.keys(after).length === 0 && status === row.status) return row
  refuseEmpty({ ...contentOf(row), ...after })
  refuseTimes(ctx, row, after)
  // who changes an accepted text that stays accepted answers for it as who accepted it does
  const accepts = !stays && row.status === 0 && status === 0
  const said = sayings(alike?.says ?? null, backdated, ...(status === 1 ? judged(input) : []))
  const why = status === 1 ? reasonOf(input) : null
  return writeChange(ctx, row, after, { status, accepts, stays, said, alike, why })
}

/** The state after an edit: submitting again from 3, 4, 5; an accepted text that changes must be accepted again, of a column with three reviews whoever changed it. */
function nextStatus(
  ctx: Ctx,
  row: ArticleRow,
  wanted: 1 | 3 | undefined,
  changed: boolean,
  three: boolean,
): NewsStatus {
  const now = row.status as NewsStatus
  if (wanted === 1) {
    const to = articleStates.target('submit', now)
    if (to !== null) return to as NewsStatus
  }
  if (wanted === 3 && (now === 4 || now === 5)) return 3
  if (wanted === 3 && now !== 3) throw new Refused('BAD_STATE', '已提交审核的文章不能存为草稿，请先驳回')
  return now === 0 && changed && (three || !may(whoOf(ctx).rights, 'article_accept')) ? 1 : now
}

async function writeChange(
  ctx: Ctx,
  row: ArticleRow,
  after: Partial<Content>,
  {
    status,
    accepts,
    stays,
    said,
    alike,
    why,
  }: {
    status: NewsStatus | number
    accepts: boolean
    stays: boolean
    said: Said
    alike?: Alike | undefined
    why: string | null
  },
): Promise<ArticleRow> {
  const who = whoOf(ctx)
  const submitted = status === 1 && row.status !== 1
  const version = row.version + 1
  const written = await ctx.db
    .updateTable('article')
    .set({
      ...stored(after, ctx.now),
      ...(after.content !== undefined && { seal: sealOf(after.content, ctx.parts.secret.seal) }),
      ...(submitted && {
        submittedBy: who.userId,
        submittedAt: ctx.now,
        reason: null,
        acceptedBy: null,
        acceptedAt: null,
      }),
      // another text than the one that was looked at
      ...(!stays && row.recheckedBy !== null && { rechecked: null, recheckedBy: null, recheckedAt: null }),
      ...(accepts && { acceptedBy: who.userId, acceptedAt: ctx.now }),
      // it was approved as it stood
      ...(row.scheduledAt !== null && { scheduledAt: null }),
      status,
      version,
      updatedBy: who.userId,
      updatedAt: ctx.now,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { submittedBy, submittedAt, reason, acceptedBy, acceptedAt, rechecked, recheckedBy, recheckedAt } = row
  const hands = { acceptedBy, acceptedAt, rechecked, recheckedBy, recheckedAt }
  const was = { status: row.status, submittedBy, submittedAt, reason, ...hands }
  await keepStep(ctx, row.id, version, {
    ...stepOf(submitted ? '修改并提交' : '修改', submitted, alike, why),
    status,
    after,
    from: contentOf(row),
    // an accepted text that its writer changed does not come back to where it was accepted
    ...(submitted && row.status !== 0 && { undo: { move: 'submit', was } }),
  })
  const fields = Object.keys(after)
  const names = await namesIn(ctx, [row.files, written.files])
  ctx.record({
    ids: [row.id],
    before: summary(contentOf(row), fields, row.status, names),
    after: summary(contentOf(written), fields, status, names),
    ...said,
  })
  return written
}

const nothingToAudit = '内容与网站上的原文相同，没有需要审核的修改；现有的修订不再需要的，请审核人员驳回'

/** A change to a published article: laid upon the open copy under review, or a new copy. The article itself stays as it is. */
async function reviseOnline(
  ctx: Ctx,
  row: ArticleRow,
  { publishTime, ...sent }: Partial<Content>,
  {
    wanted,
    stays,
    said,
    alike,
    why,
  }: { wanted: 1 | 3; stays: boolean; said: Said; alike?: Alike | undefined; why: string | null },
): Promise<ArticleRow> {
  const who = whoOf(ctx)
  const open = row.reviewId === null ? undefined : await needRevision(ctx, row.reviewId)
  // an emptied time stands for the one that the article has been published at
  const timed = publishTime === undefined ? {} : { publishTime: publishTime ?? contentOf(row).publishTime }
  const proposed = { ...(open ? (JSON.parse(open.after) as Partial<Content>) : {}), ...sent, ...timed }
  // saved on the way to another move, an accepted copy stays accepted: who makes the move has seen it
  const accepted = stays && open?.status === 0
  const status = accepted ? 0 : wanted
  const after = differing(contentOf(row), proposed)
  if (Object.keys(after).length === 0 && !open) return row
  if (status === 1 && after.publishTime && after.publishTime > ctx.now)
    throw new Refused('BAD_INPUT', notYet(formatTime(after.publishTime)))
  if (Object.keys(after).length === 0 && status === 1 && !stays) throw new Refused('BAD_STATE', nothingToAudit)
  const same = open && JSON.stringify(after) === open.after && open.status === status
  if (same) return row
  refuseEmpty({ ...contentOf(row), ...after })
  refuseTimes(ctx, row, after)
  const version = row.version + 1
  // as with a text that was never online: one that waits, or was accepted, does not come back to where it was
  const submits = status === 1 && open?.status !== 1 && open?.status !== 0
  const reviewId = await keepStep(ctx, row.id, version, {
    ...stepOf(accepted ? '修改' : status === 1 ? '修订并提交' : '修订草稿', !accepted && status === 1, alike, why),
    status,
    review: true,
    after,
    from: contentOf(row),
    ...(submits && {
      undo: {
        move: 'submit',
        was: { reviewId: row.reviewId, reviewStatus: open?.status ?? 3, rechecked: row.rechecked },
      },
    }),
    kept: accepted ? open : status === 1 ? { submittedBy: who.userId, submittedAt: ctx.now } : {},
  })
  const written = await ctx.db
    .updateTable('article')
    .set({
      reviewId,
      reviewStatus: status,
      rechecked: accepted ? row.rechecked : null,
      version,
      updatedBy: who.userId,
      updatedAt: ctx.now,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const told = summary(after, Object.keys(after), status, await namesIn(ctx, [after.files]))
  ctx.record({ ids: [row.id], after: { review: String(reviewId), ...told }, ...said })
  return written
}
