import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  { path: 'system/app', title: '应用', needs: 'app_edit', load: () => import('./AppScreen.tsx') },
]
