import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/interact/people', '个人信息只显示一部分']]
