import { article as articleContract } from '../../../core/contract/article.ts'
import { type Parsed, permissionKey } from '../../../core/contract/endpoint.ts'
import type { report as contract } from '../../../core/contract/report.ts'
import { reportAdopted, reportFlow, reportScored } from '../../../core/domain/report-states.ts'
import { Refused } from '../../../core/errors.ts'
import { columnsOf } from '../../access/scope.ts'
import { cleaned } from '../../clean-text.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { namesOf } from '../../rows/list.ts'
import { refuseStale } from '../../rows/stale.ts'
import { refuseText } from '../../rows/texts.ts'
import { setting } from '../../settings.ts'
import { copiedFiles } from '../article/copy.ts'
import { read as readArticle } from '../article/word-check.ts'
import { type Save, saveArticle } from '../article/write.ts'
import { get, history, type Report, rows } from './pieces.ts'

/** What is done with what units report: written, adopted, scored. */

type In<N extends keyof typeof contract> = Parsed<(typeof contract)[N]>
type Step = (
  ctx: Ctx,
  row: Report,
  move: 'submit' | 'adopt',
  item: { readonly version?: number | null | undefined },
  along?: Partial<Report>,
) => Promise<void>

/** Only who wrote it changes it, hands it in, or takes it back. @throws Refused BAD_STATE */
export function refuseForeign(ctx: Ctx, { createdBy }: Pick<Report, 'createdBy'>, says: string): void {
  if (createdBy !== whoOf(ctx).userId)
    throw new Refused('BAD_STATE', `只有报送人本人可以${says}，审核人可以退回给报送人`)
}

/** The column for which it is written is one that the caller may report into. */
function refuseColumn(ctx: Ctx, columnId: number | null | undefined): void {
  const allowed = columnId ? columnsOf(ctx, 'report_add') : null
  if (columnId && allowed && !allowed.has(columnId))
    throw new Refused(
      'NOT_FOUND',
      `报送栏目（columnId）：${columnId} 不存在或没有授权给您；可以不选栏目，或请管理员在「角色管理」中给您的角色设定可用的栏目`,
    )
}

/** The text is cleaned outside of the transaction that stores it. */
export const read = <I extends { readonly content?: string | undefined }>(ctx: Ctx, input: I) => cleaned(ctx, input)

const emptied = <I extends { readonly columnId?: unknown; readonly author?: string | null | undefined }>(given: I) => ({
  ...given,
  ...(given.columnId !== undefined && { columnId: given.columnId || null }),
  ...(given.author !== undefined && { author: given.author || null }),
})

/** Writes one, and hands it in where that was asked. */
export const addBy = (step: Step) =>
  async function add(ctx: Ctx, { submit, ...given }: Awaited<ReturnType<typeof read<In<'add'>>>>) {
    refuseColumn(ctx, given.columnId)
    const fresh = { status: 0, points: 0, extra: 0 }
    const { id } = await rows.add(ctx, { ...emptied(given), content: given.content ?? '', ...fresh } as never)
    if (Number(submit) === 1) await step(ctx, await rows.need(ctx, Number(id), { lock: true }), 'submit', {})
    return get(ctx, Number(id))
  }

export async function edit(ctx: Ctx, { id, version, ...given }: Awaited<ReturnType<typeof read<In<'edit'>>>>) {
  const row = await rows.need(ctx, id, { lock: true })
  refuseForeign(ctx, row, '修改')
  refuseText(ctx, reportFlow, 'edit', row.status as 0)
  refuseColumn(ctx, given.columnId)
  await rows.change(ctx, id, emptied(given) as never, version)
  return get(ctx, id)
}

/** More than the settings say is no extra. */
async function refuseExtra(ctx: Ctx, extra: number | undefined): Promise<void> {
  const most = Number(await setting(ctx.db, 'report.extraMost'))
  if (extra !== undefined && extra > most)
    throw new Refused('BAD_INPUT', `加分（extra）：一篇最多加 ${most} 分（站点设置中的「一篇最多加」）`)
}

/** The article of one, where it is still there. */
export const articleOf = async ({ db }: Ctx, { articleId }: Pick<Report, 'articleId'>) =>
  articleId === null
    ? undefined
    : db
        .selectFrom('article')
        .select(['id', 'title'])
        .where('id', '=', articleId)
        .where('deletedAt', 'is', null)
        .executeTakeFirst()

