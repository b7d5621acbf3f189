import type { Maker } from '../maker.ts'

/** Devices that are known to an account, and the tries that were made from them. */
export async function up(make: Maker): Promise<void> {
  await make.table('device', { id: 'id', userId: 'ref', hash: 'text', createdAt: 'time', seenAt: 'time' })
  await make.index('device', ['hash'], { unique: true })
  await make.index('device', ['userId'])
  const ref = make.dialect === 'sqlite' ? 'integer' : 'bigint'
  await make.db.schema.alterTable('signIn').addColumn('deviceId', ref).execute()
  await make.index('signIn', ['deviceId', 'at'])
}
