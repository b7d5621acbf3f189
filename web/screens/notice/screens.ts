import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  { path: 'home/notice', title: '通知公告', load: () => import('./MyNoticesScreen.tsx') },
  { path: 'home/notice/:id', title: '阅读通知', under: 'home/notice', load: () => import('./ReadScreen.tsx') },
  {
    path: 'home/notices',
    title: '通知发送',
    needs: 'notice_list',
    waits: 'notice',
    load: () => import('./NoticesScreen.tsx'),
  },
  {
    path: 'home/notices/bin',
    title: '回收站',
    needs: 'notice_dels',
    under: 'home/notices',
    load: () => import('./NoticeBinScreen.tsx'),
  },
  {
    path: 'home/notices/:id',
    title: '通知',
    needs: 'notice_list',
    under: 'home/notices',
    shows: 'notice',
    load: () => import('./NoticeRecordScreen.tsx'),
  },
]
