import type { Maker } from '../maker.ts'

/** Which import brought an article. */
export async function up(make: Maker): Promise<void> {
  await make.add('article', { batch: 'text?' })
  await make.index('article', ['batch'], { there: 'batch' })
}
