import { useState } from 'react'
import { notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import type { exportRows } from './exportRows.ts'

type Options = Parameters<typeof exportRows>[0]

/** The list as a spreadsheet: `start` makes it, `busy` while that takes. */
export function useExport(options: () => Options) {
  const say = useSay()
  const [busy, setBusy] = useState(false)
  async function start() {
    setBusy(true)
    try {
      const { exportRows } = await import('./exportRows.ts')
      const rows = await exportRows(options())
      if (rows > 0) say.success(notices.exported)
      else say.warning(notices.nothingToExport)
    } catch {
      // a failed call has been shown where all of them are
    } finally {
      setBusy(false)
    }
  }
  return { start: () => void start(), busy }
}
