import type { Kysely } from 'kysely'
import type { Schema } from '../../db/tables.ts'

/** A column and all below it. */
export async function withDescendants(db: Kysely<Schema>, root: number): Promise<number[]> {
  const columns = await db.selectFrom('column').select(['id', 'parentId']).execute()
  const found = [root]
  for (const id of found) for (const c of columns) if (c.parentId === id && !found.includes(c.id)) found.push(c.id)
  return found
}
