import type { Screen } from '../screen.ts'

const needs = 'contentModel_list' as const
const details = {
  title: '模型字段',
  needs,
  under: 'system/CustomModel',
  load: () => import('./ModelDetailsScreen.tsx'),
}

export const screens: readonly Screen[] = [
  { path: 'system/CustomModel', title: '自定义模型', needs, load: () => import('./CustomModelScreen.tsx') },
  { path: 'system/ModelDetails/:id', ...details, shows: 'contentModel' },
]
