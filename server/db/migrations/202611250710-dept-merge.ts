import type { Maker } from '../maker.ts'

/** A department that was taken up by another one stays, so that what is told of the past has its name, and says by which. */
export async function up(make: Maker): Promise<void> {
  await make.add('dept', { intoId: 'ref?' })
}
