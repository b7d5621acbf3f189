import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'system/region',
    title: '行政区划',
    // with the dictionaries, whose entries they complete
    needs: 'dict_list',
    load: () => import('./RegionScreen.tsx'),
  },
]
