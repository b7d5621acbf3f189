import type { Screen } from '../screen.ts'

const under = 'interact/product'
export const screens: readonly Screen[] = [
  {
    path: under,
    title: '产品展示',
    needs: 'product_list',
    waits: 'product',
    load: () => import('./ProductScreen.tsx'),
  },
  { path: `${under}/bin`, title: '回收站', needs: 'product_dels', under, load: () => import('./ProductBinScreen.tsx') },
  {
    path: `${under}/:id`,
    title: '产品',
    needs: 'product_list',
    under,
    shows: 'product',
    load: () => import('./ProductRecordScreen.tsx'),
  },
]
