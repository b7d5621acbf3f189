import { type Ctx, whoOf } from '../../context.ts'
import { findArticles } from './find.ts'

/** Of some files those that the caller may know of: their own that belong to no article yet, and those of articles that they see. */
export async function knownFiles(ctx: Ctx, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .selectFrom('attachment')
    .select(['id', 'name', 'kind', 'size', 'stored', 'rowId', 'createdBy'])
    .where('id', 'in', ids)
    .where('to', '=', 'article')
    .execute()
  const of = [...new Set(rows.flatMap(({ rowId }) => (rowId === 0 ? [] : [rowId])))]
  const seen = of.length === 0 ? new Map() : await findArticles(ctx, of, { columns: ['id'] })
  const { userId } = whoOf(ctx)
  const known = rows.filter(({ rowId, createdBy }) => (rowId === 0 ? createdBy === userId : seen.has(rowId)))
  return ids.flatMap((id) => known.find((one) => one.id === id) ?? [])
}
