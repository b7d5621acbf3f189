import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** Modes say nothing on Windows: there the rights of the folder above hold. */
const modesCount = process.platform !== 'win32'
const forOthers = 0o077
const sticky = 0o1000

/** From now on all files of this process are for its user alone; also those of libraries, which ask nobody. */
export function forOwnerOnly(): void {
  // a thread has its process's, which was set at the start
  if (isMainThread) process.umask(forOthers)
}

/**
 * Makes a folder and those above it one by one: all at once, Node would try for ever under /proc.
 * @returns the uppermost that was made, null where the folder was there
 */
export function makeFolder(folder: string, mode: number): string | null {
  if (existsSync(folder)) return null
  const above = dirname(folder) === folder ? null : makeFolder(dirname(folder), mode)
  try {
    mkdirSync(folder)
  } catch (error) {
    // another thread was faster
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && existsSync(folder)) return above
    throw error
  }
  chmodSync(folder, mode)
  return above ?? folder
}

/** Mode of a new file in a folder: as readable as the folder itself, so that what stands in a public one can be served by another program. */
export const fileModeIn = (folder: string): number => (statSync(folder).mode & 0o666) | 0o600

/** Mode of a new folder in a folder. */
export const folderModeIn = (folder: string): number => (statSync(folder).mode & 0o777) | 0o700

/** What closing a folder did. */
export interface Closed {
  /** So many files and folders others could read until now. */
  readonly closed: number
  /** Those that belong to somebody else and stay as they are. */
  readonly foreign: readonly string[]
}

/** What a server makes in its data folder; anything else there is an operator's own. */
const ours = /^(?:(?:xzx|search)\.db|start\.lock|serve\.(?:lock|id)|key|log-anchors|site\.json|site\.pages)(?:$|[.-])/
const oursBelow: ReadonlySet<string> = new Set(['site', 'site.pages', 'uploads', 'uploads-off', 'attachments'])

/**
 * Takes away from others what a data folder of an older version lets them read. A folder below is walked through only while its own mode
 * is open, which is changed last; so it is done once, and again where it was cut short. Links are left alone: they lead to a public place.
 */
export function closeFolder(dataDir: string): Closed {
  let closed = 0
  const foreign: string[] = []
  const close = (path: string) => {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat || stat.isSymbolicLink() || (stat.mode & forOthers) === 0) return
    try {
      chmodSync(path, stat.mode & 0o700)
      closed += 1
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EPERM' && code !== 'EROFS' && code !== 'ENOENT') throw error
      if (code !== 'ENOENT') foreign.push(path)
    }
  }
  const below = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) below(join(folder, entry.name))
      else close(join(folder, entry.name))
    close(folder)
  }
  if (!modesCount) return { closed, foreign }
  const { mode } = statSync(dataDir)
  // a place that all users share, such as /tmp, is not to be taken from them
  if ((mode & sticky) === 0) close(dataDir)
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    const path = join(dataDir, entry.name)
    if (entry.isFile() && ours.test(entry.name)) close(path)
    else if (entry.isDirectory() && oursBelow.has(entry.name) && (statSync(path).mode & forOthers) !== 0) below(path)
  }
  // behind a closed door nobody read what is new, such as a site.json that was edited
  return { closed: (mode & forOthers) === 0 ? 0 : closed, foreign }
}

/** Whether other users of the machine may read a file. */
export const othersRead = (file: string): boolean => modesCount && (statSync(file).mode & 0o004) !== 0
