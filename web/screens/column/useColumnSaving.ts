import { useState } from 'react'
import { changes } from '../../../core/client/changes.ts'
import { ApiError } from '../../../core/errors.ts'
import { notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { shownInPlace } from '../../data/client.ts'
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
  const [version, setVersion] = useState(row?.version ?? 0)
  const [conflict, setConflict] = useState<{ says: string; theirs: Row } | null>(null)
  const add = useAction(api.save)
  const update = useAction(api.edit)

  async function send() {
    if (!row) return add.run(wire(edit.values()) as Parameters<typeof api.save>[0])
    const before = { ...edit.original(), categoryId: row.columnId }
    // an emptied field has to be sent as empty, an unchanged one not at all
    const changed = Object.fromEntries(Object.entries(edit.changed()).map(([field, value]) => [field, value ?? '']))
    const { categoryId, ...rest } = changes(before, changed, 'categoryId')
    const input = { categoryId: String(categoryId), version, ...wire(rest as Partial<Values>) }
    return update.run(input as Parameters<typeof api.edit>[0], async (error) => {
      if (error.code !== 'STALE') return
      shownInPlace(error)
      setConflict({ says: error.message, theirs: await api.get({ id: row.columnId }) })
    })
  }

  async function save() {
    try {
      const saved = await send()
      if (!saved) return
      say.success(notices.saved)
      if (row) follow(saved, false)
      else edit.finish()
      await stale('column')
      done(saved.columnId)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.kind === 'local') say.warning(error.message)
    }
  }

  function follow(now: Row, keepMine: boolean) {
    edit.rebase(valuesOf(now), keepMine)
    setVersion(now.version ?? 0)
  }

  return {
    busy: add.busy || update.busy,
    conflict,
    save,
    /**
     * The tree was read again: what was only moved, or is not being changed here, is followed; a change of what is
     * being changed is left to the server, which refuses the stale one.
     */
    hear(now: Row) {
      if ((now.version ?? 0) <= version) return
      const moved = changedFields(edit.original(), valuesOf(now))
      if (Object.keys(moved).length === 0 || Object.keys(edit.changed()).length === 0) follow(now, true)
    },
    /** Takes what the server has as the new base; with or without what I changed. */
    settle(keepMine: boolean) {
      if (conflict) follow(conflict.theirs, keepMine)
      setConflict(null)
      void stale('column')
    },
    closeConflict: () => setConflict(null),
  }
}
