import type { ArticleSearch } from '../../areas/article-filters.ts'

/** What the list asks the server for, beside paging. */
export interface Query {
  readonly status: readonly number[]
  readonly title?: string
  readonly keyword?: string
  readonly source?: string
  /** A column with those below it, and its name with the names above it. */
  readonly columnId?: string
  readonly column?: string
  readonly startTime?: string
  readonly endTime?: string
}

/** An order of the list. */
export interface Sort {
  readonly field: string
  readonly order: 'asc' | 'desc'
}

/** A query under a name, on one of the keys 1…9. */
export interface View {
  readonly name: string
  readonly query: Query
  readonly sort: Sort
}

const newest: Sort = { field: 'articleId', order: 'desc' }
const oldest: Sort = { field: 'articleId', order: 'asc' }

/** The queues show the oldest first: that is the one to do next. */
export const ownViews: readonly View[] = [
  { name: '待审核', query: { status: [1] }, sort: oldest },
  { name: '待发布', query: { status: [0] }, sort: oldest },
  { name: '已发布', query: { status: [2] }, sort: newest },
  { name: '已驳回', query: { status: [4] }, sort: newest },
  { name: '编辑中', query: { status: [3] }, sort: newest },
  { name: '已下架', query: { status: [5] }, sort: newest },
  { name: '全部', query: { status: [] }, sort: newest },
]

/** The fields of the query form, with their labels. */
export const queryFields = [
  { name: 'title', label: '标题包含' },
  { name: 'keyword', label: '标题或正文包含' },
  { name: 'column', label: '栏目', hint: '名称或拼音首字母，含下级栏目' },
  { name: 'source', label: '来源包含' },
  { name: 'startTime', label: '发布时间起', hint: '2026-11-01、2026-11、7d、today' },
  { name: 'endTime', label: '发布时间止', hint: '写法同上，含当天' },
] as const

/** The orders to choose from. */
export const sorts: readonly { readonly sort: Sort; readonly label: string }[] = [
  { sort: newest, label: '编号，新的在前' },
  { sort: oldest, label: '编号，旧的在前' },
  { sort: { field: 'submittedAt', order: 'asc' }, label: '提交时间，早的在前' },
  { sort: { field: 'submittedAt', order: 'desc' }, label: '提交时间，晚的在前' },
  { sort: { field: 'publishTime', order: 'desc' }, label: '发布时间，晚的在前' },
  { sort: { field: 'updatedAt', order: 'desc' }, label: '修改时间，晚的在前' },
  { sort: { field: 'title', order: 'asc' }, label: '标题' },
  { sort: { field: 'hits', order: 'desc' }, label: '点击数，多的在前' },
]

export const sameSort = (a: Sort, b: Sort): boolean => a.field === b.field && a.order === b.order
/** An order in words. */
export const sortLabel = (sort: Sort): string => sorts.find((one) => sameSort(one.sort, sort))?.label ?? sort.field

/** The filters of a query in words; empty when only the state is asked for. */
export const queryWords = (query: Query): string =>
  queryFields
    .filter(({ name }) => query[name])
    .map(({ name, label }) => `${label}「${query[name]}」`)
    .join('，')

/** A query as the contract's search. */
export const searchOf = ({ status, column: _, ...rest }: Query, sort: Sort): ArticleSearch => ({
  ...rest,
  ...(rest.columnId && { withChildren: true }),
  ...(status.length > 0 && { status: [...status] }),
  sortField: sort.field,
  sortOrder: sort.order,
})

/** Rows can be read on by id: no gap opens when rows leave the list meanwhile. */
export const byId = (sort: Sort): boolean => sort.field === 'articleId'

/** How many articles there are, in all and in each state. */
export interface Counts {
  readonly total: number
  readonly states: ReadonlyMap<number, number>
}

/** How many articles the key of a view leads to; null where the kept counts know nothing of what narrows it. */
export function countIn({ query }: View, counts: Counts | null): number | null {
  const [state, ...others] = query.status
  if (!counts || others.length > 0 || queryWords(query) !== '') return null
  return state === undefined ? counts.total : (counts.states.get(state) ?? null)
}
