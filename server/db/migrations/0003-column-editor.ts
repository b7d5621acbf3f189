import type { Maker } from '../maker.ts'

/** Who changed a column last, so that a stale edit can name them. */
export async function up(make: Maker): Promise<void> {
  await make.db.schema
    .alterTable('column')
    .addColumn('updatedBy', make.dialect === 'sqlite' ? 'integer' : 'bigint')
    .execute()
}
