import type { Maker } from '../maker.ts'

/** 已答复的申请留下计算期限所用的日历. */
export async function up(make: Maker): Promise<void> {
  await make.add('apply', { countedBy: 'text?' })
}
