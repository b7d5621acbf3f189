import { z } from 'zod'
import { type Endpoint, type Place, placeOf, wireName } from './endpoint.ts'
import { headingOf, metaOf, type Shaped } from './meta.ts'

/** A schema in JSON, as the documents have it. */
export type Json = Record<string, unknown>

/** Makes a schema's JSON. */
export function jsonOf(schema: unknown, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema as z.ZodType, { io, unrepresentable: 'any', reused: 'inline' }) as Json
  delete json.$schema
  return json
}

/** A field of a call, for whoever reads about it. */
export interface DescribedField {
  /** In the contract. */
  readonly field: string
  /** On the wire. */
  readonly name: string
  readonly title: string
  readonly place: Place | 'path'
  readonly required: boolean
  readonly schema: Json
  /** What it may be, in words. */
  readonly limits: string
}

type Properties = Readonly<Record<string, Json>>
const maxWhole = Number.MAX_SAFE_INTEGER

/** What a field may be: by the contract's words and bounds, else by its name and its JSON. */
function limitsOf(field: string, shaped: Shaped, schema: Json): string {
  const { words, minimum, maximum, maxLength } = metaOf(shaped)
  const kinds = JSON.stringify(schema)
  const several = kinds.includes('"array"')
  if (words) {
    const each = Object.entries(words).map(([value, word]) => `${value} ${word}`)
    return `${each.join('、')}${several ? '，可写多个，用逗号隔开' : ''}`
  }
  if (/^ids$|Ids$/.test(field)) return '编号，多个用逗号隔开'
  if (/^id$|I[dD]$/.test(field)) return '编号'
  if (minimum !== undefined) return maximum === maxWhole ? `整数，不小于 ${minimum}` : `整数，${minimum} 到 ${maximum}`
  if (/Time$/.test(field)) return '时间，如 2026-11-21 或 2026-11-21 09:05:00'
  if (maxLength !== undefined) return `文字，最多 ${maxLength} 字`
  if (kinds.includes('"boolean"')) return 'true 或 false'
  if (Array.isArray(schema.enum)) return schema.enum.join('、')
  const only = new Set([...kinds.matchAll(/"const":"?(\w+)/g)].map(([, value]) => value))
  if (only.size > 0) return [...only].join('、')
  if (!several) return ''
  return kinds.includes('"string"') ? '一个，或用逗号隔开的多个' : '列表'
}

/** The fields of an object that is sent; those that the system keeps are left out. */
function fieldsOfObject(e: Endpoint, shape: Readonly<Record<string, Shaped>>, json: Json): DescribedField[] {
  const { properties = {}, required = [] } = json as { properties?: Properties; required?: readonly string[] }
  return Object.entries(properties)
    .filter(([field]) => metaOf(shape[field] ?? {}).kept !== true)
    .map(([field, schema]) => ({
      field,
      name: wireName(e, field),
      title: headingOf(metaOf(shape[field] ?? {}), ''),
      place: placeOf(e, field),
      required: required.includes(field),
      schema,
      limits: placeOf(e, field) === 'file' ? '' : limitsOf(field, shape[field] ?? {}, schema),
    }))
}

const shapeOf = (schema: unknown) => (schema as Shaped).shape ?? {}

/** The fields of a call's input. */
export const describeFields = (e: Endpoint): DescribedField[] =>
  fieldsOfObject(e, shapeOf(e.input), jsonOf(e.input, 'input'))

/** The fields of each item, where a call takes a list of them; else those of its input. */
export function describeSent(e: Endpoint): DescribedField[] {
  const { element } = shapeOf(e.input).items?.def ?? {}
  if (e.send !== 'list' || !element) return describeFields(e)
  return fieldsOfObject({ ...e, send: 'body' }, shapeOf(element), jsonOf(element, 'input'))
}
