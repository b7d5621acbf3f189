import type { article } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
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
  'modelFields',
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

/** What stands in the fields of the column's model, as the form holds it. */
export type ModelValues = Readonly<
  Record<string, Article['modelFields'] extends infer V | null ? V[keyof V] | undefined : never>
>

/** Of the fields of a model those that are changed; null: emptied. What the form does not hold stays as it is. */
export const changedModel = (before: ModelValues | null | undefined, now: ModelValues | null | undefined) =>
  Object.fromEntries(
    Object.entries(now ?? {})
      .map(([name, value]) => [name, value === '' ? null : (value ?? null)] as const)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before?.[name] ?? null)),
  )

/** The row with what its copy under review proposes: what is edited next is that copy. */
export const withReview = <R extends object>(row: R, { changed, modelFields }: Copy): R => ({
  ...row,
  modelFields,
  ...Object.fromEntries(changed.map(({ field, after }) => [field, field === 'columnId' ? String(after) : after])),
})
type Copy = Pick<Output<typeof article.revision>, 'changed' | 'modelFields'>
