import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/region', '四川省']]
