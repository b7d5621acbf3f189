import type { Kysely } from 'kysely'
import type { Schema } from '../../db/tables.ts'
import { descendants } from '../../rows/descendants.ts'

/** A column and all below it. */
export async function withDescendants(db: Kysely<Schema>, root: number): Promise<number[]> {
  return descendants(await db.selectFrom('column').select(['id', 'parentId']).execute(), root)
}
