import type { Maker } from '../maker.ts'

/** 补正期限留下给了多少个工作日，节假日有改动时据以重新计算；此前告知的没有留下，仍照原来的日期. */
export async function up(make: Maker): Promise<void> {
  await make.add('apply', { supplyDays: 'int?' })
}
