import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'article/announcement',
    title: '公告',
    needs: 'announcement_list',
    load: () => import('./AnnouncementScreen.tsx'),
  },
]
