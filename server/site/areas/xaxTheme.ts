import { topicSite } from './topics.ts'

export const xaxTheme = topicSite('xaxTheme')
