import { activityFlow } from './activity-states.ts'

/** Where a special topic stands on the site, and how its page is laid out (main-console §3, Models). */
export const specialModels = {
  homeScroll: '首页滚动',
  legal: '法规',
  activity: '活动',
  caseMethod: '案例',
  childHome: '子站首页',
} as const
export type SpecialModel = keyof typeof specialModels

/** The way of a special topic. */
export const specialFlow = activityFlow({
  ...{ area: 'special', noun: '专题', unit: '个', fields: ['title', 'summary'] },
})
