import type { Screen } from '../screen.ts'

const needs = 'stats_list'
const under = 'home/dispatch'

export const screens: readonly Screen[] = [
  { path: 'home/dispatch', title: '发文统计', needs, load: () => import('./DispatchScreen.tsx') },
  { path: 'home/column', title: '栏目统计', needs, under, load: () => import('./ColumnScreen.tsx') },
  { path: 'home/staticData', title: '数据统计', needs, under, load: () => import('./StaticDataScreen.tsx') },
  { path: 'home/reportData', title: '数据分析', needs, under, load: () => import('./ReportDataScreen.tsx') },
  {
    ...{ path: 'home/thisArticleStatistics', title: '文章统计', needs, under },
    load: () => import('./ThisArticleStatisticsScreen.tsx'),
  },
]
