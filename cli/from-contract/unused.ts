import { shapeOf } from '../../core/client/prepare.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { innerOf, type Shaped } from '../../core/contract/meta.ts'
import { inputFields, namesOf } from '../../core/contract/wire.ts'
import { cleanLine } from '../output/clean.ts'
import { nearest } from '../suggest.ts'

/** An object that says itself what becomes of fields which it does not name. */
const isOpen = (schema: Shaped) => (schema.def as { readonly catchall?: unknown } | undefined)?.catchall !== undefined

/** Fields of an object, and of those within it, that nothing reads; each with what was probably meant. */
function unusedIn(e: Endpoint, shape: Readonly<Record<string, Shaped>>, given: object, found: Map<string, string>) {
  const fields = new Map(Object.keys(shape).flatMap((field) => namesOf(e, field).map((name) => [name, field] as const)))
  for (const [name, value] of Object.entries(given)) {
    const field = fields.get(name)
    if (field === undefined) found.set(name, nearest(name, fields.keys()) ?? '')
    else unusedBelow(e, innerOf(shape[field] as Shaped), value, found)
  }
}

function unusedBelow(e: Endpoint, schema: Shaped, value: unknown, found: Map<string, string>): void {
  if (Array.isArray(value)) {
    const element = schema.def?.element
    if (element) for (const one of value) unusedBelow(e, innerOf(element), one, found)
  } else if (value !== null && typeof value === 'object' && schema.shape && !isOpen(schema))
    unusedIn(e, schema.shape, value, found)
}

/**
 * What the server passes over in a call's input, in words: 「reasn（您是否想输入 reason？）」; empty: it reads all of it.
 * Of what only the server can take apart nothing is known.
 */
export function unusedFields(e: Endpoint, input: object): string[] {
  const found = new Map<string, string>()
  if (inputFields(e).length > 0 || e.send === 'none')
    unusedIn(e, shapeOf(e) as unknown as Readonly<Record<string, Shaped>>, input, found)
  return [...found].map(([name, near]) => `${cleanLine(name)}${near ? `（您是否想输入 ${near}？）` : ''}`)
}
