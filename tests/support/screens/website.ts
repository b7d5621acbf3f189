import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/website', '新增网站']]
