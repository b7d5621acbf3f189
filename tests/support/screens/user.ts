import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/user', '新增用户']]
