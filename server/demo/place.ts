import type { Kysely } from 'kysely'
import type { Parts } from '../context.ts'
import type { Schema } from '../db/tables.ts'

type Ids = ReadonlyMap<string, number>

/** The demo county as far as it stands when the areas add their rows to it (county.ts has the keys). */
export interface DemoPlace {
  readonly trx: Kysely<Schema>
  readonly parts: Parts
  readonly now: number
  /** When the county's office began to use the system. */
  readonly longAgo: number
  readonly depts: Ids
  readonly users: Ids
  readonly columns: Ids
}

export const day = 24 * 3600_000
