import { closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A change takes a few milliseconds: who holds the file longer than this was killed meanwhile. */
const heldMs = 5000
const lookMs = 20

/** When a lock was taken; null: it is let go already. */
const takenAt = (lock: string) => statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? null

/** Under another name first: of two who take it away at once one finds nothing. */
function takeAway(lock: string): void {
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  rmSync(aside, { force: true })
}

/**
 * Holds the config file while it is read, changed and written: of two commands at the same moment, as cron starts them, one would undo what the other did.
 * @returns lets it go
 */
export async function holdConfig(lock: string): Promise<() => void> {
  const since = performance.now()
  for (;;) {
    try {
      closeSync(openSync(lock, 'wx', 0o600))
      return () => rmSync(lock, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const at = takenAt(lock)
    // by the clock of the files, and by how long was waited where that one was set
    const old = at !== null && Date.now() - at > heldMs
    if (old || performance.now() - since > 2 * heldMs) takeAway(lock)
    else await sleep(lookMs)
  }
}
