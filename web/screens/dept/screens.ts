import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'system/department',
    title: '部门',
    needs: 'dept_list',
    shows: 'dept',
    load: () => import('./DeptScreen.tsx'),
  },
]
