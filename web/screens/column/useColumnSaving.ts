import { changes } from '../../../core/client/changes.ts'
import { notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useConflict } from '../../parts/form/useConflict.ts'
import { changedFields, type Edit } from '../../parts/form/useEdit.tsx'
import { api } from './calls.ts'
import { type Row, type Values, valuesOf, wire } from './fields.ts'

interface Saving {
  readonly edit: Edit<Values>
  /** The column as the tree has it; none: it is new. */
  readonly row: Row | undefined
  readonly done: (id: string) => void
}

/** Saves a column: a new one whole, an old one by its changed fields and the version that they were changed from. */
export function useColumnSaving({ edit, row, done }: Saving) {
  const say = useSay()
  const stale = useStale()
  const read = ({ columnId }: Row) => api.get({ id: columnId })
  const stand = useConflict({ edit, row, read, valuesOf })
  const add = useAction(api.save)
  const update = useAction(api.edit)

  async function send() {
    if (!row) return add.run(wire(edit.values()) as Parameters<typeof api.save>[0])
    const before = { ...edit.original(), categoryId: row.columnId }
    const { categoryId, ...rest } = changes(before, edit.sent(), 'categoryId')
    const input = { categoryId: String(categoryId), version: edit.version() ?? 0, ...wire(rest as Partial<Values>) }
    return update.run(input as Parameters<typeof api.edit>[0], stand.caught)
  }

  async function save() {
    try {
      const saved = await send()
      if (!saved) return
      say.success(notices.saved)
      if (row) stand.follow(saved, false)
      else edit.finish()
      await stale('column')
      done(saved.columnId)
    } catch (error) {
      say.refused(error)
    }
  }

  return {
    busy: add.busy || update.busy,
    conflict: stand.conflict,
    save,
    /**
     * The tree was read again: what was only moved, or is not being changed here, is followed; a change of what is
     * being changed is left to the server, which refuses the stale one.
     */
    hear(now: Row) {
      if ((now.version ?? 0) <= (edit.version() ?? 0) || edit.behind()) return
      const moved = changedFields(edit.original(), valuesOf(now))
      if (Object.keys(moved).length === 0 || Object.keys(edit.changed()).length === 0) stand.follow(now, true)
    },
    settle(keepMine: boolean) {
      stand.settle(keepMine)
      void stale('column')
    },
    closeConflict: stand.close,
  }
}
