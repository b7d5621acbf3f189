import { useEffect, useState } from 'react'
import type { Takes } from './check.ts'
import { type Item, uploadQueue } from './queue.ts'
import { type Sending, type Stored, upload } from './upload.ts'

/** A file that was not taken, and why. */
export interface Failure {
  readonly name: string
  readonly says: string
}

/** A place's uploads: those that are not over, and those that failed. What still runs when the place goes is cancelled. */
export function useUploads<T = Takes, S = Stored>(
  sends: (file: File, takes: T, how: Sending) => Promise<S> = upload as never,
) {
  const [items, setItems] = useState<readonly Item[]>([])
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const fail = (name: string, says: string) => setFailures((before) => [...before, { name, says }])
  const [queue] = useState(() => uploadQueue(sends, { changed: setItems, failed: fail }))
  useEffect(() => queue.cancelAll, [queue])
  return { queue, items, failures, fail, forgive: () => setFailures([]) }
}
