import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/article/special', '新增专题'],
  ['/main/article/special/bin', '返回专题'],
  ['/main/article/special/1', '返回专题'],
]
