import { themeFlowOf } from './theme-moves.ts'

/** Topics of the members' exchange with the public. */
export const llThemeFlow = themeFlowOf('llTheme')
