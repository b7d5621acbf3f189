import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/workday', '全年']]
