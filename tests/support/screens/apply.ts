import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/interact/apply', '还没有申请'],
  ['/main/interact/apply/bin', '返回依申请公开'],
  ['/main/interact/apply/report', '结转下年度继续办理'],
  ['/main/interact/apply/system', '受理机构'],
]
