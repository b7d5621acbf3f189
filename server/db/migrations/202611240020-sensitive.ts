import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'
import type { Schema } from '../tables.ts'

/** Words that articles are looked through for, and a count of their changes. */
export async function up(make: Maker): Promise<void> {
  await make.table('sensitive', {
    id: 'id',
    word: 'text',
    steps: 'text',
    list: 'int',
    type: 'int',
    level: 'int',
    suggestion: 'text?',
    enabled: 'int',
    hits: 'int',
    remark: 'text?',
    createdAt: 'time',
    updatedAt: 'time',
    version: 'int',
  })
  await make.index('sensitive', ['steps'], { unique: true })
  await make.index('sensitive', ['hits', 'id'])
  await (make.db as Kysely<Schema>).insertInto('counter').values({ name: 'words', value: 1 }).execute()
}
