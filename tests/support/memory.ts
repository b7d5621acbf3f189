import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Linux's file system in memory. */
const memory = '/dev/shm'
/** What a run needs at most, several times over; containers often have 64 MB there. */
const bytesMin = 3 * 1024 ** 3

function roomy(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= bytesMin
  } catch {
    return false
  }
}

/**
 * Puts the temporary folders of the whole run into memory, where there is room: databases there are written with full synchronization all
 * the same, but no test waits for the disk. A `TMPDIR` that is given stays.
 */
export default function setup(): () => void {
  if (process.env.TMPDIR || !roomy()) return () => {}
  const folder = mkdtempSync(join(memory, 'xzx-tests-'))
  // PostgreSQL runs as another user
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
