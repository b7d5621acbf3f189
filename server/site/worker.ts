import { parentPort } from 'node:worker_threads'
import { sql } from 'kysely'
import { openPostgres, openSqlite } from '../db/open.ts'
import type { Key } from '../secret.ts'
import type { SiteData } from './data.ts'
import { makePages, type Tally } from './make.ts'
import { modelOf } from './model.ts'
import type { Page } from './plan.ts'
import { rendererOf } from './render.ts'
import { openSkin } from './skin.ts'
import { type Stood, writerOf } from './write.ts'

/** What a thread gets first: everything but the articles. Those that a page lists come with the page, contents it reads itself. */
export interface WorkerTask {
  readonly data: SiteData
  readonly folder: string
  readonly key: Key
  readonly database: string
  readonly skins: string
  /** One number; not 0 means stop. */
  readonly stop: Int32Array
}

/** Then groups of pages, one for each `next` that it asks; null: there are no more. */
export type Group = readonly Page[] | null
export type Told =
  | { readonly next: true }
  | { readonly finished: number }
  | { readonly stood: readonly Stood[] }
  | { readonly tally: Tally }

const port = parentPort
const tell = (told: Told) => port?.postMessage(told)

/** Groups as they come. One is always on its way while another is being made. */
async function* groups(): AsyncGenerator<readonly Page[]> {
  const come: Group[] = []
  let wake = () => {}
  port?.on('message', (group: Group) => {
    come.push(group)
    wake()
  })
  tell({ next: true })
  tell({ next: true })
  for (;;) {
    while (come.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    const group = come.shift()
    if (!group) return
    yield group
    tell({ next: true })
  }
}

/** The thread's entry: makes the pages that it is given and reports. */
async function work(task: WorkerTask): Promise<Tally> {
  const given = groups()
  const db = /^postgres(?:ql)?:/.test(task.database) ? await openPostgres(task.database) : openSqlite(task.database)
  try {
    // Each content is read once: a large page cache would only hold memory.
    if (db.dialect === 'sqlite') await sql`pragma cache_size = -2000`.execute(db.read)
    const renderer = rendererOf(modelOf(task.data), openSkin(task.data.settings['site.skin'], task.skins), task.key)
    return await makePages(given, {
      db,
      renderer,
      writer: writerOf(task.folder),
      stopped: () => Atomics.load(task.stop, 0) !== 0,
      progress: (finished) => tell({ finished }),
      stood: (stood) => tell({ stood }),
    })
  } finally {
    await db.close()
  }
}

// The task comes as a message: the thread loads its code while the task is still being made.
port?.once('message', async (task: WorkerTask) => {
  const tally = await work(task)
  tell({ tally })
})
