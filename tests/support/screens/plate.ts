import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/interact/plate', '新增版块'],
  ['/main/interact/plate/bin', '返回版块'],
]
