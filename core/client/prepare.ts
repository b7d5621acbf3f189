import { type Endpoint, wireName } from '../contract/endpoint.ts'
import { metaOf, type Shaped } from '../contract/meta.ts'
import { encode, type Outgoing } from '../contract/wire.ts'
import { ApiError } from '../errors.ts'
import { missingParameter, missingSays } from '../text.ts'

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

/** What is missing: its name on the wire, and what people call it. */
interface Missing {
  readonly name: string
  readonly title: string | undefined
}

const missingField = (e: Endpoint, shape: Readonly<Record<string, Shaped>>, field: string): Missing => ({
  name: wireName(e, field),
  title: metaOf(shape[field] as Shaped).title,
})
const missingBody = (e: Endpoint): Missing => ({ name: e.payload ?? 'body', title: '请求内容' })

/** The first thing that is missing, or null. */
function firstMissing(e: Endpoint, input: Fields): Missing | null {
  const shape = shapeOf(e)
  if (e.send === 'list') return missingInList(e, input.items, shape.items?.def?.element?.shape ?? {})
  const field = Object.keys(shape).find((name) => isRequired(shape[name] as Shaped) && isAbsent(input[name]))
  return field === undefined ? null : missingField(e, shape, field)
}

function missingInList(e: Endpoint, items: unknown, shape: Readonly<Record<string, Shaped>>): Missing | null {
  if (!Array.isArray(items)) return missingBody(e)
  const required = Object.keys(shape).filter((field) => isRequired(shape[field] as Shaped))
  for (const item of items) {
    if (isAbsent(item)) return missingBody(e)
    if (typeof item !== 'object') continue
    const field = required.find((name) => isAbsent((item as Fields)[name] ?? (item as Fields)[wireName(e, name)]))
    if (field) return missingField(e, shape, field)
  }
  return null
}

/**
 * Lays a call out for the wire after refusing what is incomplete; nothing else of the input is changed or judged here.
 * @throws ApiError 'local' that names in Chinese what is missing; the specification's words stand in its detail
 */
export function prepare(e: Endpoint, input: unknown): Outgoing {
  const whole = Object.keys(shapeOf(e)).length > 0 && e.send === 'body' && !e.bodyOptional && isAbsent(input)
  const missing = whole ? missingBody(e) : firstMissing(e, (input ?? {}) as Fields)
  if (missing) {
    const { name, title } = missing
    const says = missingSays(title ? `${title}（${name}）` : name)
    throw new ApiError('local', 'MISSING_PARAMETER', says, {
      detail: { parameter: name, says: missingParameter(name) },
    })
  }
  return encode(e, dropEmpty(e, (input ?? {}) as Fields))
}
