import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { Refused } from '../../core/errors.ts'
import { doTask, type TaskName } from './tasks.ts'
import type { Outcome } from './threads.ts'

/** Whoever waits for an answer comes first; Linux alone lets a single thread step back. */
function stepBack(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), 10)
  } catch {} // all threads are alike elsewhere
}
if ((workerData as { yields?: boolean } | null)?.yields) stepBack()

/** The entry of a thread, or of a process that is none: does one task after the other. */
async function outcomeOf({ task, input }: { task: TaskName; input: unknown }): Promise<Outcome> {
  try {
    return { value: await doTask(task, input) }
  } catch (error) {
    if (error instanceof Refused) return { refused: { code: error.code, message: error.message } }
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', async (message) => parentPort?.postMessage(await outcomeOf(message)))
/** Looks from a thread of its own, which no task holds up, whether the server is still there: one that was killed ends nothing itself. */
const watch = `const { workerData } = require('node:worker_threads')
setInterval(() => process.ppid === workerData || process.kill(process.pid, 'SIGKILL'), 1000)`

if (!parentPort) {
  // the entry of a process: it ends with the server, however that ends
  new Worker(watch, { eval: true, workerData: process.ppid }).unref()
  process.on('message', async (message) => process.send?.(await outcomeOf(message as never)))
  process.on('disconnect', () => process.exit())
}
