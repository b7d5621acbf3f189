import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/content/compliance', '只统计您数据范围内'],
  ['/main/content/compliance/columns', '合规检查'],
  ['/main/content/compliance/yearly', '发布信息总数'],
]
