import { Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { buttons } from '../../../core/text.ts'
import { FormScreen } from '../form/FormScreen.tsx'
import { StaleDialog } from '../form/StaleDialog.tsx'
import { useDoubts } from '../form/useDoubts.ts'
import { useEdit } from '../form/useEdit.tsx'
import type { RowDialogProps } from '../row/RowDialog.tsx'
import { RowField } from '../row/RowField.tsx'
import { useChangesFrom } from '../row/useChangesFrom.ts'
import { draftKey, type PlainRow, useRowSaving } from '../row/useRowSaving.ts'
import { top } from './nodes.ts'
import type { TreeForm } from './props.ts'

interface Props<V extends object, N, R extends PlainRow>
  extends Pick<
    RowDialogProps<V, R>,
    'area' | 'drafts' | 'calls' | 'shape' | 'fields' | 'hints' | 'needs' | 'when' | 'fresh'
  > {
  readonly form: Omit<TreeForm<N>, 'row'>
  readonly row: R | undefined
  /** What is asked before these changes are saved. */
  readonly doubts?: (changed: Partial<V>, row: R | undefined) => readonly string[]
  /** What a save of these changes brings before others at once, as a question (see `FormScreen`); null: nothing. */
  readonly live: ((changed: Partial<V>, row: R | undefined) => string) | null
  /** Of fields that choose among rows: whether one may be chosen. */
  readonly may?: { readonly [F in keyof NoInfer<V>]?: (id: string) => boolean }
  /** The field that names what a row stands under; none where all stand beside each other. */
  readonly parent?: keyof NoInfer<V> & string
}

/** The form of one row of a tree, made from its declaration. */
export function TreeRowForm<V extends object, N, R extends PlainRow>(props: Props<V, N, R>) {
  const { form, row, area, drafts = area, calls, shape, fields, hints, needs, when, fresh, may, parent, live } = props
  const { parentId = top, readOnly, done, cancel } = form
  const valuesOf = (from: object) =>
    Object.fromEntries(fields.map((field) => [field, (from as V)[field] ?? undefined])) as Partial<V>
  const [initial] = useState(
    () => (row ? valuesOf(row) : { ...fresh, ...(parent && { [parent]: parentId }) }) as Partial<V>,
  )
  const edit = useEdit<V>(draftKey(drafts, row), initial, row?.version)
  // who has opened another row meanwhile is not taken away from it
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const { focusField } = edit.form
  const first = fields.find((field) => field !== parent)
  // whoever has asked for a new row goes on to type
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useEffect(() => {
    if (!row && first) focusField(first as never)
  }, [])
  const saved = ({ id }: R) => (here.current ? done(id) : undefined)
  const saving = useRowSaving<V, R>({ edit, calls, area, drafts, row, valuesOf, shape, stays: true, done: saved })
  // biome-ignore lint/correctness/useExhaustiveDependencies: heard once for each reading
  useEffect(() => {
    if (row) saving.hear(row)
  }, [row])
  const doubts = () => props.doubts?.(edit.changed(), row) ?? []
  const save = useDoubts(doubts, saving.save)
  const { conflict } = saving
  const changesFrom = useChangesFrom(shape)
  return (
    <>
      <FormScreen<V>
        edit={edit}
        initial={initial}
        enter
        // what is asked before every save stands for it
        live={() => (doubts().length > 0 ? '' : (live?.(edit.changed(), row) ?? ''))}
        save={save}
        cancel={cancel}
        actions={readOnly ? [] : [{ label: buttons.save, main: true, does: save, busy: saving.busy }]}
        readOnly={readOnly}
      >
        <div className="tree-form">
          {fields.map((field) => {
            const belongs = when?.[field]
            const one = {
              ...{ name: field, schema: shape[field], hint: hints?.[field] },
              ...{ needed: needs?.includes(field), may: may?.[field] },
            }
            if (!belongs) return <RowField key={field} {...one} {...(field === parent && row && { without: row.id })} />
            return (
              <Form.Item key={field} noStyle shouldUpdate>
                {() => belongs(edit.values()) && <RowField {...one} passing />}
              </Form.Item>
            )
          })}
        </div>
      </FormScreen>
      {conflict && (
        <StaleDialog
          says={conflict.says}
          changes={changesFrom(edit.changed(), conflict.theirs)}
          also={changesFrom.besides(edit.original(), edit.changed(), valuesOf(conflict.theirs))}
          takeTheirs={() => saving.settle(false)}
          keepMine={() => saving.settle(true)}
          close={saving.closeConflict}
        />
      )}
    </>
  )
}
