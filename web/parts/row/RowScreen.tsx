import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { CallOptions } from '../../../core/client/client.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import { buttons } from '../../../core/text.ts'
import { type Right, useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { ListScreen, type ListScreenProps } from '../list/ListScreen.tsx'
import { RowActs } from '../list/RowActs.tsx'
import type { BulkAction, ListCall } from '../list/types.ts'
import { labelled } from '../titled.ts'
import { RowDialog, type RowDialogProps } from './RowDialog.tsx'
import type { PlainRow, RowCalls } from './useRowSaving.ts'

interface Calls<I, L extends PlainRow, R extends L> extends RowCalls<R> {
  readonly list: ListCall<I | undefined, L>
  readonly dels?: (input: { ids: string[] }, options?: CallOptions) => Promise<BulkResult>
}

/** The record in which rows stand that belong to it. */
export interface Within<I, V> {
  /** What every search and every new row has: the field that names the record. */
  readonly of: Partial<I> & Partial<V>
  /** Parts of the address that are the record's own; the same array at every drawing. */
  readonly address: readonly string[]
}

type OfList = 'columns' | 'order' | 'filters' | 'titleOf' | 'tabs' | 'empty' | 'narrowedTo' | 'onDone'
type OfDialog = 'name' | 'area' | 'shape' | 'fields' | 'hints' | 'needs' | 'when' | 'doubts' | 'fresh' | 'live'

export interface RowScreenProps<I, V extends object, L extends PlainRow, R extends L>
  extends Pick<ListScreenProps<I, L>, OfList>,
    Pick<RowDialogProps<V, R>, OfDialog> {
  readonly calls: Calls<I, L, R>
  /** The contract's schema of a row as the list shows it; what the form needs beside it is read when a row is opened. */
  readonly row: z.ZodType
  /** The list's call; `<area>.list` by default. */
  readonly call?: ListScreenProps<I, L>['call']
  /** The rights that are needed; `<area>_add`, `_edit`, `_dels` by default. null: nobody adds, or deletes, here. */
  readonly rights?: { readonly add: Right | null; readonly edit: Right; readonly dels: Right | null }
  /** Rows of a record, in that record. */
  readonly within?: Within<NoInfer<I>, NoInfer<V>>
  /** Rows that may be deleted; all by default. */
  readonly removable?: (row: L) => boolean
  /** Buttons of a row behind 编辑; made of the row alone. */
  readonly acts?: (row: L) => ReactNode
  /** What stands left of the button for a new row. */
  readonly beside?: ReactNode
  /** What is done with marked rows, where that is more than to delete them for good. */
  readonly moves?: readonly BulkAction<L>[]
  /** Whether a row may still be edited; none: always. */
  readonly editable?: (row: L) => boolean
  /** What opens a row, where that is more than its form. */
  readonly onOpen?: (row: L) => void
}

/** A whole list for rows that are added, edited in a dialog and deleted for good: what most settings are, and what a record has below it. */
export function RowScreen<I extends object, V extends object, L extends PlainRow, R extends L>(
  props: RowScreenProps<I, V, L, R>,
) {
  const { name, area, calls, row, columns, filters, titleOf, empty, within, removable, acts, ...others } = props
  const { tabs, order, narrowedTo, beside, editable = () => true, onOpen, moves, onDone, ...more } = others
  const { call = `${area}.list` as ListScreenProps<I, L>['call'], rights: given, ...form } = more
  const { can } = useRights()
  const [open, setOpen] = useState<R | 'new' | null>(null)
  const say = useSay()
  const openRow = (one: L) => {
    if (form.fields.every((field) => field in one)) return setOpen(one as R)
    calls.get({ id: one.id }).then(setOpen, say.refused)
  }
  const right = (call: string) => `${area}_${call}` as Right
  const rights = given ?? { add: right('add'), edit: right('edit'), dels: right('dels') }
  const { dels } = calls
  const bulk: readonly BulkAction<L>[] =
    moves ??
    (dels && rights.dels !== null
      ? [
          {
            label: buttons.delete,
            right: rights.dels,
            danger: true,
            final: true,
            ...(removable && { fits: removable }),
            does: (items, options) => dels({ ids: items.map(({ id }) => id) }, options),
          },
        ]
      : [])
  const opens = onOpen ?? (can(rights.edit) ? openRow : undefined)
  const mayAdd = rights.add !== null && can(rights.add)
  const add = (beside || mayAdd) && (
    <>
      {beside}
      {mayAdd && (
        <Button type="primary" onClick={() => setOpen('new')}>
          新增{name}
        </Button>
      )}
    </>
  )
  return (
    <>
      <ListScreen<I, L>
        name={name}
        call={call}
        from={calls.list}
        row={row}
        idField="id"
        titleOf={titleOf}
        columns={columns}
        filters={filters}
        bulk={bulk}
        main={add}
        {...(empty !== undefined && { empty })}
        {...(tabs !== undefined && { tabs })}
        {...(order && { order })}
        {...(narrowedTo && { narrowedTo })}
        {...(onDone && { onDone })}
        {...(within && { fixed: within.of, beside: within.address })}
        {...(opens && { onOpen: opens })}
        {...(can(rights.edit) && {
          rowActions: (one: L) => (
            <RowActs name={titleOf(one)}>
              {editable(one) && (
                <button type="button" onClick={() => openRow(one)} aria-label={labelled('编辑', area, titleOf(one))}>
                  编辑
                </button>
              )}
              {acts?.(one)}
            </RowActs>
          ),
        })}
      />
      {open && (
        <RowDialog<V, R>
          name={name}
          area={area}
          calls={calls}
          {...form}
          fresh={{ ...form.fresh, ...within?.of }}
          {...(within && { drafts: `${area}.${Object.values(within.of).join('.')}` })}
          row={open === 'new' ? undefined : open}
          close={() => setOpen(null)}
        />
      )}
    </>
  )
}
