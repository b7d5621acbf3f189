import type { Kysely } from 'kysely'
import type { Schema } from '../../db/tables.ts'
import { descendants } from '../../rows/descendants.ts'

/** A column and those above it. */
export function upwards(rows: ReadonlyMap<number, { readonly parentId: number }>, from: number): Set<number> {
  const found = new Set<number>()
  for (let id = from; id !== 0 && !found.has(id); id = rows.get(id)?.parentId ?? 0) found.add(id)
  return found
}

/** A column and all below it. */
export async function withDescendants(db: Kysely<Schema>, root: number): Promise<number[]> {
  return descendants(await db.selectFrom('column').select(['id', 'parentId']).execute(), root)
}
