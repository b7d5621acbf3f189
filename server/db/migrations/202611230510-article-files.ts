import type { Maker } from '../maker.ts'

/** An article's attachments are part of what is written: revisions hold the list as they hold the title. */
export async function up(make: Maker): Promise<void> {
  await make.add('article', { files: 'text?' })
}
