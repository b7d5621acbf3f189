import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'system/siteSet',
    title: '站点设置',
    needs: 'setting_list',
    load: () => import('./SettingScreen.tsx'),
  },
]
