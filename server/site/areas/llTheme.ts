import { topicSite } from './topics.ts'

export const llTheme = topicSite('llTheme')
