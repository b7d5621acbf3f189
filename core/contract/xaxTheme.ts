import { themeGroups } from '../domain/theme-groups.ts'
import { topicCalls } from './theme/calls.ts'

/** Topics of everyday life, handed on to departments (other-calls, /xax/theme and /xaxweb/theme). */
export const xaxTheme = { ...topicCalls(themeGroups.xaxTheme) }
