import { Input } from 'antd'
import { type ReactNode, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { CallOptions } from '../../../core/client/client.ts'
import { candidateRow } from '../../../core/contract/collected.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import type { Right } from '../../app/rights.ts'
import { ListScreen } from '../list/ListScreen.tsx'
import type { BulkAction, Column } from '../list/types.ts'
import '../toolbar.css'

type Row = z.infer<typeof candidateRow>
const columns: readonly Column<Row>[] = [
  { field: 'title', width: 380 },
  { field: 'columnName', width: 140, leads: true },
  { field: 'source', width: 140, hidden: true },
  { field: 'publishTime', sort: true },
  { field: 'chosen', width: 110 },
  { field: 'id', width: 80, hidden: true },
]

interface Props {
  readonly call: string
  readonly from: (input: never, options?: CallOptions) => Promise<unknown>
  readonly filters: Parameters<typeof ListScreen>[0]['filters']
  /** The field that says for what they are chosen, and for which. */
  readonly fixed: Readonly<Record<string, string>>
  readonly title: string
  readonly back: { readonly to: string; readonly label: string }
  readonly right: Right
  /** What the button says, and what follows. */
  readonly label: string
  readonly follows: string
  /** Visitors see it at once. */
  readonly online: boolean
  /** They stand under a heading that is asked for. */
  readonly headed?: boolean
  readonly choose: (ids: string[], section: string, options?: CallOptions) => Promise<BulkResult>
}

/** Articles of the site are looked for, marked, and chosen for something, several at once. */
export function ChooseArticles({ call, from, fixed, title, back, right, label, follows, online, ...more }: Props) {
  const { headed = false, choose, filters } = more
  const section = useRef('')
  const key = JSON.stringify(fixed)
  const held = useMemo(() => JSON.parse(key) as Record<string, string>, [key])
  const action: BulkAction<Row> = {
    ...{ label, right, done: '已选入' },
    ...(online && { public: true as const }),
    fits: ({ chosen }) => Number(chosen) !== 1,
    follows: () => follows,
    does: (items, options) =>
      choose(
        items.map((one) => one.id),
        section.current,
        options,
      ),
  }
  const heading: ReactNode = headed && (
    <Input
      aria-label="栏目"
      style={{ width: 180 }}
      maxLength={50}
      placeholder="选入后所在的栏目"
      onChange={({ target }) => {
        section.current = target.value
      }}
    />
  )
  return (
    <>
      <div className="toolbar">
        <b>{title}</b>
        <span className="grow" />
        {heading}
        <Link to={back.to}>{back.label}</Link>
      </div>
      <ListScreen
        name="可选文章"
        call={call as never}
        from={from as never}
        row={candidateRow}
        idField="id"
        titleOf={({ title }: Row) => title}
        columns={columns}
        filters={filters as never}
        fixed={held as never}
        bulk={[action]}
      />
    </>
  )
}
