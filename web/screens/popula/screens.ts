import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  { path: 'article/popula', title: '推荐链接', needs: 'popula_list', load: () => import('./PopulaScreen.tsx') },
]
