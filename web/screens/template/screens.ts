import type { Screen } from '../screen.ts'

const needs = 'template_templateSkin' as const
const under = 'system/template'

export const screens: readonly Screen[] = [
  { path: under, title: '模板', needs, load: () => import('./TemplateScreen.tsx') },
  { path: 'system/templateFile', title: '模板文件', needs, under, load: () => import('./TemplateFileScreen.tsx') },
  {
    ...{ path: 'system/templateEditor', title: '编辑模板', needs: 'template_writeFileContent', under },
    load: () => import('./TemplateEditorScreen.tsx'),
  },
  { path: 'system/tempContent', title: '模板内容', needs, under, load: () => import('./TempContentScreen.tsx') },
]
