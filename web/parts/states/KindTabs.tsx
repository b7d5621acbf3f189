import type { ReactNode } from 'react'
import type { CallOptions } from '../../../core/client/client.ts'
import { useCall } from '../../data/calls.ts'
import { useListAddress } from '../list/address.ts'
import { ListTabs } from '../list/ListTabs.tsx'

interface Counts {
  readonly total: number
  readonly states: readonly { readonly status: number; readonly count: number }[]
}

interface Props<I> {
  readonly call: `${'advice' | 'suggestion'}.counts`
  readonly from: (input: I, options?: CallOptions) => Promise<Counts>
  readonly words: Readonly<Record<number, string>>
  /** The states in the order of a row's way. */
  readonly order: readonly number[]
  /** Further entries of the row, as `<li>`. */
  readonly more?: ReactNode
}

/** The states of a kind as tabs, each with how many of its rows the filters leave. */
export function KindTabs<I>({ call, from, words, order, more }: Props<I>) {
  const [{ filters }] = useListAddress()
  const { status: _, ...narrowing } = filters
  const { data } = useCall(call, from, narrowing as I, { keep: true, quiet: true })
  const countOf = (state: number) => data?.states.find(({ status }) => status === state)?.count
  const tabs = [
    { says: '全部', filters: { status: '' }, count: data?.total },
    ...order.map((state) => ({
      says: words[state] ?? '',
      filters: { status: String(state) },
      count: countOf(state),
    })),
  ]
  return <ListTabs label="按状态" tabs={tabs} more={more} />
}
