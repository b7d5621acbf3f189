import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'interact/people',
    title: '群众用户',
    needs: 'people_list',
    waits: 'people',
    load: () => import('./PeopleScreen.tsx'),
  },
]
