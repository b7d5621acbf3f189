import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'interact/LeaderMailbox',
    title: '领导信箱',
    needs: 'mail_list',
    waits: 'mail',
    load: () => import('./MailListScreen.tsx'),
  },
  {
    path: 'interact/LeaderMailbox/bin',
    title: '回收站',
    needs: 'mail_dels',
    under: 'interact/LeaderMailbox',
    load: () => import('./MailBinScreen.tsx'),
  },
  {
    path: 'interact/LeaderMailbox/sources',
    title: '成批来信',
    needs: 'mail_spam',
    under: 'interact/LeaderMailbox',
    load: () => import('./MailSourcesScreen.tsx'),
  },
  {
    path: 'interact/LeaderMailbox/:id',
    title: '信件和答复',
    needs: 'mail_list',
    under: 'interact/LeaderMailbox',
    shows: 'mail',
    load: () => import('./MailScreen.tsx'),
  },
  { path: 'home/mail', title: '信件统计', needs: 'mailCount_list', load: () => import('./MailCountScreen.tsx') },
  {
    path: 'home/mailRealTime',
    title: '信件实时统计',
    needs: 'mailCount_list',
    load: () => import('./MailRealTimeScreen.tsx'),
  },
]
