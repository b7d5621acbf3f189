import { Button } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import type { CallOptions } from '../../../core/client/client.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import { buttons } from '../../../core/text.ts'
import { type Right, useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { ListScreen, type ListScreenProps } from '../list/ListScreen.tsx'
import type { BulkAction, ListCall } from '../list/types.ts'
import { RowDialog, type RowDialogProps } from './RowDialog.tsx'
import type { PlainRow, RowCalls } from './useRowSaving.ts'

interface Calls<I, L extends PlainRow, R extends L> extends RowCalls<R> {
  readonly list: ListCall<I | undefined, L>
  readonly dels: (input: { ids: string[] }, options?: CallOptions) => Promise<BulkResult>
}

type OfList = 'columns' | 'filters' | 'titleOf'
type OfDialog = 'name' | 'area' | 'shape' | 'fields' | 'hints' | 'fresh'

interface Props<I, V extends object, L extends PlainRow, R extends L>
  extends Pick<ListScreenProps<I, L>, OfList>,
    Pick<RowDialogProps<V, R>, OfDialog> {
  readonly calls: Calls<I, L, R>
  /** The contract's schema of a row as the list shows it; what the form needs beside it is read when a row is opened. */
  readonly row: z.ZodType
}

/**
 * A whole screen for rows that are listed, added, edited in a dialog and deleted for good: what most settings are.
 * The rights are the area's own: `<area>_list`, `_add`, `_edit`, `_dels`.
 */
export function RowScreen<I extends object, V extends object, L extends PlainRow, R extends L>(
  props: Props<I, V, L, R>,
) {
  const { name, area, calls, row, columns, filters, titleOf, ...form } = props
  const { can } = useRights()
  const [open, setOpen] = useState<R | 'new' | null>(null)
  const say = useSay()
  const openRow = (one: L) => {
    if (form.fields.every((field) => field in one)) return setOpen(one as R)
    calls.get({ id: one.id }).then(setOpen, say.refused)
  }
  const right = (call: string) => `${area}_${call}` as Right
  const bulk: readonly BulkAction<L>[] = [
    {
      label: buttons.delete,
      right: right('dels'),
      danger: true,
      final: true,
      does: (items) => calls.dels({ ids: items.map(({ id }) => id) }),
    },
  ]
  const add = can(right('add')) && (
    <Button type="primary" onClick={() => setOpen('new')}>
      新增{name}
    </Button>
  )
  return (
    <>
      <ListScreen<I, L>
        name={name}
        call={`${area}.list` as ListScreenProps<I, L>['call']}
        from={calls.list}
        row={row}
        idField="id"
        titleOf={titleOf}
        columns={columns}
        filters={filters}
        bulk={bulk}
        main={add}
        {...(can(right('edit')) && {
          onOpen: openRow,
          rowActions: (one: L) => (
            <span className="row-actions">
              <button type="button" onClick={() => openRow(one)} aria-label={`编辑《${titleOf(one)}》`}>
                编辑
              </button>
            </span>
          ),
        })}
      />
      {open && (
        <RowDialog<V, R>
          name={name}
          area={area}
          calls={calls}
          {...form}
          row={open === 'new' ? undefined : open}
          close={() => setOpen(null)}
        />
      )}
    </>
  )
}
