import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'system/userOperationLogInfo',
    title: '操作日志',
    needs: 'log_list',
    load: () => import('./LogScreen.tsx'),
  },
]
