import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/interact/suggest', '还没有建议'],
  ['/main/interact/suggest/bin', '返回意见建议'],
]
