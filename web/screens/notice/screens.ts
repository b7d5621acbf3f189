import type { Screen } from '../screen.ts'

const mine = { path: 'home/notice', title: '通知公告', load: () => import('./MyNoticesScreen.tsx') } as const
const reading = {
  ...{ path: 'home/notice/:id', title: '阅读通知', under: 'home/notice', load: () => import('./ReadScreen.tsx') },
} as const

export const screens: readonly Screen[] = [
  mine,
  reading,
  // who reports is told there what is sent to everybody
  { ...mine, app: 'reportSite' },
  { ...reading, app: 'reportSite' },
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
