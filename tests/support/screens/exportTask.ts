import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/exportTask', '导出任务']]
