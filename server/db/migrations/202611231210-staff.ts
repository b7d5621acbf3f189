import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

/** What users, roles and menu entries have for being administered. */
export async function up(make: Maker): Promise<void> {
  await make.table('signInStep', { id: 'id', ticketHash: 'text', userId: 'ref', does: 'text', expiresAt: 'time' })
  await make.index('signInStep', ['ticketHash'], { unique: true })
  const versioned = { updatedBy: 'ref?', version: ['int', 1] } as const
  await make.add('user', {
    idNumber: 'personal?',
    idNumberHash: 'text?',
    sex: 'int?',
    ehrNo: 'text?',
    dingId: 'text?',
    enterAt: 'time?',
    lastLoginAt: 'time?',
    mustChange: ['flag', 0],
    createdBy: 'ref?',
    ...versioned,
  })
  await make.add('role', { dingAppKey: 'text?', updatedAt: ['time', 0], ...versioned })
  await make.add('resource', { dingAppKey: 'text?', enabled: ['flag', 1], updatedAt: ['time', 0], ...versioned })
  await make.index('user', ['mobileHash'])
  await make.index('user', ['idNumberHash'])
  await make.index('user', ['deptId'])
  await make.index('userRole', ['roleId'])
  await make.index('role', ['name'], { unique: true })
  await make.index('role', ['alias'], { unique: true })
  const db = make.db as Kysely<{
    user: { userType: string }
    role: { createdAt: number; updatedAt: number }
  }>
  // the kinds of users that the specification shows; before, it said what the role says
  await db.updateTable('user').set({ userType: '2' }).execute()
  await db
    .updateTable('role')
    .set((eb) => ({ updatedAt: eb.ref('createdAt') }))
    .execute()
}
