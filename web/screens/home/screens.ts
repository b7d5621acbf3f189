import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  { path: 'home/desk', title: '工作首页', load: () => import('./DeskScreen.tsx') },
]
