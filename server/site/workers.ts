import { Worker } from 'node:worker_threads'
import { isFull } from '../full-disk.ts'
import { threadFile } from '../work/threads.ts'
import { articlePath, articlesInFolder } from './addresses.ts'
import { rowPath, rowsInGroup } from './area-rows.ts'
import { addFailures, addTally, emptyTally, type Tally } from './make.ts'
import { type Share, sharesAhead, sizeOf } from './shares.ts'
import type { Next, Told, WorkerTask } from './worker.ts'
import { diskReason } from './write.ts'

/** Two threads: pages are made while the server's own thread goes on answering; more would not write faster. */
const workerCount = 2

/** How a crew tells what it does, and hears that it should stop. */
export interface Ears {
  readonly stopped: () => boolean
  readonly progress: (finished: number) => void
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
  next(): Next
  finished(count: number): void
}

/** Gives a thread its task and what it asks for, until it has told what became of it all. */
function give({ worker, ended }: Hand, task: WorkerTask, talk: Talk): Promise<Tally> {
  const made = new Promise<Tally>((resolve) => {
    worker.on('message', (told: Told) => {
      if ('next' in told) worker.postMessage(talk.next())
      else if ('finished' in told) talk.finished(told.finished)
      else resolve(told.tally)
    })
    worker.postMessage(task)
  })
  return Promise.race([made, ended])
}

/** What a crew gives up after, when its threads die again and again. */
const deathsMost = 8
const allEnded = '生成静态页面的工作线程都意外结束'

/** The first of a share's pages. */
function nameOf(share: Share): string {
  if (share.kind === 'planned') return share.pages[0]?.path ?? share.part
  if (share.kind === 'rows') return rowPath(share.area, share.only.ids?.[0] ?? share.group * rowsInGroup)
  return articlePath(share.folder * articlesInFolder)
}

function failedShares(shares: readonly Share[], error: unknown): Tally {
  // a thread that found no room says so as the system does
  const reason = isFull(error) ? diskReason(error) : error instanceof Error ? error.message : String(error)
  const tally = emptyTally()
  tally.expected = shares.reduce((sum, share) => sum + sizeOf(share), 0)
  tally.finished = tally.expected
  addFailures(
    tally,
    shares.map((share) => ({ page: nameOf(share), reason })),
    tally.expected,
  )
  return tally
}

/**
 * Makes shares in threads of their own; each takes the next one whenever it has done its last. When a thread dies, another takes what it
 * had: what was written stands, and is only looked at. What it may have died of has a thread to itself afterwards, and fails alone.
 */
export async function makeAside(
  task: Omit<WorkerTask, 'stop'>,
  shares: readonly Share[],
  { stopped, progress }: Ears,
): Promise<Tally> {
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const behind = Array.from({ length: workerCount }, () => 0)
  const total = emptyTally()
  const queue = [...shares].reverse()
  const suspects: Share[] = []
  let deaths = 0
  let last: unknown = null
  /** Why nobody makes what is left: a full disk is named, anything else has its own share's reason. */
  const over = () => (isFull(last) ? last : new Error(allEnded))
  /** One thread's work, from a queue. @returns what it had taken and why it died; null where it did all */
  const one = async (i: number, from: Share[]): Promise<{ taken: Share[]; error: unknown } | null> => {
    const { worker, ended } = hand()
    const taken: Share[] = []
    const before = behind[i] ?? 0
    const talk: Talk = {
      next() {
        const value = from.pop()
        if (value) taken.push(value)
        return value ?? null
      },
      finished(count) {
        behind[i] = before + count
        if (stopped()) Atomics.store(stop, 0, 1)
        progress(behind.reduce((sum, n) => sum + n, 0))
      },
    }
    try {
      addTally(total, await give({ worker, ended }, { ...task, stop }, talk))
      return null
    } catch (error) {
      behind[i] = before
      deaths += 1
      last = error
      return { taken, error }
    } finally {
      await worker.terminate()
    }
  }
  const inTurn = async (i: number): Promise<void> => {
    const died = await one(i, queue)
    if (!died || died.taken.length === 0) return
    if (deaths >= deathsMost) return addTally(total, failedShares(died.taken, died.error))
    suspects.push(...died.taken.splice(-sharesAhead))
    queue.push(...died.taken.reverse())
    if (queue.length > 0) await inTurn(i)
  }
  await Promise.all(behind.map((_, i) => inTurn(i)))
  for (let share = suspects.pop(); share && !total.cut; share = suspects.pop()) {
    const died = deaths >= deathsMost ? { error: over() } : await one(0, [share])
    if (died) addTally(total, failedShares([share], died.error))
  }
  if (queue.length > 0 && !total.cut) addTally(total, failedShares(queue, over()))
  return total
}
