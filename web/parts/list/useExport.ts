import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../../core/errors.ts'
import { notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useStale } from '../../data/calls.ts'
import { reporting } from '../../data/console.ts'
import { useConfirm } from '../confirm.tsx'
import type { Large } from './exportAside.ts'
import type { exportRows } from './exportRows.ts'

type Options = Parameters<typeof exportRows>[0]

export interface Exporting<R> {
  /** Makes the file: of the marked rows, or else of the whole list. */
  readonly start: (marked?: readonly R[]) => void
  readonly busy: boolean
}

const tasksAt = '/main/exportTask'

/**
 * The list as a spreadsheet: `start` makes it, `busy` while that takes. A long one is offered to be made by the server.
 * @param large the list as the server exports it; null: it does not. The reporting console has no list of tasks, and makes the file itself.
 */
export function useExport<R>(
  options: (marked: readonly R[] | undefined) => Options,
  large: Large | null,
): Exporting<R> {
  const say = useSay()
  const ask = useConfirm()
  const navigate = useNavigate()
  const stale = useStale()
  const [busy, setBusy] = useState(false)
  async function during(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      // a failed call has been shown where all of them are
      if (error instanceof ApiError) return
      say.error(notices.notExported)
      throw error
    } finally {
      setBusy(false)
    }
  }
  const here = (marked?: readonly R[]) =>
    during(async () => {
      const { exportRows } = await import('./exportRows.ts')
      const rows = await exportRows(options(marked))
      if (rows > 0) say.success(notices.exported)
      else say.warning(notices.nothingToExport)
    })
  const aside = (one: Large) =>
    during(async () => {
      const { exportAside } = await import('./exportAside.ts')
      const { filters, columns } = options(undefined)
      await exportAside(one, filters, [...new Set(columns.map(({ field }) => field))])
      void stale('exportTask')
      void navigate(tasksAt)
    })
  async function whole(one: Large) {
    let offered = false
    await during(async () => {
      const { isLarge } = await import('./exportAside.ts')
      offered = await isLarge(one)
    })
    if (!offered) return here()
    const text = `共 ${one.total} 行，较多：在后台导出，完成后在站内通知中告知；也可以直接下载，期间请不要关闭页面。`
    const yes = await ask({ text, ok: '在后台导出', cancel: '直接下载', instead: () => void here() })
    if (yes) await aside(one)
  }
  return {
    start: (marked) =>
      void (marked === undefined && large && large.total > 0 && !reporting ? whole(large) : here(marked)),
    busy,
  }
}
