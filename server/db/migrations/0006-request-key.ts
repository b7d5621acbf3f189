import type { Maker } from '../maker.ts'

/** A key now stands for one input, and its answer is encrypted: what was kept of the last day goes, for it may hold tokens as they are. */
export async function up(make: Maker): Promise<void> {
  await make.db.schema.dropTable('requestKey').execute()
  await make.table('requestKey', {
    key: 'text',
    userId: 'ref',
    call: 'text',
    input: 'text',
    answer: 'personal',
    at: 'time',
  })
  await make.index('requestKey', ['key', 'userId'], { unique: true })
  await make.index('requestKey', ['at'])
}
