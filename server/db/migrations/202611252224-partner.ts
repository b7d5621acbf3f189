import type { Maker } from '../maker.ts'

/** 互通单位, and whose of them a session is. */
export async function up(make: Maker): Promise<void> {
  await make.table('partner', {
    id: 'id',
    name: 'text',
    key: 'text',
    secretHash: 'text',
    kinds: 'text',
    state: 'int',
    deptId: 'ref?',
    leaderColumnId: 'ref?',
    orgColumnId: 'ref?',
    commonColumnId: 'ref?',
    policyDocColumnId: 'ref?',
    lastUsedAt: 'time?',
    revokedAt: 'time?',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    note: 'text?',
  })
  await make.index('partner', ['name'], { unique: true })
  await make.index('partner', ['key'], { unique: true })
  await make.add('session', { partnerId: 'ref?' })
  await make.index('session', ['partnerId'], { there: 'partnerId' })
}
