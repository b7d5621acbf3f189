import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'
import type { Schema } from '../tables.ts'

/** Moves with every change of the data dictionary. */
export async function up(make: Maker): Promise<void> {
  await (make.db as Kysely<Schema>).insertInto('counter').values({ name: 'dict', value: 1 }).execute()
}
