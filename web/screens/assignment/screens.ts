import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'home/assigned',
    title: '交办任务',
    needs: 'assignment_list',
    waits: 'assignment',
    load: () => import('./AssignmentListScreen.tsx'),
  },
  {
    path: 'home/assigned/:id',
    title: '办理情况',
    needs: 'assignment_list',
    under: 'home/assigned',
    shows: 'assignment',
    load: () => import('./AssignmentScreen.tsx'),
  },
]
