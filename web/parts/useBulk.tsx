import { useRef, useState } from 'react'
import type { CallOptions } from '../../core/client/client.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import { ApiError } from '../../core/errors.ts'
import { bulkDone } from '../../core/text.ts'
import { useSay } from '../app/say.ts'
import { newRequestKey } from '../data/calls.ts'
import { shownInPlace } from '../data/client.ts'
import { BulkDialog, type BulkRun } from './BulkDialog.tsx'

const chunkSize = 100
const dialogAfterMs = 1000
const none: BulkResult = { done: [], failed: [] }

interface Job<T> {
  readonly title: string
  readonly items: readonly T[]
  readonly send: (items: T[], options: CallOptions) => Promise<BulkResult>
  /** An item's words in the list of failures. */
  readonly nameOf: (id: string) => string
  /** So many go with one call. */
  readonly atOnce?: number | undefined
}

/**
 * Runs a call over many items, a hundred at a time: a dialog with the progress where it takes over a second,
 * and with the failures where there are some; else only the toast. Where a call fails as a whole the rest waits for 重试,
 * which sends it under the same name: what was done and not heard of is not done again.
 */
export function useBulk() {
  const say = useSay()
  const [run, setRun] = useState<BulkRun | null>(null)
  const [open, setOpen] = useState(false)
  const stop = useRef(false)
  const names = useRef<(id: string) => string>(String)
  const decide = useRef<(goOn: boolean) => void>(() => undefined)

  async function start<T>({ title, items, send, nameOf, atOnce = chunkSize }: Job<T>): Promise<BulkResult> {
    stop.current = false
    names.current = nameOf
    let result = none
    const show = (running: boolean, stopped = '') => setRun({ title, total: items.length, result, running, stopped })
    const late = setTimeout(() => setOpen(true), dialogAfterMs)
    show(true)
    let at = 0
    for (let requestKey = newRequestKey(); at < items.length; ) {
      let stopped = stop.current ? '已停止，其余未处理' : ''
      try {
        if (!stopped) {
          const part = await send(items.slice(at, at + atOnce), { requestKey })
          result = { done: [...result.done, ...part.done], failed: [...result.failed, ...part.failed] }
          at += atOnce
          requestKey = newRequestKey()
        }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // who was asked and said no knows that nothing was done
        if (error.code === 'NOT_AGREED' && at === 0) break
        // the dialog says it: a notice would lie upon the dialog
        if (error.kind !== 'session') shownInPlace(error)
        stopped = error.message
      }
      show(stopped === '', stopped)
      if (!stopped) continue
      setOpen(true)
      const goOn = await new Promise<boolean>((resolve) => {
        decide.current = resolve
      })
      if (!goOn) break
      stop.current = false
      show(true)
    }
    clearTimeout(late)
    show(false)
    const whole = at >= items.length
    if (whole && result.failed.length === 0) say.success(bulkDone(result.done.length))
    setOpen(whole && result.failed.length > 0)
    return result
  }

  const dialog = run && open && (
    <BulkDialog
      run={run}
      nameOf={names.current}
      stop={() => {
        stop.current = true
      }}
      goOn={() => decide.current(true)}
      close={() => {
        decide.current(false)
        setOpen(false)
      }}
    />
  )
  return { start, dialog, busy: run?.running === true }
}
