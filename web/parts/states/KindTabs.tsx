import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CallOptions } from '../../../core/client/client.ts'
import { type CallName, useCall } from '../../data/calls.ts'
import { useListAddress } from '../list/address.ts'
import { ListTabs } from '../list/ListTabs.tsx'

interface Counts {
  readonly total: number | null
  readonly states: readonly { readonly status: number; readonly count: number }[]
}

interface Props<I> {
  readonly call: Extract<CallName, `${string}.counts`>
  readonly from: (input: I, options?: CallOptions) => Promise<Counts>
  /** The address's filters as the list's call takes them, where they are not the same. */
  readonly asInput?: (filters: Readonly<Record<string, string>>) => I
  /** The filter that stands for the state; `status` by default. */
  readonly stated?: string
  readonly words: Readonly<Record<number, string>>
  /** The states in the order of a row's way. */
  readonly order: readonly number[]
  /** Where its recycle bin is, for who may go there. */
  readonly bin?: string | false
  /** Further entries of the row, as `<li>`. */
  readonly more?: ReactNode
  /** What stands behind the row, beside these counts. */
  readonly children?: (counts: Counts | undefined) => ReactNode
}

/** The states of a kind as tabs, each with how many of its rows the filters leave. */
export function KindTabs<I>({ call, from, asInput, stated = 'status', words, order, bin, more, children }: Props<I>) {
  const [{ filters }] = useListAddress()
  const { [stated]: _, ...narrowing } = filters
  const asked = asInput ? asInput(narrowing) : (narrowing as I)
  const { data: counts } = useCall(call, from, asked, { keep: true, quiet: true })
  const tabs = [
    { says: '全部', filters: { [stated]: '' }, count: counts?.total ?? undefined },
    ...order.map((state) => ({
      says: words[state] ?? '',
      filters: { [stated]: String(state) },
      count: counts?.states.find(({ status }) => status === state)?.count,
    })),
  ]
  return (
    <ListTabs
      label="按状态"
      tabs={tabs}
      more={
        <>
          {more}
          {bin && (
            <li>
              <Link to={bin}>回收站</Link>
            </li>
          )}
        </>
      }
    >
      {children?.(counts)}
    </ListTabs>
  )
}
