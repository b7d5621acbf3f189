import { topicSite } from './topics.ts'

export const theme = topicSite('theme')
