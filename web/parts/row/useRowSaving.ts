import { useState } from 'react'
import { changes } from '../../../core/client/changes.ts'
import type { CallOptions } from '../../../core/client/client.ts'
import type { AreaName } from '../../../core/contract/areas.ts'
import { ApiError } from '../../../core/errors.ts'
import { notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { shownInPlace } from '../../data/client.ts'
import type { Edit } from '../form/useEdit.tsx'

/** A row as the small forms know it. */
export interface PlainRow {
  readonly id: string
  readonly version: number | null
}

/** The calls that a small form needs. */
export interface RowCalls<R extends PlainRow> {
  readonly get: (input: { id: string }, options?: CallOptions) => Promise<R>
  readonly add: (input: never, options?: CallOptions) => Promise<R>
  readonly edit: (input: never, options?: CallOptions) => Promise<R>
}

interface Saving<V extends object, R extends PlainRow> {
  readonly edit: Edit<V>
  readonly calls: RowCalls<R>
  readonly area: AreaName
  /** The row as it was read; none: it is new. */
  readonly row: R | undefined
  readonly done: () => void
}

/** Saves a small form: a new row whole, an old one by its changed fields and its version. */
export function useRowSaving<V extends object, R extends PlainRow>(saving: Saving<V, R>) {
  const { edit, calls, area, row, done } = saving
  const say = useSay()
  const stale = useStale()
  const add = useAction(calls.add)
  const change = useAction(calls.edit)
  const [version, setVersion] = useState(row?.version)
  const [conflict, setConflict] = useState<{ says: string; theirs: R } | null>(null)

  function send() {
    if (!row) return add.run(edit.values() as never)
    // an emptied field has to be sent as empty, an unchanged one not at all
    const changed = Object.fromEntries(Object.entries(edit.changed()).map(([field, value]) => [field, value ?? '']))
    const sent = changes({ ...edit.original(), id: row.id } as Record<string, unknown>, changed, 'id')
    return change.run({ ...sent, version } as never, async (error) => {
      if (error.code !== 'STALE') return
      shownInPlace(error)
      setConflict({ says: error.message, theirs: await calls.get({ id: row.id }) })
    })
  }

  async function save() {
    try {
      if (!(await send())) return
      edit.finish()
      say.success(notices.saved)
      await stale(area)
      done()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.kind === 'local') say.warning(error.message)
    }
  }

  return {
    save: () => void save(),
    busy: add.busy || change.busy,
    conflict,
    /** Takes what the server has as the new base; with or without what I changed. */
    settle(keepMine: boolean) {
      if (!conflict) return
      edit.rebase(conflict.theirs as unknown as Partial<V>, keepMine)
      setVersion(conflict.theirs.version)
      setConflict(null)
    },
    closeConflict: () => setConflict(null),
  }
}
