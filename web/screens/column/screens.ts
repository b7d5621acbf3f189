import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'article/column',
    title: '栏目管理',
    needs: 'column_list',
    shows: 'column',
    load: () => import('./ColumnScreen.tsx'),
  },
]
