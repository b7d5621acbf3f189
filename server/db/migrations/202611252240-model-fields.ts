import type { Maker } from '../maker.ts'

/** What an article has in the fields of its column's content model is part of what is written, as its files are. */
export async function up(make: Maker): Promise<void> {
  await make.add('article', { modelFields: 'text?' })
}
