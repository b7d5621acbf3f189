import type { Screen } from '../screen.ts'

const listScreen = () => import('./ReportListScreen.tsx')
const formScreen = () => import('./ReportFormScreen.tsx')
const recordScreen = () => import('./ReportRecordScreen.tsx')
const statistics = () => import('./StatisticsScreen.tsx')
const bin = () => import('./ReportBinScreen.tsx')

const list = { title: '信息报送', needs: 'report_list' } as const
const own = { app: 'reportSite', under: 'article/reportList' } as const
const under = 'article/report'

export const screens: readonly Screen[] = [
  { ...list, path: 'article/report', waits: 'report', load: listScreen },
  { path: 'article/report/bin', title: '回收站', needs: 'report_dels', under, load: bin },
  { path: 'article/report/statistics', title: '报送统计', needs: 'report_list', under, load: statistics },
  { path: 'article/report/add', title: '写报送信息', needs: 'report_add', under, load: formScreen },
  { path: 'article/report/:id/edit', title: '修改报送信息', needs: 'report_edit', under, load: formScreen },
  { ...list, path: 'article/report/:id', under, load: recordScreen },
  // the reporting console
  {
    ...{ app: 'reportSite', path: 'home/audit', title: '信息审核', needs: ['report_pass', 'report_adopt'] },
    instead: '/report/article/reportList',
    waits: { 'report.toAudit': '?status=1', 'report.toAdopt': '?status=2' },
    load: listScreen,
  },
  {
    ...{ app: 'reportSite', path: 'home/audit/:id', title: '报送信息', needs: 'report_list' },
    under: 'home/audit',
    load: recordScreen,
  },
  {
    ...{ app: 'reportSite', path: 'article/reportList', title: '我的报送', needs: 'report_list' },
    waits: { 'report.returned': '?status=4' },
    load: listScreen,
  },
  { ...own, path: 'article/reportList/bin', title: '回收站', needs: 'report_dels', load: bin },
  { ...own, path: 'article/reportList/:id', title: '报送信息', needs: 'report_list', load: recordScreen },
  { app: 'reportSite', path: 'article/infoReport', title: '报送信息', needs: 'report_add', load: formScreen },
  { ...own, path: 'article/infoReport/:id', title: '修改报送信息', needs: 'report_edit', load: formScreen },
  { app: 'reportSite', path: 'article/statistics', title: '报送统计', needs: 'report_list', load: statistics },
]
