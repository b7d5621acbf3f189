import type { Maker } from '../maker.ts'

/** Whether a name is there already is asked with each entry that is added: of a dictionary with thousands all were read for it. */
export async function up(make: Maker): Promise<void> {
  await make.index('dict', ['parentId', 'name'])
}
