import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/interact/advice', '新增意见'],
  ['/main/interact/advice/bin', '返回意见答复'],
]
