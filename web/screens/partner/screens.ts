import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  { path: 'system/partner', title: '互通单位', needs: 'partner_list', load: () => import('./PartnerScreen.tsx') },
]
