import type { Maker } from '../maker.ts'

/** Areas have pages of their own on the site: which of them a change touched, and up to when what begins or ends by itself has been seen. */
export async function up(make: Maker): Promise<void> {
  await make.add('touched', { area: 'text?' })
  await make.table('areaMoment', { id: 'id', area: 'text', at: 'time' })
  await make.index('areaMoment', ['area'], { unique: true })
}
