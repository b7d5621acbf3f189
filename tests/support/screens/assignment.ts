import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/home/assigned', '新增交办任务']]
