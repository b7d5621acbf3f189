import { type Sending, whyFailed } from './upload.ts'

/** An upload that runs or waits its turn. */
export interface Item {
  readonly id: number
  readonly name: string
  /** How much has been sent, from 0 to 1. */
  readonly share: number
}

interface Told {
  /** The uploads that are not over yet. */
  readonly changed: (items: readonly Item[]) => void
  readonly failed: (name: string, says: string) => void
}

interface Waiting<T, S> extends Item {
  readonly file: File
  readonly takes: T
  readonly stop: AbortController
  readonly settle: (stored: S | null) => void
}

let going = 0
let lastId = 0

/** True while any upload of this window is not over: what is saved now would lack it. */
export const isUploading = (): boolean => going > 0

export type UploadQueue<T, S> = ReturnType<typeof uploadQueue<T, S>>

/** Uploads one file after the other, so that several stay in the order in which they were chosen. */
export function uploadQueue<T, S>(
  upload: (file: File, takes: T, how: Sending) => Promise<S>,
  { changed, failed }: Told,
) {
  let items: Waiting<T, S>[] = []
  let running = false

  function set(next: Waiting<T, S>[]) {
    going += next.length - items.length
    items = next
    changed(items)
  }

  async function send({ id, file, takes, stop, name }: Waiting<T, S>): Promise<S | null> {
    const tell = (share: number) => set(items.map((item) => (item.id === id ? { ...item, share } : item)))
    try {
      return await upload(file, takes, { signal: stop.signal, tell })
    } catch (error) {
      const says = whyFailed(error)
      if (says) failed(name, says)
      return null
    }
  }

  async function run() {
    if (running) return
    running = true
    for (let [item] = items; item; [item] = items) {
      const { id, settle } = item
      const stored = await send(item)
      // cancelled meanwhile: settled already
      if (!items.some((one) => one.id === id)) continue
      set(items.filter((one) => one.id !== id))
      settle(stored)
    }
    running = false
  }

  function cancel(id: number) {
    const item = items.find((one) => one.id === id)
    if (!item) return
    set(items.filter((one) => one.id !== id))
    item.stop.abort()
    item.settle(null)
  }

  return {
    /** Adds a file; `settle` gets what came of it, null where nothing did. */
    add(file: File, takes: T, settle: Waiting<T, S>['settle']): number {
      lastId += 1
      set([...items, { id: lastId, name: file.name, share: 0, file, takes, stop: new AbortController(), settle }])
      void run()
      return lastId
    },
    cancel,
    cancelAll: () => {
      for (const { id } of items) cancel(id)
    },
  }
}
