import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/interact/proposalAll', '还没有提案'],
  ['/main/interact/proposalAll/bin', '返回委员提案'],
  ['/main/interact/proposalAll/stats', '提案统计'],
  ['/main/interact/proposalPrivate', '还没有本人的提案'],
]
