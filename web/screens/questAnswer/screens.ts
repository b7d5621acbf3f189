import type { Screen } from '../screen.ts'

const under = 'interact/questAnswer'
export const screens: readonly Screen[] = [
  {
    path: under,
    title: '在线问答',
    needs: 'questAnswer_list',
    waits: 'questAnswer',
    load: () => import('./QuestAnswerScreen.tsx'),
  },
  {
    path: `${under}/bin`,
    title: '回收站',
    needs: 'questAnswer_dels',
    under,
    load: () => import('./QuestBinScreen.tsx'),
  },
  {
    path: `${under}/feedback`,
    title: '访问者的意见',
    needs: 'questAnswer_searchFeedbackList',
    under,
    load: () => import('./FeedbackScreen.tsx'),
  },
  {
    path: `${under}/:id`,
    title: '问答',
    needs: 'questAnswer_list',
    under,
    shows: 'questAnswer',
    load: () => import('./QuestRecordScreen.tsx'),
  },
]
