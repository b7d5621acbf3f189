import type { Maker } from '../maker.ts'

/** 导出文件是凭什么范围的权限作出的：此后权限减少的，不能再下载. */
export async function up(make: Maker): Promise<void> {
  await make.add('exportTask', { reached: 'json?' })
}
