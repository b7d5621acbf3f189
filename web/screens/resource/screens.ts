import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'system/getMenu',
    title: '菜单',
    needs: 'resource_tree',
    shows: 'resource',
    load: () => import('./MenuScreen.tsx'),
  },
]
