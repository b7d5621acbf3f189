import { useState } from 'react'
import type { ApiError } from '../../../core/errors.ts'
import { shownInPlace } from '../../data/client.ts'
import type { Edit } from './useEdit.tsx'

interface Versioned {
  readonly version: number | null
}

interface Options<V extends object, R> {
  readonly edit: Edit<V>
  /** The row as it was read; none: it is new. */
  readonly row: R | undefined
  /** Reads the row as it is now. */
  readonly read: (row: R) => Promise<R>
  /** The form's part of a row. */
  readonly valuesOf: (row: R) => Partial<V>
}

/** What somebody else saved while a form was open. */
export function useConflict<V extends object, R extends Versioned>({ edit, row, read, valuesOf }: Options<V, R>) {
  const [conflict, setConflict] = useState<{ says: string; theirs: R } | null>(null)

  /** Takes a row as the new base; with or without what I changed. */
  function follow(now: R, keepMine: boolean) {
    edit.rebase(valuesOf(now), keepMine, now.version)
  }
  return {
    conflict,
    follow,
    /** For a save that failed: where somebody was faster, theirs is read to be shown beside mine. */
    async caught(error: ApiError) {
      if (error.code !== 'STALE' || !row) return
      shownInPlace(error)
      setConflict({ says: error.message, theirs: await read(row) })
    },
    /** Ends the conflict by taking what the server has; with or without what I changed. */
    settle(keepMine: boolean) {
      if (conflict) follow(conflict.theirs, keepMine)
      setConflict(null)
    },
    close: () => setConflict(null),
  }
}
