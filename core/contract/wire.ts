import { type Endpoint, pathFields, placeOf, wireName } from './endpoint.ts'

/** Other spellings that are accepted for a field's name, in the one place for all calls (docs/rules.md, On the wire). */
const spellings: Readonly<Record<string, readonly string[]>> = {
  pageNumber: ['pageNum'],
  columnId: ['categoryId'],
  articleId: ['articleID', 'id'],
  columnIds: ['categoryIds'],
}

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
    else if (place === 'header' && !isBlank(value)) headers[name] = asText(value)
    else if (e.send === 'form' || place === 'file') form.push([name, value])
    else body[name] = value
  }
  const hasBody = e.send === 'body' || Object.keys(body).length > 0
  return { path, query, headers, form, body: e.send === 'list' ? input.items : hasBody ? body : undefined }
}

/** Everything a request brought, as text or JSON, before validation. */
export interface Incoming {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** The opposite of `encode`, and lenient: a field is taken from path, body or query, whichever way and spelling it came. */
export function decode(e: Endpoint, from: Incoming): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  const body = from.body
  const fields =
    body !== null && typeof body === 'object' && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
  for (const field of inputFields(e)) {
    for (const name of [wireName(e, field), field, ...(spellings[field] ?? [])]) {
      const value = from.path[name] ?? (Object.hasOwn(fields, name) ? fields[name] : from.query[name])
      if (value === undefined) continue
      input[field] = value
      break
    }
  }
  if (e.send === 'list' && Array.isArray(body)) input.items = body.map((item) => respell(item))
  return input
}

/** The accepted spellings inside a list's items: `{id}` or a bare id stand for `{articleId}`. */
function respell(item: unknown): unknown {
  if (typeof item === 'string' || typeof item === 'number') return { articleId: item }
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return item
  const out: Record<string, unknown> = { ...item }
  for (const [field, names] of Object.entries(spellings)) {
    if (Object.hasOwn(out, field)) continue
    const name = names.find((other) => Object.hasOwn(out, other))
    if (name) out[field] = out[name]
  }
  return out
}
