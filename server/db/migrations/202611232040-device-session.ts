import type { Maker } from '../maker.ts'

/** By which sign-in a device became known: one makes no more than its own. */
export async function up(make: Maker): Promise<void> {
  await make.add('device', { sessionId: 'int?' })
}
