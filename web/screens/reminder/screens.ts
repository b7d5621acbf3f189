import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'system/noticeSetting',
    title: '消息提醒设置',
    needs: 'reminder_list',
    load: () => import('./ReminderScreen.tsx'),
  },
]
