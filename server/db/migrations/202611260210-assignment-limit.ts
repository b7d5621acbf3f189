import type { Maker } from '../maker.ts'

/** Deadlines of tasks that are counted in working days. */
export async function up(make: Maker): Promise<void> {
  await make.add('assignment', { limitDays: 'int?' })
  await make.index('assignment', ['limitDays'], { there: 'limitDays' })
}
