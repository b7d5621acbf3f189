import { Worker } from 'node:worker_threads'
import { threadFile } from '../work/threads.ts'
import { addTally, batchSize, emptyTally, maxNamed, type Tally } from './make.ts'
import type { Page } from './plan.ts'
import type { Group, Told, WorkerTask } from './worker.ts'
import type { Stood } from './write.ts'

/** Two threads: pages are made while the server's own thread goes on answering; more would not write faster. */
const workerCount = 2

/** How a crew tells what it does, and hears that it should stop. */
export interface Ears {
  readonly stopped: () => boolean
  readonly progress: (finished: number) => void
  readonly stood: (pages: readonly Stood[]) => void
}

/** Threads that are ready or getting ready. */
export interface Crew {
  /**
   * Makes pages; each thread takes the next few whenever it has done its last ones. A thread that dies fails what it had taken, not the
   * run's receipt.
   * @param page what a thread gets of a page
   */
  make(task: Omit<WorkerTask, 'stop'>, pages: readonly Page[], page: (page: Page) => Page, ears: Ears): Promise<Tally>
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
  const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }
  const worker = new Worker(threadFile(import.meta.url, 'worker', 'site-worker'), { resourceLimits })
  const ended = new Promise<never>((_, reject) => {
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`生成静态页面的工作线程意外结束（${code}）`)))
  })
  ended.catch(() => {}) // seen by whoever waits for the tally
  return { worker, ended }
}

interface Talk {
  next(): Group
  finished(count: number): void
  stood(pages: readonly Stood[]): void
}

/** Gives a thread its task and what it asks for, until it has told what became of it all. */
function give({ worker, ended }: Hand, task: WorkerTask, talk: Talk): Promise<Tally> {
  const made = new Promise<Tally>((resolve) => {
    worker.on('message', (told: Told) => {
      if ('next' in told) worker.postMessage(talk.next())
      else if ('finished' in told) talk.finished(told.finished)
      else if ('stood' in told) talk.stood(told.stood)
      else resolve(told.tally)
    })
    worker.postMessage(task)
  })
  return Promise.race([made, ended])
}

function failedShare(pages: readonly Page[], error: unknown): Tally {
  const reason = error instanceof Error ? error.message : String(error)
  const failed = pages.slice(0, maxNamed).map((page) => ({ page: page.path, reason }))
  return { ...emptyTally(), finished: pages.length, failed, failedCount: pages.length }
}

/** Starts the threads: early, so that they load their code while the data is being read. */
export function hire(): Crew {
  const hands = Array.from({ length: workerCount }, hand)
  return {
    async make(task, pages, page, { stopped, progress, stood }) {
      const stop = new Int32Array(new SharedArrayBuffer(4))
      const behind = hands.map(() => 0)
      const total = emptyTally()
      let at = 0
      const take = (): Page[] => {
        const group = pages.slice(at, at + batchSize)
        at += group.length
        return group
      }
      const one = async (mine: Hand, i: number) => {
        const taken: Page[][] = []
        const talk: Talk = {
          next() {
            const group = take()
            taken.push(group)
            return group.length === 0 ? null : group.map(page)
          },
          finished(count) {
            behind[i] = count
            if (stopped()) Atomics.store(stop, 0, 1)
            progress(behind.reduce((sum, n) => sum + n, 0))
          },
          stood,
        }
        addTally(total, await give(mine, { ...task, stop }, talk).catch((error) => failedShare(taken.flat(), error)))
      }
      await Promise.all(hands.map(one))
      if (at < pages.length && !stopped())
        addTally(total, failedShare(pages.slice(at), new Error('生成静态页面的工作线程都意外结束')))
      return total
    },
    async dismiss() {
      await Promise.all(hands.map(({ worker }) => worker.terminate()))
    },
  }
}
