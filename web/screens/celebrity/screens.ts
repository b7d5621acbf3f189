import type { Screen } from '../screen.ts'

const under = 'interact/celebrity'
export const screens: readonly Screen[] = [
  {
    path: under,
    title: '名人名录',
    needs: 'celebrity_list',
    waits: 'celebrity',
    load: () => import('./CelebrityScreen.tsx'),
  },
  {
    path: `${under}/bin`,
    title: '回收站',
    needs: 'celebrity_dels',
    under,
    load: () => import('./CelebrityBinScreen.tsx'),
  },
  {
    path: `${under}/:id`,
    title: '名人',
    needs: 'celebrity_list',
    under,
    shows: 'celebrity',
    load: () => import('./CelebrityRecordScreen.tsx'),
  },
]
