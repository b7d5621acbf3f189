import { parentPort } from 'node:worker_threads'
import { Refused } from '../../core/errors.ts'
import { doTask, type TaskName } from './tasks.ts'
import type { Outcome } from './threads.ts'

/** A thread's entry: does one task after the other. */
async function outcomeOf({ task, input }: { task: TaskName; input: unknown }): Promise<Outcome> {
  try {
    return { value: await doTask(task, input) }
  } catch (error) {
    if (error instanceof Refused) return { refused: { code: error.code, message: error.message } }
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', async (message) => parentPort?.postMessage(await outcomeOf(message)))
