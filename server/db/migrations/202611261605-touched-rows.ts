import type { Maker } from '../maker.ts'

/** 一个栏目的成千上万行各有网页时，记下改动的是哪一行，和它在清单中的位置. */
export async function up(make: Maker): Promise<void> {
  await make.add('touched', { rowId: 'int?', place: 'int?' })
}
