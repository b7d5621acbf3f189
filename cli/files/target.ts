import { randomBytes } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'

/** Where a file is written before it gets its name. */
export interface Target {
  /** The file itself, where the path is a link to it. */
  readonly path: string
  /** An unfinished file's name beside it; null for a device or a pipe: that is written to, and never replaced. */
  readonly temporary: string | null
}

/** Looks what stands at a path: `--report /dev/null` must not put a file in the place of the device. */
export async function targetOf(given: string): Promise<Target> {
  const path = await realpath(given).catch(() => given)
  const there = await stat(path).catch(() => null)
  const special = there !== null && !there.isFile() && !there.isDirectory()
  return { path, temporary: special ? null : `${path}.${randomBytes(6).toString('hex')}.part` }
}
