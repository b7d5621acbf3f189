import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/interact/celebrity', '新增名人'],
  ['/main/interact/celebrity/bin', '返回名人名录'],
]
