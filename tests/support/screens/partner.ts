import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/partner', '新增互通单位']]
