import type { z } from 'zod'
import type { Endpoint, Input } from '../../../core/contract/endpoint.ts'
import { metaOf, type Shaped } from '../../../core/contract/meta.ts'
import type { ReferenceName } from '../../../core/contract/references.ts'
import type { Filter } from './types.ts'

/** The field that ends what another one begins: `endTime` of `startTime`. */
const endOf = (field: string) => field.replace(/^start/, 'end').replace(/Start$/, 'End')

function filterOf(shape: Readonly<Record<string, Shaped>>, field: string) {
  const { title = field, words, of, time, minimum, maximum, unit } = metaOf(shape[field] ?? {})
  if (words) return { kind: 'choice', field, label: title, words }
  if (of) return { kind: 'reference', field, label: title, of: of as ReferenceName }
  const end = endOf(field)
  if (time && end !== field && shape[end]) return { kind: 'dates', field, end, label: title.replace(/起$/, '') }
  if (minimum !== undefined && maximum !== undefined)
    return { kind: 'number', field, label: title, minimum, maximum, unit }
  return { kind: 'text', field, label: title, wrong: wrongBy(shape[field] as unknown as z.ZodType | undefined) }
}

/** What the schema of a field says against a value that was typed. */
const wrongBy = (schema: z.ZodType | undefined) => (value: string) => {
  const read = schema?.safeParse(value)
  return read?.success === false ? (read.error.issues[0]?.message ?? null) : null
}

/** Filters made of what a list call takes: label, kind, choices and bounds stand in its declaration. A beginning brings its end along. */
export const filtersOf = <S extends z.ZodRawShape, O extends z.ZodType>(
  e: Endpoint<z.ZodObject<S>, O>,
  fields: readonly (keyof S & string)[],
): readonly Filter<Input<Endpoint<z.ZodObject<S>, O>>>[] => {
  const shape = (e.input as unknown as Shaped).shape ?? {}
  return fields.map((field) => filterOf(shape, field) as Filter<Input<Endpoint<z.ZodObject<S>, O>>>)
}
