import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'interact/forum',
    title: '论坛话题',
    needs: 'forum_list',
    waits: 'forum',
    load: () => import('./ForumListScreen.tsx'),
  },
  {
    path: 'interact/forum/bin',
    title: '回收站',
    needs: 'forum_dels',
    under: 'interact/forum',
    load: () => import('./ForumBinScreen.tsx'),
  },
  {
    path: 'interact/forum/:id',
    title: '帖子',
    needs: 'forum_list',
    under: 'interact/forum',
    shows: 'forum',
    load: () => import('./ForumRecordScreen.tsx'),
  },
]
