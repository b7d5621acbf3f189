import { useRef, useState } from 'react'
import type { BulkResult } from '../../core/contract/shared.ts'
import { ApiError } from '../../core/errors.ts'
import { notices } from '../../core/text.ts'
import { useSay } from '../app/say.ts'
import { BulkDialog } from './BulkDialog.tsx'

/** How far a bulk run is, and what came of it. */
export interface BulkRun {
  readonly title: string
  readonly total: number
  readonly result: BulkResult
  readonly running: boolean
  /** Why the run as a whole stopped. */
  readonly stopped: string
}

const chunkSize = 100
const dialogAfterMs = 1000
const none: BulkResult = { done: [], failed: [] }

interface Job<T> {
  readonly title: string
  readonly items: readonly T[]
  readonly send: (items: T[]) => Promise<BulkResult>
  /** An item's words in the list of failures. */
  readonly nameOf: (id: string) => string
}

/**
 * Runs a call over many items, a hundred at a time: a dialog with the progress where it takes over a second,
 * and with the failures where there are some; else only the toast.
 */
export function useBulk() {
  const say = useSay()
  const [run, setRun] = useState<BulkRun | null>(null)
  const [open, setOpen] = useState(false)
  const stop = useRef(false)
  const names = useRef<(id: string) => string>(String)

  async function start<T>({ title, items, send, nameOf }: Job<T>): Promise<BulkResult> {
    stop.current = false
    names.current = nameOf
    let result = none
    let stopped = ''
    setRun({ title, total: items.length, result, running: true, stopped })
    const late = setTimeout(() => setOpen(true), dialogAfterMs)
    for (let at = 0; at < items.length && !stopped; at += chunkSize) {
      if (stop.current) stopped = '已停止，其余未处理'
      else {
        try {
          const part = await send(items.slice(at, at + chunkSize))
          result = { done: [...result.done, ...part.done], failed: [...result.failed, ...part.failed] }
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          stopped = error.message
        }
      }
      setRun({ title, total: items.length, result, running: true, stopped })
    }
    clearTimeout(late)
    setRun({ title, total: items.length, result, running: false, stopped })
    const clean = result.failed.length === 0 && stopped === ''
    if (clean) say.success(notices.done)
    setOpen(!clean)
    return result
  }

  const dialog = run && open && (
    <BulkDialog
      run={run}
      nameOf={names.current}
      stop={() => {
        stop.current = true
      }}
      close={() => setOpen(false)}
    />
  )
  return { start, dialog, busy: run?.running === true }
}
