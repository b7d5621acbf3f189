import type { Maker } from '../maker.ts'

/** The few articles that were taken out of the search of the site are found by themselves. */
export async function up(make: Maker): Promise<void> {
  await make.index('article', ['unfound'], { there: 'unfound' })
}
