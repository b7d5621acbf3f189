import { Worker } from 'node:worker_threads'
import { threadFile } from '../work/threads.ts'
import { addTally, emptyTally, maxNamed, type Tally } from './make.ts'
import type { Page } from './plan.ts'
import type { WorkerTask } from './worker.ts'

/** Two threads: pages are made while the server's own thread goes on answering; more would not write faster. */
const workerCount = 2
const shareSize = 50

type Message = { readonly finished: number } | { readonly tally: Tally }

/** Threads that are ready or getting ready. */
export interface Crew {
  /** Makes pages, each thread its share. A thread that dies fails its share, not the run's receipt. */
  make(task: Omit<WorkerTask, 'stop'>, stopped: () => boolean, progress: (finished: number) => void): Promise<Tally>
  /** Lets the threads go, whether they were used or not. */
  dismiss(): Promise<void>
}

interface Hand {
  readonly worker: Worker
  /** Fails when the thread ends, also before it was given a task. */
  readonly ended: Promise<never>
}

function hand(): Hand {
  // Small young and old spaces: a page's garbage is short-lived, and the run stays within its memory whatever the count.
  const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }
  const worker = new Worker(threadFile(import.meta.url, 'worker', 'site-worker'), { resourceLimits })
  const ended = new Promise<never>((_, reject) => {
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`生成静态页面的工作线程意外结束（${code}）`)))
  })
  ended.catch(() => {}) // seen by whoever waits for the tally
  return { worker, ended }
}

function give({ worker, ended }: Hand, task: WorkerTask, progress: (finished: number) => void): Promise<Tally> {
  const made = new Promise<Tally>((resolve) => {
    worker.on('message', (message: Message) => {
      if ('tally' in message) resolve(message.tally)
      else progress(message.finished)
    })
    worker.postMessage(task)
  })
  return Promise.race([made, ended])
}

/** Starts the threads: early, so that they load their code while the data is being read. */
export function hire(): Crew {
  const hands = Array.from({ length: workerCount }, hand)
  return {
    async make(task, stopped, progress) {
      const stop = new Int32Array(new SharedArrayBuffer(4))
      const behind = hands.map(() => 0)
      const total = emptyTally()
      const one = async (mine: Hand, at: number) => {
        const pages: readonly Page[] = task.pages.filter((_, i) => Math.floor(i / shareSize) % workerCount === at)
        try {
          const tally = await give(mine, { ...task, pages, stop }, (finished) => {
            behind[at] = finished
            if (stopped()) Atomics.store(stop, 0, 1)
            progress(behind.reduce((sum, n) => sum + n, 0))
          })
          addTally(total, tally)
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error)
          const failed = pages.slice(0, maxNamed).map((page) => ({ page: page.path, reason }))
          addTally(total, { ...emptyTally(), finished: pages.length, failed, failedCount: pages.length })
        }
      }
      await Promise.all(hands.map(one))
      return total
    },
    async dismiss() {
      await Promise.all(hands.map(({ worker }) => worker.terminate()))
    },
  }
}
