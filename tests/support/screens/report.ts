import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/article/report', '写报送信息'],
  ['/main/article/report/bin', '返回列表'],
  ['/main/article/report/add', '存为草稿'],
  ['/main/article/report/statistics', '各单位报送情况'],
]
