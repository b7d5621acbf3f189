import type { Kysely } from 'kysely'
import type { Schema } from '../../db/tables.ts'
import { descendants } from '../../rows/descendants.ts'

/** Who is under whom, by id. */
export type Tree = ReadonlyMap<number, { readonly id: number; readonly parentId: number }>

export async function readTree(db: Kysely<Schema>): Promise<Tree> {
  const rows = await db.selectFrom('column').select(['id', 'parentId']).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** A column and those above it. */
export function upwards(tree: Tree, from: number): Set<number> {
  const found = new Set<number>()
  for (let id = from; id !== 0 && !found.has(id); id = tree.get(id)?.parentId ?? 0) found.add(id)
  return found
}

/** How many levels a column and those below it take. */
export function levelsOf(tree: Tree, id: number): number {
  const above = upwards(tree, id).size
  return descendants([...tree.values()], id).reduce(
    (most, one) => Math.max(most, upwards(tree, one).size - above + 1),
    1,
  )
}

/** A column and all below it. */
export async function withDescendants(db: Kysely<Schema>, root: number): Promise<number[]> {
  return descendants([...(await readTree(db)).values()], root)
}
