import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'system/sensitiveWord',
    title: '敏感词',
    needs: 'sensitive_list',
    load: () => import('./SensitiveScreen.tsx'),
  },
]
