import type { Maker } from '../maker.ts'

/** 已答复的申请重新答复：期限从决定重新答复之日起算. */
export async function up(make: Maker): Promise<void> {
  await make.add('apply', { againAt: 'time?' })
}
