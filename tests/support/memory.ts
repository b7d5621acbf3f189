import { accessSync, chmodSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../server/alive.ts'

/** Linux's file system in memory. */
const memory = '/dev/shm'
/** What a run needs at most, several times over; containers often have 64 MB there. */
const bytesMin = 3 * 1024 ** 3

const begins = 'xzx-tests-'

/** A run that was killed could not clear up after itself, and memory is dearer than a disk. */
function clearDead(): void {
  for (const name of readdirSync(memory)) {
    const pid = Number(name.startsWith(begins) ? name.slice(begins.length).split('-')[0] : Number.NaN)
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(memory, name), { recursive: true, force: true })
  }
}

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
  if (process.env.TMPDIR) return () => {}
  if (existsSync(memory)) clearDead()
  if (!roomy()) return () => {}
  const folder = mkdtempSync(join(memory, `${begins}${process.pid}-`))
  // PostgreSQL runs as another user
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
