import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  { path: 'interact/plate', title: '版块', needs: 'plate_list', load: () => import('./PlateScreen.tsx') },
  {
    path: 'interact/plate/bin',
    title: '回收站',
    needs: 'plate_dels',
    under: 'interact/plate',
    load: () => import('./PlateBinScreen.tsx'),
  },
  {
    path: 'interact/plate/:id',
    title: '版块',
    needs: 'plate_list',
    under: 'interact/plate',
    shows: 'plate',
    load: () => import('./PlateRecordScreen.tsx'),
  },
]
