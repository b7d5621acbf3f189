/** What the list asks the server for, beside paging: states, and conditions by the names of the kind's query fields. */
export interface Query {
  readonly status: readonly number[]
  readonly [field: string]: string | readonly number[] | undefined
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

interface Finds {
  readonly queryFields: readonly { readonly name: string; readonly label: string }[]
  readonly sorts: readonly { readonly sort: Sort; readonly label: string }[]
  readonly idField: string
}

export const sameSort = (a: Sort, b: Sort): boolean => a.field === b.field && a.order === b.order
/** An order in words. */
export const sortLabel = ({ sorts }: Finds, sort: Sort): string =>
  sorts.find((one) => sameSort(one.sort, sort))?.label ?? sort.field

/** The filters of a query in words; empty when only the state is asked for. */
export const queryWords = ({ queryFields }: Finds, query: Query): string =>
  queryFields
    .filter(({ name }) => query[name])
    .map(({ name, label }) => `${label}「${query[name]}」`)
    .join('，')

/** Rows can be read on by id: no gap opens when rows leave the list meanwhile. */
export const byId = ({ idField }: Finds, sort: Sort): boolean => sort.field === idField

/** How many rows there are, in all and in each state. */
export interface Counts {
  readonly total: number | null
  readonly states: ReadonlyMap<number, number>
}

/** Counts as a call answers them. */
export const countsFrom = ({
  total,
  states,
}: {
  readonly total: number | null
  readonly states: readonly { readonly status: number; readonly count: number }[]
}): Counts => ({ total, states: new Map(states.map(({ status, count }) => [status, count])) })

/** How many rows the key of a view leads to; null where the counts know nothing of what narrows it. */
export function countIn({ query }: View, counts: Counts | null): number | null {
  const { status, ...narrowed } = query
  const [state, ...others] = status
  if (!counts || others.length > 0 || Object.values(narrowed).some(Boolean)) return null
  return state === undefined ? counts.total : (counts.states.get(state) ?? null)
}
