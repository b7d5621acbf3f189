import type { Maker } from '../maker.ts'

/** On which password a half-finished sign-in stands. Those of before are begun anew. */
export async function up(make: Maker): Promise<void> {
  await make.add('signInStep', { ground: 'text?' })
}
