import type { Maker } from '../maker.ts'

/** 建议的答复期限：以后收到的按工作日历计算；此前收到的没有. */
export async function up(make: Maker): Promise<void> {
  await make.add('suggestion', { due: 'time?', limitDays: 'int?' })
  await make.index('suggestion', ['deletedAt', 'due', 'id'])
}
