import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { addTally, emptyTally, type Tally } from './make.ts'
import type { Page } from './plan.ts'
import type { WorkerTask } from './worker.ts'

/** The worker's file: `worker.ts` beside this source, or `site-worker.mjs` beside the bundle or above its pieces. */
function workerFile(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const places = [join(here, 'worker.ts'), join(here, 'site-worker.mjs'), join(dirname(here), 'site-worker.mjs')]
  const found = places.find((place) => existsSync(place))
  if (!found) throw new Error('找不到生成静态页面的工作线程文件')
  return found
}

/** Two threads: pages are made while the server's own thread goes on answering; more would not write faster. */
const workerCount = 2
const shareSize = 50

type Message = { readonly finished: number } | { readonly tally: Tally }

function runOne(task: WorkerTask, progress: (finished: number) => void): Promise<Tally> {
  return new Promise((resolve, reject) => {
    // Small young and old spaces: a page's garbage is short-lived, and the run stays within its memory whatever the count.
    const worker = new Worker(workerFile(), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    })
    let tally: Tally | null = null
    worker.on('message', (message: Message) => {
      if ('tally' in message) tally = message.tally
      else progress(message.finished)
    })
    worker.on('error', reject)
    worker.on('exit', (code) =>
      tally ? resolve(tally) : reject(new Error(`生成静态页面的工作线程意外结束（${code}）`)),
    )
  })
}

/** Makes pages in worker threads, each with its own connection and its own share. A thread that dies fails its share, not the run's receipt. */
export async function makeInWorkers(
  task: Omit<WorkerTask, 'stop'>,
  stopped: () => boolean,
  progress: (finished: number) => void,
): Promise<Tally> {
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const behind = Array.from({ length: workerCount }, () => 0)
  const total = emptyTally()
  const shareOf = (worker: number) => task.pages.filter((_, i) => Math.floor(i / shareSize) % workerCount === worker)
  const one = async (worker: number) => {
    const pages: readonly Page[] = shareOf(worker)
    try {
      const tally = await runOne({ ...task, pages, stop }, (finished) => {
        behind[worker] = finished
        if (stopped()) Atomics.store(stop, 0, 1)
        progress(behind.reduce((sum, n) => sum + n, 0))
      })
      addTally(total, tally)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const failed = pages.slice(0, 1000).map((page) => ({ page: page.path, reason }))
      addTally(total, { ...emptyTally(), finished: pages.length, failed, failedCount: pages.length })
    }
  }
  await Promise.all(behind.map((_, worker) => one(worker)))
  return total
}