const { saveRole } = articleContract
const saved = { name: 'article.saveRole', says: saveRole.says, key: permissionKey('article', 'saveRole', saveRole) }
/** The same caller; the log tells the new article as any other. */
const asArticle = (ctx: Ctx): Ctx => ({ ...ctx, record: (change) => ctx.record({ ...change, call: saved }) })

/** The same caller; what is done is told with what it is done for. */
const untold = (ctx: Ctx): Ctx => ({
  ...ctx,
  record: () => undefined,
  transaction: (work) => ctx.transaction((inner) => work({ ...inner, record: () => undefined })),
})

/** The files of one, copied for the article. */
async function filesFor(ctx: Ctx, id: number): Promise<number[]> {
  const own = await ctx.db
    .selectFrom('attachment')
    .select('id')
    .where('to', '=', 'report')
    .where('rowId', '=', id)
    .orderBy('place')
    .orderBy('id')
    .execute()
  // a rehearsal makes no files
  if (own.length === 0 || ctx.call.dry) return []
  return copiedFiles(untold(ctx), own.map((file) => file.id).join(','))
}

/**
 * Makes an article of one in the column that is chosen: the unit's, by whoever adopts it, and audited as any other. Each knows the other.
 * To be wrapped in `ownTransactions`: its text is looked through, and its files are copied, before the transaction.
 */
export const adoptBy = (step: Step) =>
  async function adopt(ctx: Ctx, { id, version, columnId, title, extra, as, privacyReason }: In<'adopt'>) {
    await refuseExtra(ctx, extra)
    const seen = await rows.need(ctx, id)
    const allowed = columnsOf(ctx)
    if (allowed && !allowed.has(columnId))
      throw new Refused('NO_PERMISSION', `您没有栏目 ${columnId} 的授权，不能采用到这个栏目`)
    if (reportFlow.target('adopt', seen.status as 1) === null)
      throw new Refused('BAD_STATE', reportFlow.illegal('adopt', seen.status as 1))
    const status = Number(as ?? 1) as 1 | 3
    const depts = await namesOf(ctx.db, 'dept', 'name', [seen.deptId ?? 0])
    // an article's own author is whoever writes it here
    const source = [depts.get(seen.deptId ?? 0), seen.author].filter(Boolean).join(' ') || null
    const texts = { title: title || seen.title, content: seen.content, source }
    const ready = await readArticle(ctx, { ...texts, status })
    const files = await filesFor(ctx, id)
    return ctx.transaction(async (inner) => {
      const row = await rows.need(inner, id, { lock: true })
      await refuseStale(inner, row, version ?? seen.version)
      const judged = { wordsSeen: [], privacyReason: privacyReason ?? '' }
      const article = { ...ready, ...judged, columnId, files, ofDept: row.deptId } as unknown as Save
      const { id: articleId } = await saveArticle(asArticle(inner), article, allowed)
      const given = { extra: extra ?? row.extra, articleId, adoptedAt: inner.now }
      await step(inner, row, 'adopt', {}, given)
      return get(inner, id)
    })
  }

/** Gives one what it earns beside the settings. */
export async function score(ctx: Ctx, { id, version, extra, remark }: In<'score'>) {
  await refuseExtra(ctx, extra)
  const row = await rows.need(ctx, id, { lock: true })
  await refuseStale(ctx, row, version)
  if (!reportScored.includes(row.status))
    throw new Refused(
      'BAD_STATE',
      `当前为「${reportFlow.words[row.status as 0]}」，不能加分：只有报送后没有退回的才得分`,
    )
  if (extra === row.extra) return get(ctx, id)
  const points = row.points - row.extra + extra
  const by = { updatedAt: ctx.now, updatedBy: whoOf(ctx).userId, version: row.version + 1 }
  await ctx.db
    .updateTable('report')
    .set({ extra, points, ...by })
    .where('id', '=', id)
    .execute()
  const [before, after] = [{ extra: row.extra }, { extra }]
  const step = { act: '加分', status: row.status, reason: remark || null, before, after }
  await history.keep(ctx, [{ id, no: by.version, step }])
  ctx.record({ ids: [id], before, after, ...(remark && { result: remark }) })
  return get(ctx, id)
}

/** An adopted one is given up only once its article is gone. @throws Refused BAD_STATE */
export async function refuseStanding(ctx: Ctx, row: Report): Promise<void> {
  const article = row.status === reportAdopted ? await articleOf(ctx, row) : undefined
  if (article)
    throw new Refused('BAD_STATE', `采用的文章《${article.title}》（${article.id}）还在，请先在文章管理中删除它`)
}
