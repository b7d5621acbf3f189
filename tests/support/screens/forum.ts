import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/interact/forum', '还没有帖子'],
  ['/main/interact/forum/bin', '返回论坛话题'],
]
