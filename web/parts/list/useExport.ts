import { useState } from 'react'
import { ApiError } from '../../../core/errors.ts'
import { notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import type { exportRows } from './exportRows.ts'

type Options = Parameters<typeof exportRows>[0]

export interface Exporting<R> {
  /** Makes the file: of the marked rows, or else of the whole list. */
  readonly start: (marked?: readonly R[]) => void
  readonly busy: boolean
}

/** The list as a spreadsheet: `start` makes it, `busy` while that takes. */
export function useExport<R>(options: (marked: readonly R[] | undefined) => Options): Exporting<R> {
  const say = useSay()
  const [busy, setBusy] = useState(false)
  async function start(marked?: readonly R[]) {
    setBusy(true)
    try {
      const { exportRows } = await import('./exportRows.ts')
      const rows = await exportRows(options(marked))
      if (rows > 0) say.success(notices.exported)
      else say.warning(notices.nothingToExport)
    } catch (error) {
      // a failed call has been shown where all of them are
      if (error instanceof ApiError) return
      say.error(notices.notExported)
      throw error
    } finally {
      setBusy(false)
    }
  }
  return { start: (marked) => void start(marked), busy }
}
