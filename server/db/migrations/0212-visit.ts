import type { Maker } from '../maker.ts'

/** Visitors by day. */
export async function up(make: Maker): Promise<void> {
  await make.table('visitDay', { day: 'int', n: 'int' })
  await make.index('visitDay', ['day'], { unique: true })
}
