import { type Endpoint, wireName } from '../contract/endpoint.ts'
import type { Shaped } from '../contract/meta.ts'
import { encode, type Outgoing } from '../contract/wire.ts'
import { ApiError } from '../errors.ts'
import { missingParameter } from '../text.ts'

type Fields = Readonly<Record<string, unknown>>

/** The fields of a call's input with their schemas. */
export const shapeOf = (e: Endpoint): Readonly<Record<string, Shaped>> => (e.input as unknown as Shaped).shape ?? {}

const isRequired = (schema: Shaped) => schema._zod?.optin !== 'optional' && schema.def?.type !== 'never'
const isAbsent = (value: unknown) => value === undefined || value === null || value === ''
const isBlank = (value: unknown) => isAbsent(value) || (Array.isArray(value) && value.length === 0)

/** A search filter of the contract (`filter(…)` in contract/shared.ts): an optional schema behind a preprocessing step. */
const isFilter = (schema: Shaped | undefined) => schema?.def?.innerType?.def?.in?.def?.type === 'transform'

/** The required fields of a call, by their names in code. */
export const requiredFields = (e: Endpoint): string[] =>
  Object.entries(shapeOf(e))
    .filter(([, schema]) => isRequired(schema))
    .map(([field]) => field)

/** Leaves out the search filters that hold '', [], null or undefined: they mean no filter. Other fields stay as given. */
export function dropEmpty<I extends object>(e: Endpoint, input: I): I {
  const shape = shapeOf(e)
  return Object.fromEntries(
    Object.entries(input).filter(([field, value]) => !(isBlank(value) && isFilter(shape[field]))),
  ) as I
}

/** The wire's name of the first thing that is missing, or null. */
function firstMissing(e: Endpoint, input: Fields): string | null {
  const shape = shapeOf(e)
  if (e.send === 'list') return missingInList(e, input.items, shape.items?.def?.element?.shape ?? {})
  const field = Object.keys(shape).find((name) => isRequired(shape[name] as Shaped) && isAbsent(input[name]))
  return field === undefined ? null : wireName(e, field)
}

function missingInList(e: Endpoint, items: unknown, shape: Readonly<Record<string, Shaped>>): string | null {
  if (!Array.isArray(items)) return e.payload ?? 'body'
  const required = Object.keys(shape).filter((field) => isRequired(shape[field] as Shaped))
  for (const item of items) {
    if (isAbsent(item)) return e.payload ?? 'body'
    if (typeof item !== 'object') continue
    const field = required.find((name) => isAbsent((item as Fields)[name] ?? (item as Fields)[wireName(e, name)]))
    if (field) return wireName(e, field)
  }
  return null
}

/**
 * Lays a call out for the wire after refusing what is incomplete; nothing else of the input is changed or judged here.
 * @throws ApiError 'local' with `Missing required parameter: NAME`
 */
export function prepare(e: Endpoint, input: unknown): Outgoing {
  const whole = Object.keys(shapeOf(e)).length > 0 && e.send === 'body' && !e.bodyOptional && isAbsent(input)
  const missing = whole ? (e.payload ?? 'body') : firstMissing(e, (input ?? {}) as Fields)
  if (missing !== null) throw new ApiError('local', 'MISSING_PARAMETER', missingParameter(missing))
  return encode(e, dropEmpty(e, (input ?? {}) as Fields))
}
