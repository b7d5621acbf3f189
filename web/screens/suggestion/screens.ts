import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'interact/suggest',
    title: '意见建议',
    needs: 'suggestion_list',
    waits: 'suggestion',
    load: () => import('./SuggestionListScreen.tsx'),
  },
  {
    path: 'interact/suggest/bin',
    title: '回收站',
    needs: 'suggestion_dels',
    under: 'interact/suggest',
    load: () => import('./SuggestionBinScreen.tsx'),
  },
  {
    path: 'interact/suggest/:id',
    title: '建议和答复',
    needs: 'suggestion_list',
    under: 'interact/suggest',
    shows: 'suggestion',
    load: () => import('./SuggestionScreen.tsx'),
  },
]
