/// <reference types="vite/types/importMeta.d.ts" />

/** A screen of the console as its folder in `screens/` has it, with a text that stands there when it is ready. */
export type Tried = readonly [path: string, ready: string]

const folders = import.meta.glob<{ readonly screens: readonly Tried[] }>('./screens/*.ts', { eager: true })

/** Every screen of the console. Article 1 has been submitted. */
export const allScreens: readonly Tried[] = [
  ...Object.values(folders).flatMap(({ screens }) => screens),
  ['/main/nowhere', '页面不存在'],
]
