import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'system/passwordRule',
    title: '密码规则',
    needs: 'passwordRule_list',
    load: () => import('./PasswordRuleScreen.tsx'),
  },
]
