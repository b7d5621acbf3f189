import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'interact/mailPhrase',
    title: '答复用语',
    needs: 'mailPhrase_list',
    load: () => import('./MailPhraseScreen.tsx'),
  },
]
