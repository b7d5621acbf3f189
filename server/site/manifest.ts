import { createHmac } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../folder/closed.ts'
import type { Key } from '../secret.ts'

/**
 * What the pages in the site's folder were made from: a folder beside it with a file for each few hundred of them, and in it a line for each
 * page, its path, its print (prints.ts) and the size and times of its file. A page that somebody changed, removed or put back from a copy
 * has other times than its line says, and is made again; so it is where the line is missing. Each of these files is signed, so that nobody without the key can make a forged page
 * stand. They may be lost, damaged, or be older than the pages, at any time: all that it can cost is work. They are small, so that a change reads and writes a few lines,
 * and threads that make different pages write different files.
 */
export interface Notes {
  /** Whether the page stands on the disk as it was made from this print. */
  stands(path: string, print: string): boolean
}

/** A page that stands on the disk, its print, and what `standingOf` said of its file. */
export type Noted = readonly [path: string, print: string, standing: string]

/** What tells that a file is the one that was seen before. */
export const standingOf = ({ size, mtimeMs, ctimeMs }: Stats): string => `${size} ${mtimeMs} ${ctimeMs}`

/** The notes on a site's folder: beside it, so that no visitor gets them. */
export const notesFolder = (folder: string): string => `${folder}.pages`

/** No part of pages has this name: theirs have a `_` behind the first letter, or nothing else. */
const framePart = '__frame'

const fileOf = (folder: string, part: string) => join(notesFolder(folder), part)

/** What stands at the beginning of a file of lines: nobody without the key can write it for other lines, or for another part. */
const signed = (key: Key, part: string, lines: string): string =>
  createHmac('sha256', key).update(`site.pages ${part}\n`).update(lines, 'latin1').digest('base64url')

function read(folder: string, part: string, key: Key): Map<string, string> {
  const file = fileOf(folder, part)
  const known = new Map<string, string>()
  let text = ''
  try {
    text = readFileSync(file, 'latin1')
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  const end = text.indexOf('\n')
  const lines = text.slice(end + 1)
  if (text.slice(0, Math.max(0, end)) !== signed(key, part, lines)) return known
  for (const line of lines.split('\n')) {
    const blank = line.indexOf(' ')
    if (blank > 0) known.set(line.slice(0, blank), line.slice(blank + 1))
  }
  return known
}

/**
 * Reads the notes on some pages.
 * @param part the name under which they were written down
 * @param key that signed them
 */
export function notesOf(folder: string, part: string, key: Key): Notes {
  const known = read(folder, part, key)
  return {
    stands(path, print) {
      const value = known.get(path)
      if (!value?.startsWith(print)) return false
      const stat = lstatSync(join(folder, path), { throwIfNoEntry: false })
      return stat?.isFile() === true && value === `${print} ${standingOf(stat)}`
    },
  }
}

/** So many files of notes, and lines of each, tell whose the pages are. */
const partsLooked = 50
const linesLooked = 20

/** Whether a page is the one that was noted, by its size and second: a folder that was copied on keeps these. Null: it is gone. */
function isAsNoted(folder: string, path: string, value: string): boolean | null {
  const stat = lstatSync(join(folder, path), { throwIfNoEntry: false })
  if (!stat) return null
  const [size = 0, mtimeMs = 0] = value.split(' ').slice(-3).map(Number)
  const second = (ms: number) => Math.floor(ms / 1000)
  return stat.size === size && second(stat.mtimeMs) === second(mtimeMs)
}

/**
 * Whether most of the pages that are there are those that were made here last, as far as notes tell.
 * @returns null: nothing is noted of any of them
 */
export function areMostAsNoted(folder: string, key: Key): boolean | null {
  if (!hasNotes(folder)) return null
  const parts = readdirSync(notesFolder(folder)).filter((name) => name !== framePart)
  const looked = parts
    .slice(0, partsLooked)
    .flatMap((part) => [...read(folder, part, key)].slice(0, linesLooked))
    .flatMap(([path, value]) => isAsNoted(folder, path, value) ?? [])
  return looked.length === 0 ? null : looked.filter(Boolean).length * 2 > looked.length
}

function write(folder: string, part: string, text: string): void {
  const at = notesFolder(folder)
  // once it was a single file
  if (lstatSync(at, { throwIfNoEntry: false })?.isFile()) rmSync(at)
  makeFolder(at, 0o700)
  const temporary = `${fileOf(folder, part)}.${process.pid}.tmp`
  writeFileSync(temporary, text, { mode: 0o600 })
  renameSync(temporary, fileOf(folder, part))
}

/** Writes down pages that now stand on the disk. */
export function note(folder: string, part: string, pages: readonly Noted[], key: Key): void {
  const known = read(folder, part, key)
  for (const [path, print, standing] of pages) known.set(path, `${print} ${standing}`)
  const lines = Array.from(known, ([path, value]) => `${path} ${value}\n`).join('')
  write(folder, part, `${signed(key, part, lines)}\n${lines}`)
}

/** What all pages had in common at the last run over all of them, null where that is not known. */
export function lastFrame(folder: string): string | null {
  const file = fileOf(folder, framePart)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Writes it down. */
export function noteFrame(folder: string, frame: string): void {
  if (frame !== lastFrame(folder)) write(folder, framePart, frame)
}

/** True where pages were written down. */
export const hasNotes = (folder: string): boolean =>
  existsSync(notesFolder(folder)) && lstatSync(notesFolder(folder)).isDirectory()

/** Forgets the parts that no page is written under any more. */
export function keepNotes(folder: string, parts: ReadonlySet<string>): void {
  if (!hasNotes(folder)) return
  for (const name of readdirSync(notesFolder(folder)))
    if (!parts.has(name) && name !== framePart) rmSync(fileOf(folder, name), { force: true })
}
