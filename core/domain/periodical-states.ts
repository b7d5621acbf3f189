import { activityFlow } from './activity-states.ts'

/** How a page of a periodical shows its articles (main-console §3, sortTypes). */
export const sortTypes = { 1: '横排', 2: '竖排' } as const

/** The way of an issue of a periodical; its pages go with it. */
export const periodicalFlow = activityFlow({
  ...{ area: 'periodical', noun: '期刊', unit: '期', fields: ['title', 'summary'] },
})
