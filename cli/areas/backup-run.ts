import type { Context } from '../context.ts'
import { progress } from '../output/progress.ts'
import { onData } from '../server-data.ts'

const mb = (bytes: number) => Math.round(bytes / 1_000_000)

interface Watch {
  readonly signal: AbortSignal
  readonly progress: (finished: number, total: number) => void
}

/** Runs what copies a server's data: shows how many MB are behind it, and tells its faults in the command line's parts. */
export async function backupRun<T>(ctx: Context, says: string, work: (watch: Watch) => Promise<T>): Promise<T> {
  const shown = await progress(ctx, `${says}（MB）`)
  const watch: Watch = {
    signal: ctx.signal,
    progress(finished, total) {
      shown.total(mb(total))
      shown.at(mb(finished))
    },
  }
  try {
    return await onData('BACKUP', () => work(watch))
  } catch (error) {
    throw ctx.signal.aborted ? ctx.signal.reason : error
  } finally {
    shown.end()
  }
}
