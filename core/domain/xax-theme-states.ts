import { themeFlowOf } from './theme-moves.ts'

/** Topics of everyday life. */
export const xaxThemeFlow = themeFlowOf('xaxTheme')
