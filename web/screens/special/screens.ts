import type { Screen } from '../screen.ts'

const under = 'article/special'

export const screens: readonly Screen[] = [
  {
    ...{ path: under, title: '专题', needs: 'special_list', waits: 'special' },
    load: () => import('./SpecialListScreen.tsx'),
  },
  {
    ...{ path: 'article/special/bin', title: '回收站', needs: 'special_dels', under },
    load: () => import('./SpecialBinScreen.tsx'),
  },
  {
    ...{ path: 'article/special/:id', title: '专题', needs: 'special_list', under, shows: 'special' },
    load: () => import('./SpecialScreen.tsx'),
  },
  {
    ...{ path: 'article/special/:id/choose', title: '选用文章', needs: 'special_edit', under },
    load: () => import('./ChooseScreen.tsx'),
  },
]
