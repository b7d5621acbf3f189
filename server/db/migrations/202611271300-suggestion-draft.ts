import type { Maker } from '../maker.ts'

/** 建议的公开稿何时由人写好；没有的，公开时自动隐去个人信息. */
export async function up(make: Maker): Promise<void> {
  await make.add('suggestion', { draftedAt: 'time?' })
}
