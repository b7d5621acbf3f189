import type { Endpoint } from '../../core/contract/endpoint.ts'
import { type ReferenceName, references } from '../../core/contract/references.ts'
import { kebab } from '../spelling.ts'
import { fieldMeta, filtersOf } from './fields.ts'
import { flagName } from './names.ts'

/** Whole lines that can be typed, for the help of commands that are made from the contract. */

const usualNumber = 10

/** A value that a field may have, as it is typed: a choice's first key, an id, a number within bounds, else the field's name. */
export function sampleOf(e: Endpoint, field: string): string {
  const { title = field, words, of, html, sample, minimum, maximum } = fieldMeta(e, field)
  if (sample !== undefined) return words?.[sample] ?? sample
  const [first] = Object.values(words ?? {})
  if (first !== undefined) return first
  if (of) return references[of as ReferenceName].sample
  if (html) return '@内容.html'
  if (/^ids$|Ids$/.test(field)) return '101,102'
  if (/id$/i.test(field)) return '101'
  if (/Time$/.test(field)) return '2026-11-01'
  if (minimum !== undefined) return String(Math.min(Math.max(usualNumber, minimum), maximum ?? usualNumber))
  return title
}

/** What somebody could mean there: not the field's own name. */
const isMeant = (e: Endpoint, field: string): boolean => sampleOf(e, field) !== (fieldMeta(e, field).title ?? field)

/** The field by which an example narrows a list; none where nobody could say what to look for. */
export const shownFilter = (e: Endpoint, filters: readonly string[]): string | undefined =>
  filters.find((field) => /^(state|status|enabled)$/.test(field) && fieldMeta(e, field).words) ??
  filters.find((field) => fieldMeta(e, field).words) ??
  filters.find((field) => isMeant(e, field))

/** A word as it is pasted into a shell. */
const asTyped = (word: string): string => (/[\s<>|&;()$`*?'"\\]/.test(word) ? `'${word}'` : word)

/** `--name 热词` */
export const flagged = (e: Endpoint, field: string): string => `--${flagName(e, field)} ${asTyped(sampleOf(e, field))}`

interface Reading {
  readonly idField: string | undefined
  readonly required: readonly string[]
  readonly filters: readonly string[]
}

/** Lines that read: with what must be given, and a list by one of its filters into a pipe. */
export function readExamples(start: string, e: Endpoint, { idField, required, filters }: Reading): string[] {
  const plain = [start, ...(idField ? [sampleOf(e, idField)] : []), ...required.map((field) => flagged(e, field))].join(
    ' ',
  )
  if (filters.length === 0) return [plain]
  const filter = shownFilter(e, filters)
  return [plain, `${plain}${filter === undefined ? '' : ` ${flagged(e, filter)}`} --all --format ids`]
}

/** The list that feeds a command with ids. */
export interface Feed {
  readonly verb: string
  readonly e: Endpoint
  /** The word of a state from which the command leads on. */
  readonly from?: string | undefined
  /** What the command does is seen on the site. */
  readonly seen?: true
}

/** What an example looks for that works on what it finds: rows which nobody would miss. */
const trial = '测试'

/** The part of a list that an example hands on: never all of it. */
function narrowedBy({ e, from }: Feed): string | null {
  const filters = filtersOf(e)
  const stated = filters.find(
    (field) => from !== undefined && Object.values(fieldMeta(e, field).words ?? {}).includes(from),
  )
  if (stated) return `--${flagName(e, stated)} ${from}`
  const named = filters.find((field) => field === 'title' || field === 'name')
  if (named) return `--${named} ${trial}`
  const shown = shownFilter(e, filters)
  return shown === undefined ? null : flagged(e, shown)
}

/**
 * Lines that work on ids; from a pipe only where a list shows those very rows, and only with a part of it. What cannot be taken back, or hurts, is
 * tried there and not done.
 * @param sure it may be done without a question: nobody loses anything by it, and doing it twice is doing it once
 */
export function idsExamples(area: string, word: string, feed: Feed | null, more = '', sure = false): string[] {
  const part = feed && narrowedBy(feed)
  const xzx = `xzx ${kebab(area)}`
  return [
    `${xzx} ${word} 101 102${more}`,
    ...(feed && part !== null
      ? [
          `${xzx} ${feed.verb} ${part} --all --format ids | ${xzx} ${word} --ids - ${sure && !feed.seen ? '--yes' : '--dry-run'}${more}`,
        ]
      : []),
  ]
}

/** A line that writes fields: those that must be given, else the first that is easily meant. */
export function writeExamples(
  start: string,
  e: Endpoint,
  id: string | undefined,
  fields: readonly string[],
  need: readonly string[],
) {
  const shown = fields.filter((field) => need.includes(field) || e.sample?.includes(field))
  const meant = fields.find((field) => isMeant(e, field))
  const chosen = shown.length > 0 || meant === undefined ? shown : [meant]
  const line = [start, ...(id ? [sampleOf(e, id)] : []), ...chosen.map((field) => flagged(e, field))].join(' ')
  // of what has no way back it is looked first what comes of it
  return e.foretells ? [`${line} --dry-run`, line] : [line]
}
