import type { Maker } from '../maker.ts'

/** The second factor: what shows the codes, codes for when it is lost, and which roles want it. */
export async function up(make: Maker): Promise<void> {
  await make.table('userFactor', { id: 'id', userId: 'ref', secret: 'personal', lastStep: 'int', createdAt: 'time' })
  await make.index('userFactor', ['userId'], { unique: true })
  await make.table('factorPending', { id: 'id', userId: 'ref', secret: 'personal', expiresAt: 'time' })
  await make.index('factorPending', ['userId'], { unique: true })
  await make.table('recoveryCode', { id: 'id', userId: 'ref', codeHash: 'text' })
  await make.index('recoveryCode', ['userId'])
  await make.add('role', { factor: ['flag', 0] })
}
