import { useMemo } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { CallOptions } from '../../../core/client/client.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import type { Right } from '../../app/rights.ts'
import type { CallName } from '../../data/calls.ts'
import type { ListScreenProps } from '../list/ListScreen.tsx'
import type { BulkItem, Column } from '../list/types.ts'
import { BinScreen } from './BinScreen.tsx'
import { type Marks, StateMark } from './StateMark.tsx'

/** A row of a recycle bin, as `stateCalls` (core/contract/moves.ts) has it. */
interface Binned {
  readonly id: string
  readonly title: string | null
  readonly status?: string | number | null
  readonly state?: unknown
  readonly deletedAt: string | null
  readonly deletedByName: string | null
}

/** The areas that have those calls. */
type WithBin =
  Extract<CallName, `${string}.binPurge`> extends infer N extends string
    ? N extends `${infer A}.binPurge`
      ? A
      : never
    : never

interface Search {
  readonly title?: string
}
type Send = (input: { items: BulkItem[] }, options?: CallOptions) => Promise<BulkResult>

interface Props<R> {
  readonly area: WithBin
  readonly calls: {
    readonly binList: ListScreenProps<Search, R>['from']
    readonly binRestore: Send
    readonly binPurge: Send
  }
  readonly row: z.ZodType
  readonly states: { readonly words: Readonly<Record<number, string>>; readonly marks: Marks }
  /** The field of its state, where that is not `status`. */
  readonly stated?: 'state'
  /** By what it is known beside its title; the same array at every drawing. */
  readonly more: readonly Column<R>[]
  readonly back: { readonly to: string; readonly label: string }
}

/** The recycle bin of a kind that has the calls of `stateCalls`. */
export function KindBin<R extends Binned>({ area, calls, row, states, stated, more, back }: Props<R>) {
  const columns = useMemo<readonly Column<R>[]>(
    () => [
      { field: 'title', width: 300 },
      {
        field: stated ?? 'status',
        width: 110,
        title: '删除前状态',
        leads: true,
        show: (one) => <StateMark {...states} value={stated ? Number(one.state) : (one.status ?? null)} />,
      },
      ...more,
      { field: 'deletedByName', width: 100 },
      { field: 'deletedAt', sort: true },
      { field: 'id', width: 80, hidden: true },
    ],
    [states, stated, more],
  )
  return (
    <BinScreen<Search, R>
      call={`${area}.binList`}
      from={calls.binList}
      row={row}
      idField="id"
      titleOf={(one) => one.title ?? ''}
      columns={columns}
      filters={[{ kind: 'text', field: 'title', label: '标题' }]}
      rights={{ restore: `${area}_dels`, purge: `${area}_binPurge` satisfies Right }}
      restore={(items, options) => calls.binRestore({ items }, options)}
      purge={(items, options) => calls.binPurge({ items }, options)}
      main={<Link to={back.to}>{back.label}</Link>}
    />
  )
}
