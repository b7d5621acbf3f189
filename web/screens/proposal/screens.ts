import type { Screen } from '../screen.ts'

const all = 'interact/proposalAll'
const own = 'interact/proposalPrivate'

export const screens: readonly Screen[] = [
  {
    ...{ path: all, title: '委员提案', needs: 'proposal_list' },
    waits: 'proposal',
    load: () => import('./ProposalListScreen.tsx'),
  },
  {
    ...{ path: `${all}/bin`, title: '回收站', needs: 'proposal_dels', under: all },
    load: () => import('./ProposalBinScreen.tsx'),
  },
  {
    ...{ path: `${all}/stats`, title: '提案统计', needs: 'proposal_list', under: all },
    load: () => import('./StatsScreen.tsx'),
  },
  {
    ...{ path: `${all}/:id`, title: '提案和答复', needs: 'proposal_list', under: all },
    shows: 'proposal',
    load: () => import('./ProposalScreen.tsx'),
  },
  {
    ...{ path: own, title: '我的提案', needs: 'proposal_list', under: all },
    load: () => import('./OwnListScreen.tsx'),
  },
  {
    ...{ path: `${own}/:id`, title: '我的提案和答复', needs: 'proposal_list', under: own },
    load: () => import('./ProposalScreen.tsx'),
  },
]
