import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'system/workday',
    title: '工作日历',
    needs: 'workday_list',
    load: () => import('./WorkdayScreen.tsx'),
  },
]
