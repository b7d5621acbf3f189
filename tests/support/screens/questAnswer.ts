import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/interact/questAnswer', '新增问答'],
  ['/main/interact/questAnswer/bin', '返回在线问答'],
  ['/main/interact/questAnswer/feedback', '还没有意见'],
]
