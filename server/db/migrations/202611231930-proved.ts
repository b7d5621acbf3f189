import type { Maker } from '../maker.ts'

/** When a person last showed in a session who they are. Who was signed in before is asked at the first occasion. */
export async function up(make: Maker): Promise<void> {
  await make.add('session', { provedAt: 'time?' })
}
