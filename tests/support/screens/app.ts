import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/app', '网站管理']]
