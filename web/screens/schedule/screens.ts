import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'system/schedule',
    title: '计划任务',
    needs: 'schedule_list',
    load: () => import('./ScheduleScreen.tsx'),
  },
]
