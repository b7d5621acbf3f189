import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/interact/LeaderMailbox', '还没有信件'],
  ['/main/interact/LeaderMailbox/sources', '没有哪一处'],
  ['/main/interact/LeaderMailbox/bin', '返回领导信箱'],
  ['/main/home/mail', '实时统计'],
  ['/main/home/mailRealTime', '信件统计'],
]
