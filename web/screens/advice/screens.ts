import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'interact/advice',
    title: '意见答复',
    needs: 'advice_list',
    waits: 'advice',
    load: () => import('./AdviceListScreen.tsx'),
  },
  {
    path: 'interact/advice/bin',
    title: '回收站',
    needs: 'advice_dels',
    under: 'interact/advice',
    load: () => import('./AdviceBinScreen.tsx'),
  },
  {
    path: 'interact/advice/:id',
    title: '意见和答复',
    needs: 'advice_list',
    under: 'interact/advice',
    shows: 'advice',
    load: () => import('./AdviceScreen.tsx'),
  },
]
