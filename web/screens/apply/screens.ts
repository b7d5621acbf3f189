import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'interact/apply',
    title: '依申请公开',
    needs: 'apply_list',
    waits: 'apply',
    load: () => import('./ApplyListScreen.tsx'),
  },
  {
    path: 'interact/apply/bin',
    title: '回收站',
    needs: 'apply_dels',
    under: 'interact/apply',
    load: () => import('./ApplyBinScreen.tsx'),
  },
  {
    path: 'interact/apply/report',
    title: '年度报告',
    needs: 'apply_report',
    under: 'interact/apply',
    load: () => import('./ReportScreen.tsx'),
  },
  {
    path: 'interact/apply/system',
    title: '受理设置',
    needs: 'apply_system',
    under: 'interact/apply',
    load: () => import('./SystemScreen.tsx'),
  },
  {
    path: 'interact/apply/:id',
    title: '申请和答复',
    needs: 'apply_list',
    under: 'interact/apply',
    shows: 'apply',
    load: () => import('./ApplyScreen.tsx'),
  },
]
