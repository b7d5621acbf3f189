import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type ErrorCode, Refused } from '../../core/errors.ts'
import { ending, type QueueLimits, queueOf } from './queue.ts'
import type { TaskInput, TaskName, TaskValue } from './tasks.ts'

/** What a kind of work may take. */
export interface ThreadLimits extends QueueLimits {
  readonly memoryMb: number
  /** Of it for what is soon garbage; 32 where nothing is said. What makes much of that needs little room for it. */
  readonly youngMb?: number
  readonly timeMs: number
  /** Whether it gives way: long work for which nobody sits and waits. */
  readonly yields?: true
  /** Each in a process of its own: a thread that runs out of memory within one step takes the whole server with it. */
  readonly apart?: true
  /** A refusal's words when a task takes more than that. */
  readonly tooMuch: string
}

/** What a thread answers. */
export type Outcome =
  | { readonly value: unknown }
  | { readonly refused: { readonly code: ErrorCode; readonly message: string } }
  | { readonly fault: string }

/** Work of one kind in threads of its own. */
export interface Threads {
  /**
   * Does a task in a thread, when it is the caller's turn.
   * @throws Refused as the task does; TOO_LARGE when it takes more time or memory than it may; TOO_MANY, UNAVAILABLE as `Queue.run`
   */
  run<N extends TaskName>(task: N, input: TaskInput<N>, caller: string, alive?: () => boolean): Promise<TaskValue<N>>
  /** The same for what many ask for alike: while it is being done, whoever asks gets the answer that is being made. */
  join<N extends TaskName>(task: N, input: TaskInput<N>): Promise<TaskValue<N>>
  /** Refuses what waits. What runs is finished, or given up too. */
  stop(how: 'finish' | 'give up'): Promise<void>
}

/** A thread that has nothing to do is kept for so long: it has loaded its code. */
const keptMs = 30_000

/**
 * The file of a thread's code: `<name>.ts` beside a source, or `<bundled>.mjs` beside the bundle or above its pieces.
 * @param url of the module that asks
 */
export function threadFile(url: string, name: string, bundled: string): string {
  const here = dirname(fileURLToPath(url))
  const places = [join(here, `${name}.ts`), join(here, `${bundled}.mjs`), join(dirname(here), `${bundled}.mjs`)]
  const found = places.find((place) => existsSync(place))
  if (!found) throw new Error(`找不到工作线程文件 ${bundled}.mjs`)
  return found
}

/** What does the tasks: a thread, or a process that answers as one. */
type Doer = Pick<Worker, 'on' | 'off' | 'postMessage' | 'terminate' | 'ref' | 'unref'>

/** A process of its own, which knows nothing of what the server was told in its environment. */
function processOf(file: string, memoryMb: number): Doer {
  const { PATH = '', LANG = '' } = process.env
  const child = fork(file, {
    ...{ env: { PATH, LANG }, stdio: 'ignore', serialization: 'advanced' },
    execArgv: [...process.execArgv, `--max-old-space-size=${memoryMb}`],
  } as const)
  return Object.assign(child as unknown as Doer, {
    postMessage: (message: unknown) => void child.send(message as object),
    terminate: async () => Number(child.kill('SIGKILL')),
    ref() {
      Object.getPrototypeOf(child).ref.call(child)
      child.channel?.ref()
    },
    unref() {
      Object.getPrototypeOf(child).unref.call(child)
      child.channel?.unref()
    },
  })
}

interface Hand {
  readonly worker: Doer
  /** Ends the thread when it had nothing to do for long. */
  idle?: NodeJS.Timeout
}

/** Makes the threads of a kind of work; none is started before there is something to do. */
export function threadsOf(limits: ThreadLimits): Threads {
  const queue = queueOf(limits)
  const free: Hand[] = []
  const busy = new Set<Hand>()
  let stopped = false
  let givenUp = false

  /** One that ends while it has nothing to do, as the system ends a process for want of memory, is hired no more. */
  const known = (worker: Doer): Hand => {
    const hand: Hand = { worker }
    const gone = () => {
      const at = free.indexOf(hand)
      if (at >= 0) free.splice(at, 1)
      clearTimeout(hand.idle)
    }
    worker.on('exit', gone).on('error', gone)
    return hand
  }
  const hire = (): Hand => {
    const rested = free.pop()
    if (rested) {
      clearTimeout(rested.idle)
      return rested
    }
    const file = threadFile(import.meta.url, 'thread', 'work-thread')
    if (limits.apart) return known(processOf(file, limits.memoryMb))
    const resourceLimits = { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: limits.youngMb ?? 32 }
    const workerData = { yields: limits.yields === true }
    return known(new Worker(file, { resourceLimits, workerData }))
  }
  const rest = (hand: Hand) => {
    if (stopped) return void hand.worker.terminate()
    hand.worker.unref()
    hand.idle = setTimeout(() => {
      const at = free.indexOf(hand)
      if (at >= 0) free.splice(at, 1)
      void hand.worker.terminate()
    }, keptMs).unref()
    free.push(hand)
  }
  const tooMuch = () => new Refused('TOO_LARGE', limits.tooMuch)

  /** What the thread answers to a task. @throws Refused when it takes too long, or ends */
  const outcomeOf = ({ worker }: Hand, task: TaskName, input: unknown): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(late)
        worker.off('message', answered).off('error', failed).off('exit', ended)
        settle()
      }
      const answered = (outcome: Outcome) => end(() => resolve(outcome))
      const failed = (error: NodeJS.ErrnoException) =>
        end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error))
      const ended = (code: number | null, signal?: string | null) =>
        end(() => {
          // a process is killed for its memory
          if (signal && !givenUp) return reject(tooMuch())
          reject(givenUp ? ending() : new Error(`the thread ended (${code}) in task ${task}`))
        })
      const late = setTimeout(() => end(() => reject(tooMuch())), limits.timeMs)
      worker.on('message', answered).on('error', failed).on('exit', ended)
      worker.postMessage({ task, input })
    })

  async function give(task: TaskName, input: unknown): Promise<unknown> {
    const hand = hire()
    hand.worker.ref()
    busy.add(hand)
    let outcome: Outcome
    try {
      outcome = await outcomeOf(hand, task, input)
    } catch (error) {
      // it runs away, or is dead already
      void hand.worker.on('error', () => {}).terminate()
      throw error
    } finally {
      busy.delete(hand)
    }
    rest(hand)
    if ('value' in outcome) return outcome.value
    if ('refused' in outcome) throw new Refused(outcome.refused.code, outcome.refused.message)
    throw new Error(outcome.fault)
  }
  const joined = new Map<TaskName, Promise<unknown>>()

  return {
    run: (task, input, caller, alive) => queue.run(caller, () => give(task, input), alive) as Promise<never>,
    join(task, input) {
      const known = joined.get(task) ?? queue.run(task, () => give(task, input)).finally(() => joined.delete(task))
      joined.set(task, known)
      return known as Promise<never>
    },
    async stop(how) {
      queue.close()
      stopped = true
      givenUp = how === 'give up'
      const all = [...free.splice(0), ...(givenUp ? busy : [])]
      for (const { idle } of all) clearTimeout(idle)
      await Promise.all(all.map(({ worker }) => worker.terminate()))
    },
  }
}
