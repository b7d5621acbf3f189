import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  { path: 'system/sms', title: '短信发件箱', needs: 'sms_list', load: () => import('./SmsScreen.tsx') },
]
