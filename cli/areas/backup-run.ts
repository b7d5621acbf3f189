import type { Context } from '../context.ts'
import { CliError, exit } from '../errors.ts'
import { progress } from '../output/progress.ts'

const mb = (bytes: number) => Math.round(bytes / 1_000_000)

interface Watch {
  readonly signal: AbortSignal
  readonly progress: (finished: number, total: number) => void
}

/** Runs what copies a server's data: shows how many MB are behind it, and tells its faults in the command line's parts. */
export async function backupRun<T>(ctx: Context, says: string, work: (watch: Watch) => Promise<T>): Promise<T> {
  const shown = await progress(ctx, `${says}（MB）`)
  try {
    return await work({
      signal: ctx.signal,
      progress(finished, total) {
        shown.total(mb(total))
        shown.at(mb(finished))
      },
    })
  } catch (error) {
    if (ctx.signal.aborted) throw ctx.signal.reason
    if ((error as Error)?.name !== 'BackupFault') throw error
    const { message, hint } = error as Error & { hint: string }
    throw new CliError(exit.refused, message, { code: 'BACKUP', hint })
  } finally {
    shown.end()
  }
}
