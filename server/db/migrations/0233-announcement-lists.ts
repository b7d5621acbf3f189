import type { Maker } from '../maker.ts'

/** The other orders of the list of announcements: without an index each would be made of whole rows, texts and all. */
export async function up(make: Maker): Promise<void> {
  await make.index('announcement', ['title', 'id', 'startTime', 'endTime', 'top'])
  await make.index('announcement', ['createdAt', 'id'])
  await make.index('announcement', ['updatedAt', 'id'])
}
