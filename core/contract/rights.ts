import type { AreaName, Contract } from './areas.ts'

/** Keys that are no call: a right within one. */
export const innerRights = {
  article_force: { area: 'article', says: '审核本人提交的文章' },
  periodical_force: { area: 'periodical', says: '发布本人提交的期刊' },
  special_force: { area: 'special', says: '发布本人提交的专题' },
} as const satisfies Readonly<Record<string, { readonly area: AreaName; readonly says: string }>>

/** A permission key; a misspelt one does not compile. */
export type Right = { [N in AreaName]: `${N}_${keyof Contract[N] & string}` }[AreaName] | keyof typeof innerRights
