import { type AreaName, areas } from '../../../core/contract/areas.ts'
import type { Area } from '../../../core/contract/endpoint.ts'
import type { Change } from '../../parts/Compare.tsx'

/** What a field is called, and what its values are called. */
interface Meaning {
  readonly title?: string
  readonly words?: Readonly<Record<string, string>>
  readonly nameOf?: string
}
export type Meanings = ReadonlyMap<string, Meaning>

/** Names that stand in the log alone, or in rows that the system keeps. */
const own: readonly (readonly [string, Meaning])[] = [
  ['createdBy', { title: '创建人' }],
  ['updatedBy', { title: '修改人' }],
  ['deptId', { title: '部门' }],
  ['review', { title: '修订' }],
  ['name', { title: '名称' }],
  ['forced', { title: '由提交人本人审核' }],
  ['released', { title: '解除的限制' }],
  ['keys', { title: '权限' }],
]

interface Schema {
  readonly shape?: Readonly<Record<string, Schema>>
  readonly element?: Schema
  readonly meta?: () => Meaning | undefined
  readonly unwrap?: () => Schema
}

/** All fields within a schema, through lists and what may be absent. */
function* fieldsOf(schema: Schema, depth = 0): Generator<readonly [string, Meaning]> {
  if (depth > 5) return
  for (const [field, inner] of Object.entries(schema.shape ?? {})) {
    const meaning = inner.meta?.()
    if (meaning?.title) yield [field, meaning]
    // replies have the name, and the row of the log the number that it is the name of
    if (meaning?.title && meaning.nameOf) yield [meaning.nameOf, { title: meaning.title }]
    yield* fieldsOf(inner, depth + 1)
  }
  if (schema.element) yield* fieldsOf(schema.element, depth + 1)
  else if (schema.unwrap) yield* fieldsOf(schema.unwrap(), depth + 1)
}

/** The names of an area's fields, from its contract; replies come last, for they know the words of values. */
export async function meaningsOf(call: string): Promise<Meanings> {
  const name = call.split('.')[0] ?? ''
  if (!Object.hasOwn(areas, name)) return new Map(own)
  const endpoints = Object.values((await areas[name as AreaName].load()) as Area)
  const inputs = endpoints.flatMap(({ input }) => [...fieldsOf(input as Schema)])
  const outputs = endpoints.flatMap(({ output }) => [...fieldsOf(output as Schema)])
  return new Map([...own, ...inputs, ...outputs])
}

/** The same names, and for the values of these fields these words. */
export const withWords = (meanings: Meanings, fields: readonly string[], words: Meaning['words']): Meanings =>
  new Map([
    ...meanings,
    ...fields.map((field) => [field, { ...meanings.get(field), ...(words && { words }) }] as const),
  ])

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** A value as a clerk reads it. */
function said(value: unknown, field: string, meanings: Meanings): string {
  if (value === null || value === undefined) return ''
  if (value === true) return '是'
  if (value === false) return '否'
  if (Array.isArray(value)) return value.map((one) => said(one, field, meanings)).join(isObject(value[0]) ? '\n' : '、')
  if (isObject(value))
    return Object.entries(value)
      .map(([name, inner]) => `${titleOf(name, meanings)}：${said(inner, name, meanings)}`)
      .join('，')
  return meanings.get(field)?.words?.[String(value)] ?? String(value)
}

const titleOf = (field: string, meanings: Meanings) => meanings.get(field)?.title ?? field

/** The fields of both sides of a row of the log, each with its value before and after. */
export function changesIn(before: unknown, after: unknown, meanings: Meanings): Change[] {
  const both = [before ?? {}, after ?? {}]
  if (!both.every(isObject)) {
    const [from, to] = both.map((side) => (isObject(side) ? '' : said(side, '', meanings)))
    return [{ field: '*', title: '内容', before: from, after: to }]
  }
  const [from = {}, to = {}] = both
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].map((field) => ({
    field,
    title: titleOf(field, meanings),
    before: said(from[field], field, meanings),
    after: said(to[field], field, meanings),
  }))
}
