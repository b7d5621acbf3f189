import { type Endpoint, pathFields, placeOf, wireName } from './endpoint.ts'
import type { Shaped } from './meta.ts'

/** The header in which answers to the staff tell how often rights and menus have changed. */
export const accessHeader = 'x-access'

/** Other spellings that every call takes for a field's name; those of one area stand in its declarations (docs/rules.md, On the wire). */
const spellings: Readonly<Record<string, readonly string[]>> = {
  pageNumber: ['pageNum'],
  columnId: ['categoryId'],
  columnIds: ['categoryIds'],
}

/** The names by which a row of an area is known: its id's. */
export const ownIds = (area: string): readonly string[] => ['id', `${area}Id`, ...(spellings[`${area}Id`] ?? [])]

/** All names under which a field may come. */
export const namesOf = (e: Endpoint, field: string): readonly string[] => [
  wireName(e, field),
  field,
  ...(spellings[field] ?? []),
  ...(e.spelled?.[field] ?? []),
]

const fieldsOf = new WeakMap<Endpoint, readonly string[]>()

/** The names of an endpoint's input fields. */
export function inputFields(e: Endpoint): readonly string[] {
  let fields = fieldsOf.get(e)
  if (!fields) {
    const shape = (e.input as { shape?: Record<string, unknown> }).shape
    fields = shape ? Object.keys(shape) : pathFields(e.path)
    fieldsOf.set(e, fields)
  }
  return fields
}

/** The fields of each item of a call that takes a list; the first of them is what an item is known by. */
export const itemFields = (e: Endpoint): readonly string[] =>
  Object.keys((e.input as Shaped).shape?.items?.def?.element?.shape ?? {})

/** What a request carries, before it is text. */
export interface Outgoing {
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly headers: Readonly<Record<string, string>>
  /** JSON body; undefined: none. */
  readonly body: unknown
  readonly form: readonly (readonly [string, unknown])[]
}

const isBlank = (value: unknown) => value === undefined || value === null
const asText = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** A header holds plain signs only: all others, and the sign that stands for them, go as `%E4%BD%8D`. */
const headerText = (text: string) => text.replace(/[^\x20-\x7e]|%/gu, encodeURIComponent)

/** What a header says; what is no such writing is taken as it is. */
function textOfHeader(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Lays an input out for the wire: path, query, headers and body by the declaration. */
export function encode(e: Endpoint, input: Readonly<Record<string, unknown>>): Outgoing {
  const query: [string, string][] = []
  const headers: Record<string, string> = {}
  const form: [string, unknown][] = []
  const body: Record<string, unknown> = {}
  let path: string = e.path
  for (const [field, value] of Object.entries(input)) {
    if (value === undefined) continue
    const place = placeOf(e, field)
    const name = wireName(e, field)
    if (place === 'path') path = path.replace(`{${field}}`, encodeURIComponent(asText(value)))
    else if (place === 'query' && !isBlank(value)) query.push([name, asText(value)])
    else if (place === 'query') query.push([name, ''])
    else if (place === 'header' && !isBlank(value)) headers[name] = headerText(asText(value))
    else if (e.send === 'form' || place === 'file') form.push([name, value])
    else body[name] = value
  }
  const hasBody = (e.send === 'body' && !e.bodyOptional) || Object.keys(body).length > 0
  return { path, query, headers, form, body: e.send === 'list' ? input.items : hasBody ? body : undefined }
}

/** Everything a request brought, as text or JSON, before validation. */
export interface Incoming {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  /** By their names in small letters. */
  readonly headers?: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/**
 * The opposite of `encode`, and lenient: a field is taken from path, body or query, whichever way and spelling it came; from a header
 * only where the declaration says so.
 */
export function decode(e: Endpoint, from: Incoming): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  const body = from.body
  const fields =
    body !== null && typeof body === 'object' && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
  for (const field of inputFields(e)) {
    const inHeader = e.at?.[field] === 'header'
    for (const name of namesOf(e, field)) {
      const value =
        from.path[name] ??
        (Object.hasOwn(fields, name)
          ? fields[name]
          : ((inHeader ? textOfHeader(from.headers?.[name.toLowerCase()]) : undefined) ?? from.query[name]))
      if (value === undefined) continue
      input[field] = value
      break
    }
  }
  if (e.send === 'list' && Array.isArray(body)) input.items = body.map((item) => respell(e, item))
  return input
}

/** The accepted spellings inside a list's items: a bare value stands for what the item is known by. */
function respell(e: Endpoint, item: unknown): unknown {
  const fields = itemFields(e)
  const [known] = fields
  if (known !== undefined && (typeof item === 'string' || typeof item === 'number')) return { [known]: item }
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return item
  const out: Record<string, unknown> = { ...item }
  for (const field of fields) {
    if (Object.hasOwn(out, field)) continue
    const name = namesOf(e, field).find((other) => Object.hasOwn(out, other))
    if (name) out[field] = out[name]
  }
  return out
}
