import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'system/user',
    title: '用户',
    needs: 'user_list',
    shows: { kind: 'user', by: 'account' },
    load: () => import('./UserScreen.tsx'),
  },
]
