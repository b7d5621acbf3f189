import type { Maker } from '../maker.ts'

/** Three reviews by three persons, where a column wants them: who did the second one, of an article as of a copy under review. */
export async function up(make: Maker): Promise<void> {
  await make.add('column', { threeReviews: 'flag?' })
  await make.add('article', { rechecked: 'flag?', recheckedBy: 'ref?', recheckedAt: 'time?' })
  await make.add('revision', { recheckedBy: 'ref?', recheckedAt: 'time?' })
}
