import type { Ctx } from '../context.ts'
import type { Paging } from '../rows/list.ts'

/** What citizens sent, counted by the departments that have it. */

/** The departments that are counted, and those that have some of it all the same. */
export async function deptsIn({ db }: Ctx, having: Iterable<number>, named?: string) {
  const rows = await db
    .selectFrom('dept')
    .select(['id', 'name'])
    .where((eb) => eb.or([eb('isCount', '=', 1), eb('id', 'in', [0, ...having])]))
    .orderBy('sort')
    .orderBy('id')
    .execute()
  return named === undefined ? rows : rows.filter(({ name }) => name.includes(named))
}

/** A page of what was counted, as of departments: there are few, and all of them are counted at once. */
export function pageIn<R extends { readonly id: string }>(
  rows: readonly R[],
  { pageNumber = 1, pageSize = 10, afterId }: Paging,
) {
  const all = afterId === undefined ? rows : rows.toSorted((a, b) => Number(b.id) - Number(a.id))
  const from = afterId === undefined ? (pageNumber - 1) * pageSize : all.findIndex(({ id }) => Number(id) < afterId)
  const list = from < 0 ? [] : all.slice(from, from + pageSize)
  return { list, total: rows.length, pageNumber, pageSize }
}
