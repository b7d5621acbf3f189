import type { Maker } from '../maker.ts'

/** 几个服务共用一个数据库时，已更新到网站的改动再留一段时间，供另一个服务正在进行的生成查对. */
export async function up(make: Maker): Promise<void> {
  await make.add('touched', { shownAt: 'int?', shownAgain: 'int?' })
}
