import { useEffect, useState } from 'react'
import { buttons } from '../../../core/text.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { FormScreen } from '../../parts/form/FormScreen.tsx'
import { StaleDialog } from '../../parts/form/StaleDialog.tsx'
import { type Edit, useEdit } from '../../parts/form/useEdit.tsx'
import { ColumnFields } from './ColumnFields.tsx'
import { type ColumnNode, siblingsOf, top } from './calls.ts'
import { changesBetween, fresh, type Values, valuesOf } from './fields.ts'
import { useColumnSaving } from './useColumnSaving.ts'

interface Props {
  readonly columns: readonly ColumnNode[]
  /** The column; none: it is new, under `parentId`. */
  readonly row?: ColumnNode
  readonly parentId?: string
  /** Where it is on the site. */
  readonly url?: string | undefined
  readonly readOnly: boolean
  readonly done: (id: string) => void
  readonly cancel: () => void
}

/** What is asked before a column is saved: links from elsewhere that would lead nowhere, two that nobody can tell apart. */
function doubts(
  columns: readonly ColumnNode[],
  row: ColumnNode | undefined,
  edit: Edit<Values>,
  url?: string,
): string[] {
  const changed = edit.changed()
  const { categoryTitle, categoryCategoryId } = edit.values()
  const title = categoryTitle?.trim()
  const alike = siblingsOf(columns, categoryCategoryId ?? top).some(
    (one) => one.columnId !== row?.columnId && one.categoryTitle === title,
  )
  const named = 'categoryTitle' in changed || 'categoryCategoryId' in changed
  return [
    ...(row && url && 'columnPath' in changed
      ? [`栏目的网址随目录名改变：原来的 ${url} 不再可用，别处指向它的链接会打不开。是否继续？`]
      : []),
    ...(named && alike ? [`同一级已有栏目「${title}」，两个同名的栏目难以分辨。是否继续？`] : []),
  ]
}

/** One column's form. */
export function ColumnForm({ columns, row, parentId = top, url, readOnly, done, cancel }: Props) {
  const [initial] = useState<Partial<Values>>(() => (row ? valuesOf(row) : fresh(parentId)))
  const edit = useEdit<Values>(row ? `column/${row.columnId}` : 'column/new', initial, row?.version)
  const saving = useColumnSaving({ edit, row, done })
  // biome-ignore lint/correctness/useExhaustiveDependencies: heard once for each reading of the tree
  useEffect(() => {
    if (row) saving.hear(row)
  }, [row])
  const confirm = useConfirm()

  async function saveAsked() {
    for (const text of doubts(columns, row, edit, url))
      if (!(await confirm({ text, ok: buttons.save, careful: true }))) return
    await saving.save()
  }
  const save = { label: buttons.save, main: true, does: saveAsked, busy: saving.busy }
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
