/// <reference types="vite/types/importMeta.d.ts" />
import type { Screen } from '../../web/screens/screen.ts'

const folders = import.meta.glob<{ readonly screens: readonly Screen[] }>('../../web/screens/*/screens.ts', {
  eager: true,
})

/** The screens of the office's console as the console has them. */
export const officeScreens: readonly Screen[] = Object.values(folders)
  .flatMap(({ screens }) => screens)
  .filter(({ app = 'admin' }) => app === 'admin')
