import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/schedule', '任务记录']]
