import type { article as contract } from '../../../core/contract/article.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { formatDate, formatTime } from '../../../core/domain/time.ts'
import { type Validity, validityStates } from '../../../core/domain/validity.ts'
import { Refused } from '../../../core/errors.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { eachOf } from '../../rows/bulk.ts'
import { allHold, among, amongRows, type Condition, test } from '../../rows/condition.ts'
import { namesOf } from '../../rows/list.ts'
import { needArticle } from './find.ts'
import { online } from './open.ts'
import type { ArticleRow } from './show.ts'
import { touch } from './touch.ts'

/** Whether documents still hold: an act of its own beside their text (docs/decisions/0049-validity.md). */

/** Those with a mark, told by the few that have it. */
export const validityAs = (state: number | undefined): Condition[] =>
  state === undefined ? [] : [amongRows('id', 'articleValidity', 'articleId', [test('state', '=', state)])]

const published = 2
type Asked = Parsed<typeof contract.validity>
type By = { readonly byArticleId: number | null; readonly byTitle: string | null }

/** What changed or repealed them, which visitors can read: nobody else is told its title by a mark. */
async function needBy(ctx: Ctx, byId: number): Promise<By> {
  const row = await ctx.db
    .selectFrom('article')
    .select(['id', 'title'])
    .where(allHold([...online, among('id', [byId])]))
    .executeTakeFirst()
  if (!row)
    throw new Refused('CONFLICT', `依据的文章（byId）：文章 ${byId} 不在网站上，请在它发布后再标注，或只写在说明中`)
  return { byArticleId: row.id, byTitle: row.title }
}

const markOf = (ctx: Ctx, articleId: number) =>
  ctx.db.selectFrom('articleValidity').selectAll().where('articleId', '=', articleId).executeTakeFirst()
type Stored = Pick<NonNullable<Awaited<ReturnType<typeof markOf>>>, 'state' | 'day' | 'note' | 'byArticleId'>

/** A mark as the log tells it. */
const told = (mark: Stored | undefined) => ({
  validity: mark ? validityStates[Number(mark.state) as Validity] : '未标注',
  ...(mark && {
    validityDay: mark.day === null ? null : formatDate(Number(mark.day)),
    validityNote: mark.note,
    validityById: mark.byArticleId === null ? null : String(mark.byArticleId),
  }),
})

const same = (a: Stored, b: Stored) => JSON.stringify(told(a)) === JSON.stringify(told(b))

async function mark(ctx: Ctx, { id, columnId, status }: ArticleRow, { reason }: Asked, now: (Stored & By) | null) {
  const before = await markOf(ctx, id)
  if (now === null ? !before : before && same(before, now)) return
  if (now === null) await ctx.db.deleteFrom('articleValidity').where('articleId', '=', id).execute()
  else {
    const values = { ...now, markedBy: whoOf(ctx).userId, markedAt: ctx.now }
    await ctx.db
      .insertInto('articleValidity')
      .values({ articleId: id, ...values })
      .onConflict((oc) => oc.column('articleId').doUpdateSet(values))
      .execute()
  }
  const why = reason?.trim()
  ctx.record({
    ...{ ids: [id], before: told(before), after: told(now ?? undefined) },
    ...(why && { result: `理由：${why}` }),
  })
  // a mark that goes must be gone with the answer, as what is taken down
  if (status === published) await touch(ctx, [{ articleId: id, columnId }], now === null)
}

/** Marks documents as valid, changed, repealed or expired, or takes their marks away. */
export async function markValidity(ctx: Ctx, input: Asked) {
  const { ids, state, day = null, note, byId } = input
  if (state === 0 && (day !== null || byId || note?.trim()))
    throw new Refused('BAD_INPUT', '效力（state）：取消标注时不写日期、依据和说明')
  if (day !== null && day > ctx.now)
    throw new Refused('BAD_INPUT', '日期（day）：还没有到，标注随即显示在网站上，请到当日再标注')
  const by = byId ? await needBy(ctx, byId) : { byArticleId: null, byTitle: null }
  const now = state === 0 ? null : { state, day, note: note?.trim() || null, ...by }
  return eachOf(ctx, ids, async (inner, id) => {
    const row = await needArticle(inner, id, { lock: true })
    if (id === byId) throw new Refused('BAD_INPUT', '依据的文章（byId）：不能是这篇文章自己')
    await mark(inner, row, input, now)
  })
}

/** The marks of some articles as replies show them. */
export async function validitiesOf(ctx: Ctx, rows: readonly Partial<ArticleRow>[]) {
  const ids = rows.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return new Map<number, never>()
  const found = await ctx.db.selectFrom('articleValidity').selectAll().where('articleId', 'in', ids).execute()
  const names = await namesOf(
    ctx.db,
    'user',
    'name',
    found.map(({ markedBy }) => markedBy),
  )
  return new Map(
    found.map((one) => [
      Number(one.articleId),
      {
        validity: Number(one.state),
        validityMark: {
          day: one.day === null ? null : formatTime(Number(one.day)),
          note: one.note,
          byId: one.byArticleId === null ? null : String(one.byArticleId),
          byTitle: one.byTitle,
          markedByName: names.get(one.markedBy) ?? null,
          markedAt: formatTime(Number(one.markedAt)),
        },
      },
    ]),
  )
}

/** An article that is deleted for good has no mark any more; what it repealed keeps its own, without a way there. */
export async function forgetValidity(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('articleValidity').where('articleId', '=', id).execute()
  await ctx.db.updateTable('articleValidity').set({ byArticleId: null }).where('byArticleId', '=', id).execute()
}
