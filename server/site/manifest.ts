import {
  appendFileSync,
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  type Stats,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/**
 * What the pages in the site's folder were made from: a file beside the folder with one line for each, its path, its print
 * (prints.ts) and the size and times of its file. A page that somebody changed, removed or put back from a copy has other times than its
 * line says, and is made again; so it is where the line is missing or damaged. So the file may be lost, or be older than the pages,
 * at any time: all that it can cost is work.
 */
export interface Manifest {
  /** How many pages it knows. */
  readonly size: number
  /** Whether the page stands on the disk as it was made from this print. */
  stands(path: string, print: string): boolean
  /** A page that now stands on the disk. @param standing what `standingOf` said of its file */
  note(path: string, print: string, standing: string): void
  /** Writes down what was noted. @param planned where given, all that the site has: what else is known is forgotten */
  save(planned?: ReadonlySet<string>): void
}

/** What tells that a file is the one that was seen before. */
export const standingOf = ({ size, mtimeMs, ctimeMs }: Stats): string => `${size} ${mtimeMs} ${ctimeMs}`

function read(file: string): { known: Map<string, string>; lines: number } {
  const known = new Map<string, string>()
  let text = ''
  let lines = 0
  try {
    text = readFileSync(file, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  for (let at = 0; at < text.length; lines += 1) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    const blank = text.indexOf(' ', at)
    // a damaged line is like no page's, and does no harm
    if (blank > at && blank < end) known.set(text.slice(at, blank), text.slice(blank + 1, end))
    at = end + 1
  }
  return { known, lines }
}

/** The file of a site's folder: beside it, so that no visitor gets it. */
export const manifestFile = (folder: string): string => `${folder}.pages`

const linesOf = (pages: Iterable<readonly [string, string]>): string =>
  Array.from(pages, ([path, value]) => `${path} ${value}\n`).join('')

/** Written a part at a time, so that the whole never lies in memory as one text. */
function writeWhole(file: string, known: ReadonlyMap<string, string>): void {
  const temporary = `${file}.${process.pid}.tmp`
  const handle = openSync(temporary, 'w', 0o600)
  try {
    let part: [string, string][] = []
    const flush = () => {
      writeSync(handle, linesOf(part))
      part = []
    }
    for (const entry of known) if (part.push(entry) === 5000) flush()
    flush()
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(temporary, file)
}

/** Opens what is known of a folder's pages. */
export function openManifest(folder: string): Manifest {
  const file = manifestFile(folder)
  const { known, lines } = read(file)
  const fresh = new Map<string, string>()
  return {
    get size() {
      return known.size
    },
    stands(path, print) {
      const value = known.get(path)
      if (!value?.startsWith(print)) return false
      const stat = lstatSync(join(folder, path), { throwIfNoEntry: false })
      return stat?.isFile() === true && value === `${print} ${standingOf(stat)}`
    },
    note(path, print, standing) {
      fresh.set(path, `${print} ${standing}`)
    },
    save(planned) {
      for (const [path, value] of fresh) known.set(path, value)
      let gone = 0
      if (planned) for (const path of known.keys()) if (!planned.has(path) && known.delete(path)) gone += 1
      const overgrown = lines + fresh.size > 2 * known.size + 1000
      if (overgrown || (planned && fresh.size + gone > 0)) writeWhole(file, known)
      // a line that begins anew ends one that a crash cut short
      else if (fresh.size > 0) appendFileSync(file, `\n${linesOf(fresh)}`, { mode: 0o600 })
    },
  }
}
