import type { Maker } from '../maker.ts'

/** An announcement may stand at the head of every page of the site. */
export async function up(make: Maker): Promise<void> {
  await make.add('announcement', { banner: ['flag', 0] })
}
