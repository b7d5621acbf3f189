import type { z } from 'zod'
import { articleFields, bulletinFields, letterFields } from '../../../core/contract/interWorking/pushed.ts'
import { metaOf, type Shaped } from '../../../core/contract/meta.ts'
import { isArticleKind, isLetterKind, type PushKind } from '../../../core/domain/push-kinds.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { hideOwn } from '../../../core/words/hide.ts'

/** What a queue keeps of what was refused: the fields that its kind has, each within its bounds, as they are pushed. */

type Loose = Readonly<Record<string, unknown>>

/** The fields of a kind. */
export function fieldsOf(kind: PushKind): z.ZodRawShape {
  if (isArticleKind(kind)) return articleFields
  return isLetterKind(kind) ? letterFields : bulletinFields
}

const titleMax = 300
/** Of a field without bounds of its own, and of a list. */
const usualMax = 1000
const listMax = 1_000_000

const metaIn = (kind: PushKind, field: string) => metaOf((fieldsOf(kind)[field] ?? {}) as unknown as Shaped)

/** A value as it was pushed, cut where it is longer than it may be. */
function bounded(kind: PushKind, field: string, value: unknown): unknown {
  const { time, maxLength = usualMax } = metaIn(kind, field)
  if (time && typeof value === 'number') return formatTime(value)
  if (typeof value === 'string') return value.slice(0, maxLength + 1)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  const json = JSON.stringify(value) ?? 'null'
  return json.length <= listMax ? value : `${json.slice(0, usualMax)}……`
}

/** What was pushed, as JSON. */
export const pushedAs = (kind: PushKind, given: Loose): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.keys(fieldsOf(kind))
        .filter((field) => given[field] !== undefined)
        .map((field) => [field, bounded(kind, field, given[field])]),
    ),
  )

/** What people call it in the queue. */
export function titleOf(kind: PushKind, { title }: Loose): string {
  const plain = typeof title === 'string' ? title.replace(/\s+/g, ' ').trim().slice(0, titleMax) : ''
  // the list and the log show it: what a citizen wrote of themselves stands in the sealed letter alone
  return (isLetterKind(kind) ? hideOwn(plain) : plain) || '（没有标题）'
}

/** The number of the thing where it comes from; null where what was sent is none. */
export function sourceOf({ sourceId }: Loose): string | null {
  const text = typeof sourceId === 'string' || typeof sourceId === 'number' ? String(sourceId).trim() : ''
  return text === '' || text.length > 200 ? null : text
}

/** The field that a refusal names, as it is on the wire, or by its title at the beginning; null where it names none. */
export function fieldIn(kind: PushKind, says: string): string | null {
  const fields = Object.keys(fieldsOf(kind))
  const named = fields.find((field) => new RegExp(`\\b${field}\\b`).test(says))
  const titled = (field: string) => says.startsWith(metaIn(kind, field).title ?? '（')
  return named ?? fields.find(titled) ?? null
}

const wordsOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** What was pushed, for people: each field by its title. */
export const contentIn = (kind: PushKind, json: string): string =>
  Object.entries(JSON.parse(json) as Loose)
    .filter(([, value]) => value !== null && value !== '')
    .map(([field, value]) => `${metaIn(kind, field).title ?? field}：${wordsOf(value)}`)
    .join('\n')
