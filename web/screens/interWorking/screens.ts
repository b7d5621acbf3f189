import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'article/interWorking',
    title: '推送记录',
    needs: 'interWorking_list',
    waits: 'interWorking',
    load: () => import('./InterWorkingScreen.tsx'),
  },
  {
    path: 'article/interWorking/:id',
    title: '推送',
    needs: 'interWorking_list',
    under: 'article/interWorking',
    shows: 'interWorking',
    load: () => import('./PushScreen.tsx'),
  },
]
