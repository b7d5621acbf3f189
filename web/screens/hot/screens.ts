import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  { path: 'system/hotWord', title: '热词', needs: 'hot_list', load: () => import('./HotScreen.tsx') },
]
