import type { Maker } from '../maker.ts'

/** 按公开时间排列信件. */
export async function up(make: Maker): Promise<void> {
  await make.index('mail', ['deletedAt', 'publishedAt', 'id'])
}
