import type { Maker } from '../maker.ts'

/** From where somebody signed in last and how often it failed since; a session keeps what there was before it, for its person to see. */
export async function up(make: Maker): Promise<void> {
  await make.add('user', { lastLoginFrom: 'text?', failedLogins: 'int?' })
  await make.add('session', { beforeAt: 'time?', beforeFrom: 'text?', beforeFailed: 'int?' })
}
