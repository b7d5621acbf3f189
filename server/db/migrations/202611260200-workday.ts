import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'
import type { Schema } from '../tables.ts'

/** What is set for years, how often that has changed, and up to which change all deadlines were counted anew. */
export async function up(make: Maker): Promise<void> {
  await make.table('workday', {
    id: 'id',
    year: 'int',
    source: 'text?',
    sourceUrl: 'text?',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    days: 'json',
  })
  await make.index('workday', ['year'], { unique: true })
  await (make.db as Kysely<Schema>)
    .insertInto('counter')
    .values([
      { name: 'workday', value: 1 },
      { name: 'workdayDone', value: 1 },
    ])
    .execute()
}
