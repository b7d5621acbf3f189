import type { Article } from './calls.ts'

/** What the form edits; the names are the contract's. */
export const formFields = [
  'columnId',
  'title',
  'subtitle',
  'content',
  'files',
  'summary',
  'source',
  'keywords',
  'newsType',
  'coverImage',
  'essayList',
  'categoryType',
  'jumpUrl',
  'publishTime',
  'offlineTime',
  'sourceUrl',
  'sort',
] as const satisfies readonly (keyof Article)[]
export type FormField = (typeof formFields)[number]
export type Values = Pick<Article, FormField> & {
  /** Why the publication time is an earlier day: sent along, not kept in the article. */
  readonly publishTimeReason?: string
}

/** What a new article begins with. */
export const fresh: Partial<Values> = { newsType: 0, categoryType: 'CONTENT' }

/** The form's part of a row. */
export const valuesOf = (row: Partial<Article>): Partial<Values> =>
  Object.fromEntries(formFields.map((field) => [field, row[field] ?? undefined])) as Partial<Values>

/** The row with what its copy under review proposes: what is edited next is that copy. */
export const withReview = <R extends object>(row: R, changed: readonly { field: string; after?: unknown }[]): R => ({
  ...row,
  ...Object.fromEntries(changed.map(({ field, after }) => [field, field === 'columnId' ? String(after) : after])),
})
