import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import type { Reader } from '../../db/open.ts'
import { threadFile } from '../../work/threads.ts'
import { rowGroups } from '../area-rows.ts'
import type { Site } from '../generate.ts'
import { updateFinder } from './update.ts'

/** What a thread is to do. */
export const flags = { go: 0, pause: 1, stop: 2 } as const

/** What a thread is given. */
export interface FinderTask {
  readonly database: string
  readonly folder: string
  /** Milliseconds. */
  readonly now: number
  /** One of `flags`. */
  readonly flag: Int32Array
}

/** A site with so many articles, or with letters of more ids, has its index looked at and made in a thread. */
const manyArticles = 500

async function hasMany(db: Reader): Promise<boolean> {
  const { read } = db
  if ((await rowGroups(db, manyArticles)).some(({ groups }) => groups.length > 1)) return true
  const some = read
    .selectFrom('article')
    .select(sql`1`.as('one'))
    .where('status', '=', 2)
    .where('deletedAt', 'is', null)
    .limit(manyArticles)
  const { n } = await read
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n) >= manyArticles
}

function workAside(task: FinderTask): Promise<string | null> {
  const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 16 }
  const worker = new Worker(threadFile(import.meta.url, 'worker', 'finder-worker'), { resourceLimits })
  worker.postMessage(task)
  return new Promise((resolve, reject) => {
    worker.on('message', resolve)
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`编制站内检索索引的工作线程意外结束（${code}）`)))
  })
}

/** Keeps the index beside a site's pages. */
export interface Finder {
  /** Brings it up to date; says why it could not, null: it is as it should be. */
  update(): Promise<string | null>
  /** Pages are being made: it waits; or they are made, and it goes on. */
  pause(paused: boolean): void
  stop(): void
}

/** Makes what keeps a site's index: nobody who waits for pages, or for an answer, waits for it. */
export function finderOf(site: Site): Finder {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const stopped = () => Atomics.load(flag, 0) === flags.stop
  const set = (to: number) => {
    if (stopped()) return
    Atomics.store(flag, 0, to)
    Atomics.notify(flag, 0)
  }
  return {
    async update() {
      const { db, database, folder, now = Date.now } = site
      try {
        if (!(await hasMany(db))) return await updateFinder(site, stopped)
        return await workAside({ database, folder, now: now(), flag })
      } catch (error) {
        return `站内检索索引未能更新：${error instanceof Error ? error.message : String(error)}`
      }
    },
    pause: (paused) => set(paused ? flags.pause : flags.go),
    stop: () => set(flags.stop),
  }
}
