import type { Maker } from '../maker.ts'

/** What of a plan was carried out. */
export async function up(make: Maker): Promise<void> {
  await make.add('auditPlan', { done: 'json?' })
}
