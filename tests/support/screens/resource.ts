import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/getMenu', '内容管理']]
