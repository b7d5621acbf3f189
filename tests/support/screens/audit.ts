import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/home/audit', '待初审']]
