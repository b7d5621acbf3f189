import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'home/audit',
    title: '审核首页',
    needs: ['article_accept', 'article_recheck', 'article_approve'],
    instead: '/main/home/desk',
    waits: {
      'article.toAccept': '?pile=toAccept',
      'article.toRecheck': '?pile=toRecheck',
      'article.toApprove': '?pile=toApprove',
    },
    load: () => import('./AuditScreen.tsx'),
  },
]
