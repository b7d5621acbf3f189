import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'content/compliance',
    title: '合规检查',
    needs: 'compliance_list',
    load: () => import('./CheckScreen.tsx'),
  },
  {
    path: 'content/compliance/columns',
    title: '栏目更新情况',
    needs: 'compliance_list',
    under: 'content/compliance',
    load: () => import('./ColumnsScreen.tsx'),
  },
  {
    path: 'content/compliance/yearly',
    title: '年度报表',
    needs: 'compliance_list',
    under: 'content/compliance',
    load: () => import('./YearlyScreen.tsx'),
  },
]
