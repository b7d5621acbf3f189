import type { Maker } from '../maker.ts'

/**
 * Where an article stands on the front page. It comes after the content, which SQLite would have to read through; but nearly all rows have
 * none, which their heads tell.
 */
export async function up(make: Maker): Promise<void> {
  await make.db.schema.alterTable('article').addColumn('essayList', 'text').execute()
}
