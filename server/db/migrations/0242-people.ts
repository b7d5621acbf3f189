import type { Maker } from '../maker.ts'

/** Visitors are found by their name, too. */
export async function up(make: Maker): Promise<void> {
  await make.add('people', { peopleNameHash: 'text?' })
  await make.index('people', ['peopleNameHash'])
}
