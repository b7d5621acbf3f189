import type { Maker } from '../maker.ts'

/** By which browser and device somebody signed in, in words. */
export async function up(make: Maker): Promise<void> {
  await make.add('session', { device: 'text?' })
}
