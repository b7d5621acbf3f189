import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/article/periodical', '新增期刊'],
  ['/main/article/periodical/bin', '返回期刊'],
  ['/main/article/periodical/1', '返回期刊'],
  ['/main/article/periodical/1/page/1', '返回期刊'],
]
