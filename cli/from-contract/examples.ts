import type { Endpoint } from '../../core/contract/endpoint.ts'
import { type ReferenceName, references } from '../../core/contract/references.ts'
import { kebab } from '../spelling.ts'
import { fieldMeta } from './fields.ts'
import { flagName } from './names.ts'

/** Whole lines that can be typed, for the help of commands that are made from the contract. */

const usualNumber = 10

/** A value that a field may have, as it is typed: a choice's first key, an id, a number within bounds, else the field's name. */
export function sampleOf(e: Endpoint, field: string): string {
  const { title = field, words, of, html, sample, minimum, maximum } = fieldMeta(e, field)
  if (sample !== undefined) return sample
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
  filters.find((field) => fieldMeta(e, field).words) ?? filters.find((field) => isMeant(e, field))

/** `--name 热词` */
export const flagged = (e: Endpoint, field: string): string => `--${flagName(e, field)} ${sampleOf(e, field)}`

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

/** Lines that work on ids; from a pipe only where a list shows those very rows: @param list its verb */
export const idsExamples = (area: string, word: string, list: string | null, more = ''): string[] => [
  `xzx ${kebab(area)} ${word} 101 102${more}`,
  ...(list === null
    ? []
    : [`xzx ${kebab(area)} ${list} --all --format ids | xzx ${kebab(area)} ${word} --ids - --yes${more}`]),
]

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
  return [[start, ...(id ? [sampleOf(e, id)] : []), ...chosen.map((field) => flagged(e, field))].join(' ')]
}
