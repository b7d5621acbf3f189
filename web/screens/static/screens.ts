import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'article/static',
    title: '静态页面生成',
    needs: 'generate_generateIndex',
    load: () => import('./StaticScreen.tsx'),
  },
]
