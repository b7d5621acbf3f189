import type { Schema } from '../../core/contract/endpoint.ts'
import { headingOf, innerOf, metaOf, type Shaped } from '../../core/contract/meta.ts'
import { usage } from '../errors.ts'
import { didYouMean } from '../suggest.ts'

/** A field as tables show it; made from the contract's metadata. */
export interface Column {
  readonly field: string
  readonly title: string
  readonly words?: Readonly<Record<string, string>>
  readonly time?: boolean
  /** Numbers stand right. */
  readonly right?: boolean
  /** Ids are never cut. */
  readonly whole?: boolean
}

/** The schema of one row in a reply: of a page's list, of a bare array, or the reply itself. */
export function rowOf(output: Schema): Shaped {
  const reply = innerOf(output as unknown as Shaped)
  const list = reply.shape?.list ? innerOf(reply.shape.list) : reply
  return list.def?.element ? innerOf(list.def.element) : list
}

/** The columns of a call's reply, in the contract's order. */
export function columnsOf(output: Schema): Column[] {
  return Object.entries(rowOf(output).shape ?? {}).map(([field, schema]) => {
    const meta = metaOf(schema)
    const { words, time } = meta
    const number = innerOf(schema).def?.type === 'number'
    return {
      field,
      title: headingOf(meta, field),
      ...(words && { words }),
      ...(time && { time }),
      right: number,
      whole: /Id$|^id$/.test(field),
    }
  })
}

/** The columns that `--fields` names, or else the usual ones. */
export function chooseColumns(
  columns: readonly Column[],
  fields: readonly string[] | null,
  usual: readonly string[] = columns.map((c) => c.field),
): Column[] {
  const byName = new Map(columns.map((c) => [c.field, c]))
  return (fields ?? usual).map((field) => {
    const found = byName.get(field.split('.')[0] as string)
    if (found) return { ...found, field, title: field.includes('.') ? field : found.title }
    throw usage(`没有字段 ${field}${didYouMean(field, byName.keys())}`, `可用字段：${[...byName.keys()].join('、')}`)
  })
}

/** A value of a row; `review.status` reaches inside. */
export const valueAt = (row: unknown, field: string): unknown =>
  field.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], row)

/** A value in words for people. */
export function wordsOf(value: unknown, column: Column): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  const word = column.words?.[String(value)]
  if (word !== undefined) return word
  if (column.time && typeof value === 'string') return value.replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d):\d\d$/, '$1')
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'object' ? nameOf(one) : String(one))).join('、')
  return typeof value === 'object' ? nameOf(value) : String(value)
}

/** An object inside a cell: by its name or title where it has one. */
function nameOf(value: unknown): string {
  const { name, title } = (value ?? {}) as { name?: unknown; title?: unknown }
  return typeof name === 'string' ? name : typeof title === 'string' ? title : JSON.stringify(value)
}
