import { type RefObject, useEffect, useState } from 'react'
import { buttons } from '../../../core/text.ts'
import { FormScreen } from '../../parts/form/FormScreen.tsx'
import { StaleDialog } from '../../parts/form/StaleDialog.tsx'
import { useEdit } from '../../parts/form/useEdit.tsx'
import { ColumnFields } from './ColumnFields.tsx'
import { type ColumnNode, top } from './calls.ts'
import { changesBetween, fresh, type Values, valuesOf } from './fields.ts'
import { useColumnSaving } from './useColumnSaving.ts'

interface Props {
  readonly columns: readonly ColumnNode[]
  /** The column; none: it is new, under `parentId`. */
  readonly row?: ColumnNode
  readonly parentId?: string
  readonly readOnly: boolean
  /** Told what to ask before it is left; null: nothing would be lost. */
  readonly leaving: RefObject<(() => string) | null>
  readonly done: (id: string) => void
  readonly cancel: () => void
}

/** One column's form. */
export function ColumnForm({ columns, row, parentId = top, readOnly, leaving, done, cancel }: Props) {
  const [initial] = useState<Partial<Values>>(() => (row ? valuesOf(row) : fresh(parentId)))
  const edit = useEdit<Values>(row ? `column/${row.columnId}` : 'column/new', initial, row?.version)
  const saving = useColumnSaving({ edit, row, done })
  leaving.current = edit.dirty ? edit.leaving : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: heard once for each reading of the tree
  useEffect(() => {
    if (row) saving.hear(row)
  }, [row])
  useEffect(
    () => () => {
      leaving.current = null
    },
    [leaving],
  )
  const save = { label: buttons.save, main: true, does: saving.save, busy: saving.busy }
  return (
    <>
      <FormScreen<Values>
        edit={edit}
        initial={initial}
        save={save.does}
        cancel={cancel}
        actions={readOnly ? [] : [save]}
        readOnly={readOnly}
      >
        <ColumnFields self={row?.columnId} readOnly={readOnly} />
      </FormScreen>
      {saving.conflict && (
        <StaleDialog
          says={saving.conflict.says}
          changes={changesBetween(valuesOf(saving.conflict.theirs), edit.changed(), columns)}
          takeTheirs={() => saving.settle(false)}
          keepMine={() => saving.settle(true)}
          close={saving.closeConflict}
        />
      )}
    </>
  )
}
