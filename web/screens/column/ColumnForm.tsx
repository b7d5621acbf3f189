import { useEffect, useState } from 'react'
import { buttons, notices } from '../../../core/text.ts'
import { FormScreen } from '../../parts/form/FormScreen.tsx'
import { StaleDialog } from '../../parts/form/StaleDialog.tsx'
import { useDoubts } from '../../parts/form/useDoubts.ts'
import { type Edit, useEdit } from '../../parts/form/useEdit.tsx'
import { useRowSaving } from '../../parts/row/useRowSaving.ts'
import { siblingsOf, top } from '../../parts/tree/nodes.ts'
import type { TreeForm } from '../../parts/tree/props.ts'
import { ColumnFields } from './ColumnFields.tsx'
import { type ColumnNode, kind } from './calls.ts'
import { changesBetween, fresh, type Keyed, keyed, rowCalls, type Values, valuesOf } from './fields.ts'

interface Props extends TreeForm<ColumnNode> {
  /** Where it is on the site. */
  readonly url?: string | undefined
  /** The settings of the front page that name it by its folder. */
  readonly frontPage?: string | undefined
}

/** What is asked before a column is saved: links from elsewhere that would lead nowhere, two that nobody can tell apart. */
function doubts(columns: readonly ColumnNode[], { row, url, frontPage }: Props, edit: Edit<Values>): string[] {
  const changed = edit.changed()
  const { categoryTitle, categoryCategoryId } = edit.values()
  const title = categoryTitle?.trim()
  const alike = siblingsOf(kind, columns, categoryCategoryId ?? top).some(
    (one) => one.columnId !== row?.columnId && one.categoryTitle === title,
  )
  const named = 'categoryTitle' in changed || 'categoryCategoryId' in changed
  return [
    ...(row && url && 'columnPath' in changed
      ? [
          `栏目的网址随目录名改变：原来的 ${url} 不再可用，别处指向它的链接会打不开。${frontPage ? `站点设置「${frontPage}」随之改为新的目录名。` : ''}是否继续？`,
        ]
      : []),
    ...(named && alike ? [`同一级已有栏目「${title}」，两个同名的栏目难以分辨。是否继续？`] : []),
  ]
}

/** One column's form. */
export function ColumnForm(props: Props) {
  const { nodes: columns, row, parentId = top, readOnly, done, cancel } = props
  const [initial] = useState<Partial<Values>>(() => (row ? valuesOf(row) : fresh(parentId)))
  const edit = useEdit<Values>(row ? `column/${row.columnId}` : 'column/new', initial, row?.version)
  const saving = useRowSaving<Values, Keyed>({
    ...{ edit, calls: rowCalls, area: 'column', row: row && keyed(row), valuesOf, stays: true },
    done: ({ id }) => done(id),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: heard once for each reading of the tree
  useEffect(() => {
    if (row) saving.hear(keyed(row))
  }, [row])
  const saveAsked = useDoubts(() => doubts(columns, props, edit), saving.save)
  const save = { label: buttons.save, main: true, does: saveAsked, busy: saving.busy }
  return (
    <>
      <FormScreen<Values>
        edit={edit}
        initial={initial}
        // what is asked before every save stands for it
        live={() => (doubts(columns, props, edit).length > 0 ? '' : notices.live)}
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
