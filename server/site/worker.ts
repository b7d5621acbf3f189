import { parentPort } from 'node:worker_threads'
import { sql } from 'kysely'
import { openReader } from '../db/open.ts'
import type { Key } from '../secret.ts'
import type { SiteData } from './data.ts'
import { makeShares, type Tally } from './make.ts'
import { type Share, sharesAhead } from './shares.ts'
import { openSkin } from './skin.ts'
import type { SkinFiles } from './skin-files.ts'
import { writerOf } from './write.ts'

/** What a thread gets first: what all pages have in common. What a page shows of articles it reads itself. */
export interface WorkerTask {
  readonly data: SiteData
  readonly folder: string
  readonly attachments: string
  readonly key: Key
  readonly database: string
  readonly skin: SkinFiles
  readonly force: boolean
  /** As `writerOf` has it. */
  readonly since: number | undefined
  /** One number; not 0 means stop. */
  readonly stop: Int32Array
}

/** Then shares, one for each `next` that it asks; null: there are no more. */
export type Next = Share | null
export type Told = { readonly next: true } | { readonly finished: number } | { readonly tally: Tally }

const port = parentPort
const tell = (told: Told) => port?.postMessage(told)

/** Shares as they come. */
async function* shares(): AsyncGenerator<Share> {
  const come: Next[] = []
  let wake = () => {}
  port?.on('message', (share: Next) => {
    come.push(share)
    wake()
  })
  for (let i = 0; i < sharesAhead; i++) tell({ next: true })
  for (;;) {
    while (come.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    const share = come.shift()
    if (!share) return
    yield share
    tell({ next: true })
  }
}

/** The thread's entry: makes the shares that it is given and reports. */
async function work(task: WorkerTask): Promise<Tally> {
  const given = shares()
  const { read, dialect, close } = await openReader(task.database)
  try {
    // Each content is read once: a large page cache would only hold memory.
    if (dialect === 'sqlite') await sql`pragma cache_size = -2000`.execute(read)
    return await makeShares(given, {
      ...{ db: { read, dialect }, data: task.data, key: task.key, force: task.force },
      ...{ folder: task.folder, attachments: task.attachments },
      skin: openSkin(task.skin),
      writer: writerOf(task.folder, task.since),
      yields: task.since !== undefined,
      stopped: () => Atomics.load(task.stop, 0) !== 0,
      progress: (finished) => tell({ finished }),
    })
  } finally {
    await close()
  }
}

// The task comes as a message: the thread loads its code while the task is still being made.
port?.once('message', async (task: WorkerTask) => {
  const tally = await work(task)
  tell({ tally })
})
