import type { Maker } from '../maker.ts'

/** Plans of one person that another one carries out. */
export async function up(make: Maker): Promise<void> {
  await make.table('auditPlan', {
    ...{ id: 'id', title: 'text', area: 'text', move: 'text', reason: 'text?', count: 'int', madeBy: 'ref' },
    ...{ createdAt: 'time', expiresAt: 'time', appliedBy: 'ref?', appliedAt: 'time?', items: 'json' },
  })
  await make.index('auditPlan', ['expiresAt'])
}
