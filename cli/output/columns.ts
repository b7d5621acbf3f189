import type { Schema } from '../../core/contract/endpoint.ts'
import { headingOf, innerOf, metaOf, type Shaped, wordFor } from '../../core/contract/meta.ts'
import { usage } from '../errors.ts'
import { didYouMean } from '../suggest.ts'

/** A field as tables show it; made from the contract's metadata. */
export interface Column {
  readonly field: string
  readonly title: string
  readonly words?: Readonly<Record<string, string>>
  readonly time?: boolean
  /** Told by this answer and by none later. */
  readonly once?: boolean
  /** Has markup. */
  readonly html?: boolean
  /** Numbers stand right. */
  readonly right?: boolean
  /** Ids are never cut. */
  readonly whole?: boolean
  /** What a table adds to its value, by the other values of the row: a deadline says that it is over. */
  readonly marked?: (row: object) => string
  /** The fields of the objects that it holds, one or a list of them. */
  readonly inside?: readonly Column[]
}

/** The schema of one row in a reply: of a page's list, of a bare array, or the reply itself. */
export function rowOf(output: Schema): Shaped {
  const reply = innerOf(output as unknown as Shaped)
  const list = reply.shape?.list ? innerOf(reply.shape.list) : reply
  return list.def?.element ? innerOf(list.def.element) : list
}

/** The columns of a call's reply, in the contract's order. */
export const columnsOf = (output: Schema): Column[] => columnsIn(rowOf(output))

const columnsIn = ({ shape = {} }: Shaped): Column[] =>
  Object.entries(shape).map(([field, schema]) => {
    const meta = metaOf(schema)
    const { words, time, once, html } = meta
    const { def } = innerOf(schema)
    const held = def?.element ? innerOf(def.element) : innerOf(schema)
    return {
      field,
      title: headingOf(meta, field),
      ...(words && { words }),
      ...(time && { time }),
      ...(once && { once }),
      ...(html && { html }),
      right: def?.type === 'number',
      whole: /Id$|^id$/.test(field),
      // a tree's children are of its own shape, without an end
      ...(held.shape && field !== 'children' && { inside: columnsIn(held) }),
    }
  })

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

/** Whether a deadline is over, or may still change. */
export const dueMark = (row: object): string => {
  const { due, overdue, provisional } = row as Readonly<Record<string, unknown>>
  if (due === null || due === undefined) return ''
  return Number(overdue) === 1 ? '已超期' : provisional ? '暂定' : ''
}

/** A row's value in words for people, with what a table says beside it. */
export function cellOf(row: object, column: Column): string {
  const mark = column.marked?.(row)
  return [wordsOf(valueAt(row, column.field), column), mark].filter(Boolean).join(' ')
}

/** A value in words for people. */
export function wordsOf(value: unknown, column: Column): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  const word = column.words && wordFor(column.words, String(value))
  if (word !== undefined) return word
  if (column.time && typeof value === 'string') return value.replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d):\d\d$/, '$1')
  if (Array.isArray(value))
    return value.map((one) => (typeof one === 'object' ? nameOf(one, column) : String(one))).join('、')
  return typeof value === 'object' ? nameOf(value, column) : String(value)
}

/** An object inside a cell: by its name or title where it has one, else by what it holds: 「待审核 2」. */
function nameOf(value: unknown, { inside = [] }: Column): string {
  const { name, title } = (value ?? {}) as { name?: unknown; title?: unknown }
  if (typeof name === 'string') return name
  if (typeof title === 'string') return title
  const held = inside.map((column) => wordsOf(valueAt(value, column.field), column)).filter((word) => word !== '')
  return held.length > 0 ? held.join(' ') : JSON.stringify(value)
}
