import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a folder for its owner only, and those above it, one by one: all at once, Node would try for ever under /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** The folder itself, or the nearest one above it that is there. */
export const nearestFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
