import type { Maker } from '../maker.ts'

/** Whether a column stands in the site's navigation; empty, as for all that were there before: it does. */
export async function up(make: Maker): Promise<void> {
  await make.db.schema
    .alterTable('column')
    .addColumn('inNav', make.dialect === 'sqlite' ? 'integer' : 'smallint')
    .execute()
}
