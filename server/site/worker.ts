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
import { writerOf } from './write.ts'

/** What a worker gets: everything but the contents, which it reads itself. */
export interface WorkerTask {
  readonly data: SiteData
  readonly pages: readonly Page[]
  readonly folder: string
  readonly key: Key
  readonly database: string
  readonly skins: string
  /** One number; not 0 means stop. */
  readonly stop: Int32Array
}

/** The thread's entry: makes its share of the pages and reports. */
async function work(task: WorkerTask): Promise<Tally> {
  const db = /^postgres(?:ql)?:/.test(task.database) ? await openPostgres(task.database) : openSqlite(task.database)
  try {
    // Each content is read once: a large page cache would only hold memory.
    if (db.dialect === 'sqlite') await sql`pragma cache_size = -2000`.execute(db.read)
    const renderer = rendererOf(modelOf(task.data), openSkin(task.data.settings['site.skin'], task.skins), task.key)
    return await makePages(task.pages, {
      db,
      renderer,
      writer: writerOf(task.folder),
      stopped: () => Atomics.load(task.stop, 0) !== 0,
      progress: (finished) => parentPort?.postMessage({ finished }),
    })
  } finally {
    await db.close()
  }
}

// The task comes as a message: the thread loads its code while the task is still being made.
parentPort?.once('message', async (task: WorkerTask) => parentPort?.postMessage({ tally: await work(task) }))
