import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  { path: 'exportTask', title: '导出任务', load: () => import('./ExportTaskScreen.tsx') },
]
