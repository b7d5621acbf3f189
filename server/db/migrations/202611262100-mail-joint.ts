import type { Maker } from '../maker.ts'

/** 并入的信的期限对接收它的信也有效；办结的信留下计算期限所用的日历. */
export async function up(make: Maker): Promise<void> {
  await make.add('mail', { joinsAt: 'time?', joinedFrom: 'time?', joinedDays: 'int?', countedBy: 'text?' })
}
