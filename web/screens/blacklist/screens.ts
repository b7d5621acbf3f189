import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  { path: 'interact/blacklist', title: '黑名单', needs: 'blacklist_list', load: () => import('./BlacklistScreen.tsx') },
]
