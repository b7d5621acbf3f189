import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/home/dispatch', '部门发文'],
  ['/main/home/column', '栏目文章'],
  ['/main/home/staticData', '部门文章'],
  ['/main/home/reportData', '每月发文'],
  ['/main/home/thisArticleStatistics', '文章点击'],
]
