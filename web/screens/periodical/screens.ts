import type { Screen } from '../screen.ts'

const under = 'article/periodical'
const needs = 'periodical_list'

export const screens: readonly Screen[] = [
  { ...{ path: under, title: '期刊', needs, waits: 'periodical' }, load: () => import('./PeriodicalListScreen.tsx') },
  {
    ...{ path: 'article/periodical/bin', title: '回收站', needs: 'periodical_dels', under },
    load: () => import('./PeriodicalBinScreen.tsx'),
  },
  { ...{ path: 'article/periodical/:id', title: '期刊', needs, under }, load: () => import('./PeriodicalScreen.tsx') },
  {
    ...{ path: 'article/periodical/:id/page/:page', title: '版面', needs, under },
    load: () => import('./PageScreen.tsx'),
  },
  {
    ...{ path: 'article/periodical/:id/page/:page/choose', title: '选用文章', needs: 'periodical_edit', under },
    load: () => import('./ChooseScreen.tsx'),
  },
]
