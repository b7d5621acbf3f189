import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/article/essay', '新增文章'],
  ['/main/article/essay?status=1&source=x', '新增文章'],
  ['/main/article/essay/add', '提交审核'],
  ['/main/article/essay/1', '修订历史'],
  ['/main/article/essay/1/history', '新增并提交'],
  ['/main/article/essay/replace', '查找'],
  ['/main/article/essay/off-site', '核实近 30 天下线的'],
  ['/main/article/essay/dead-links', '返回文章管理'],
  ['/main/article/essay/recycle', '返回文章管理'],
  ['/main/article/contentSearch', '预览'],
]
