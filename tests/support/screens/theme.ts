import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/interact/theme', '还没有话题'],
  ['/main/interact/theme/bin', '返回互动话题'],
  ['/main/interact/theme/counts', '还没有统计过的月份'],
  ['/main/interact/llTheme', '还没有履职话题'],
  ['/main/interact/llTheme/bin', '返回履职互动'],
  ['/main/interact/xaxTheme', '还没有民生话题'],
  ['/main/interact/xaxTheme/bin', '返回民生互动'],
]
