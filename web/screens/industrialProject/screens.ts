import type { Screen } from '../screen.ts'

const under = 'interact/industrialProject'
export const screens: readonly Screen[] = [
  {
    path: under,
    title: '工业项目',
    needs: 'industrialProject_list',
    waits: 'industrialProject',
    load: () => import('./IndustrialProjectScreen.tsx'),
  },
  {
    path: `${under}/bin`,
    title: '回收站',
    needs: 'industrialProject_dels',
    under,
    load: () => import('./IndustrialProjectBinScreen.tsx'),
  },
  {
    path: `${under}/:id`,
    title: '工业项目',
    needs: 'industrialProject_list',
    under,
    shows: 'industrialProject',
    load: () => import('./IndustrialProjectRecordScreen.tsx'),
  },
]
