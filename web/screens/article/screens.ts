import type { Screen } from '../screen.ts'

const articleForm = () => import('./ArticleFormScreen.tsx')

export const screens: readonly Screen[] = [
  {
    path: 'article/essay',
    title: '文章管理',
    needs: 'article_list',
    waits: { 'article.rejected': '?mine=1&status=4' },
    load: () => import('./ArticleListScreen.tsx'),
  },
  {
    path: 'article/essay/add',
    title: '新增文章',
    under: 'article/essay',
    load: articleForm,
  },
  {
    path: 'article/essay/recycle',
    title: '回收站',
    needs: 'article_delete',
    under: 'article/essay',
    load: () => import('./RecycleScreen.tsx'),
  },
  {
    path: 'article/essay/calendar',
    title: '定时日历',
    needs: 'article_list',
    under: 'article/essay',
    load: () => import('./CalendarScreen.tsx'),
  },
  {
    path: 'article/essay/replace',
    title: '查找替换',
    needs: 'article_update',
    under: 'article/essay',
    load: () => import('./ReplaceScreen.tsx'),
  },
  {
    path: 'article/essay/off-site',
    title: '下线核实',
    needs: 'article_list',
    under: 'article/essay',
    load: () => import('./OffSiteScreen.tsx'),
  },
  {
    path: 'article/essay/dead-links',
    title: '失效链接',
    needs: 'article_list',
    under: 'article/essay',
    load: () => import('./DeadLinksScreen.tsx'),
  },
  {
    path: 'article/contentSearch',
    title: '内容检索',
    needs: 'article_list',
    load: () => import('./ContentSearchScreen.tsx'),
  },
  {
    path: 'article/essay/:id',
    title: '文章',
    needs: 'article_list',
    under: 'article/essay',
    shows: 'article',
    load: articleForm,
  },
  {
    path: 'article/essay/:id/history',
    title: '修订历史',
    needs: 'article_list',
    under: 'article/essay',
    load: () => import('./HistoryScreen.tsx'),
  },
]
