import { Form, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { AreaName } from '../../../core/contract/areas.ts'
import { metaOf, type Shaped } from '../../../core/contract/meta.ts'
import { buttons } from '../../../core/text.ts'
import { useConfirm } from '../confirm.tsx'
import { useFocusBack } from '../focus.ts'
import { FormScreen } from '../form/FormScreen.tsx'
import { StaleDialog } from '../form/StaleDialog.tsx'
import { useDoubts } from '../form/useDoubts.ts'
import { useEdit } from '../form/useEdit.tsx'
import { RowField } from './RowField.tsx'
import { useChangesFrom } from './useChangesFrom.ts'
import { draftKey, type PlainRow, type RowCalls, useRowSaving } from './useRowSaving.ts'
import './row.css'

export interface RowDialogProps<V extends object, R extends PlainRow> {
  /** What a row is called: 热词. */
  readonly name: string
  readonly area: AreaName
  readonly calls: RowCalls<R>
  /** The fields that the add call takes, as the contract declares them. */
  readonly shape: { readonly [F in keyof V]: z.ZodType }
  /** The fields of the form, in their order. */
  readonly fields: readonly (keyof NoInfer<V> & string)[]
  /** Remarks below fields. */
  readonly hints?: { readonly [F in keyof NoInfer<V>]?: string } | undefined
  /** Fields that must be filled in though the call, which also changes rows, takes none of them. */
  readonly needs?: readonly (keyof NoInfer<V> & string)[] | undefined
  /** Fields that belong to what was chosen in others: only then are they there, and needed. */
  readonly when?: { readonly [F in keyof NoInfer<V>]?: (values: Partial<NoInfer<V>>) => boolean } | undefined
  /** Of fields that choose among rows: which of these may be chosen. */
  readonly may?: { readonly [F in keyof NoInfer<V>]?: (id: string) => boolean } | undefined
  /** What is asked before these changes are saved, by the button too. */
  readonly doubts?: ((changed: Partial<NoInfer<V>>, row: R | undefined) => readonly string[]) | undefined
  /** What a new row begins with. */
  readonly fresh: Partial<NoInfer<V>>
  /** The row to edit; none: a new one. */
  readonly row?: R | undefined
  /** As `FormScreen` takes it; null where nobody sees what is saved before its writer goes on with it. */
  readonly live: ((values: Partial<NoInfer<V>>, row?: NoInfer<R>) => string) | null
  readonly close: () => void
  /** Names its drafts, where they are not those of the area's own rows. */
  readonly drafts?: string | undefined
  /** What stands above the form, where it is no row that is edited but an act: 转办. */
  readonly title?: string | undefined
  /** What its button says, where that is not 保存. */
  readonly ok?: string | undefined
  /** What the form begins with is a proposal: it is saved also where nothing was changed. */
  readonly proposed?: boolean | undefined
  /** A long text is written in it. */
  readonly wide?: boolean | undefined
  /** What helps to fill in the fields, below them. */
  readonly children?: ReactNode
}

/** A dialog that adds or edits one row: fields from the contract, only changes sent, both versions when somebody was faster. */
export function RowDialog<V extends object, R extends PlainRow>(props: RowDialogProps<V, R>) {
  const {
    name,
    area,
    calls,
    shape,
    fields,
    hints,
    needs,
    when,
    may,
    fresh,
    row: opened,
    live,
    close,
    drafts = area,
    title,
    ok = buttons.save,
    proposed = false,
    wide = false,
    children,
  } = props
  const asked = () => props.doubts?.(edit.changed(), opened) ?? []
  const confirm = useConfirm()
  const valuesOf = (from: object) =>
    Object.fromEntries(fields.map((field) => [field, (from as V)[field] ?? undefined])) as Partial<V>
  const [initial] = useState(() => (opened ? valuesOf(opened) : fresh))
  const metas = fields.map((field) => [field, metaOf(shape[field] as unknown as Shaped)] as const)
  const [personal] = useState(() => metas.flatMap(([field, meta]) => (meta.personal ? [field] : [])))
  const edit = useEdit<V>(draftKey(drafts, opened), initial, opened?.version, personal)
  const saving = useRowSaving<V, R>({
    edit,
    calls,
    area,
    drafts,
    row: opened,
    valuesOf,
    shape,
    whole: proposed,
    done: () => close(),
  })
  const { conflict, row } = saving
  const save = useDoubts(asked, saving.save, ok)
  const keep = useDoubts(asked, saving.keep, ok)
  const changesFrom = useChangesFrom(shape)
  useFocusBack()

  async function leave() {
    if (saving.busy) return
    if (!edit.dirty) edit.finish()
    // what was typed is in the draft that the question speaks of
    else if (!(await confirm({ text: edit.leaving(), ok: '离开' }))) return
    close()
  }
  return (
    <>
      <Modal
        open
        title={title ?? (row ? `编辑${name}` : `新增${name}`)}
        className={wide ? 'row-dialog row-dialog-wide' : 'row-dialog'}
        {...((wide || metas.some(([, meta]) => meta.html)) && { width: 860 })}
        footer={null}
        onCancel={() => void leave()}
        afterOpenChange={() => edit.form.focusField(fields[0] as never)}
        mask={{ closable: false }}
      >
        <FormScreen<V>
          edit={edit}
          initial={initial}
          enter
          ids="dialog"
          // what is asked before every save stands for it
          live={(values) => (asked().length > 0 ? '' : (live?.(values, row) ?? ''))}
          save={keep}
          cancel={() => void leave()}
          actions={[{ label: ok, main: true, does: save, busy: saving.busy }]}
        >
          {fields.map((field) => {
            const belongs = when?.[field]
            const own = { hint: hints?.[field], needed: needs?.includes(field), may: may?.[field] }
            const one = { name: field, schema: shape[field], ...own }
            if (!belongs) return <RowField key={field} {...one} />
            return (
              <Form.Item key={field} noStyle shouldUpdate>
                {() => belongs(edit.values()) && <RowField {...one} needed passing />}
              </Form.Item>
            )
          })}
          {children}
        </FormScreen>
      </Modal>
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
