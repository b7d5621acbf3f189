import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'system/website',
    title: '网站与服务器',
    needs: 'website_list',
    load: () => import('./WebsiteScreen.tsx'),
  },
]
