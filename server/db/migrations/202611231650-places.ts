import type { Maker } from '../maker.ts'

/** From which addresses the people of a role may work. */
export async function up(make: Maker): Promise<void> {
  await make.add('role', { nets: 'text?' })
}
