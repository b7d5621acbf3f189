import { themeFlowOf } from './theme-moves.ts'

/** Topics of discussion. */
export const themeFlow = themeFlowOf('theme')
