import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'system/dataDict',
    title: '数据字典',
    needs: 'dict_list',
    shows: 'dict',
    load: () => import('./DictScreen.tsx'),
  },
  {
    path: 'system/dataDictDetail',
    title: '字典条目',
    needs: 'dict_list',
    under: 'system/dataDict',
    load: () => import('./DictDetailScreen.tsx'),
  },
]
