import type { Selectable } from 'kysely'
import type { ColumnNode, ColumnRow, column as contract } from '../../../core/contract/column.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { formatTime } from '../../../core/domain/time.ts'
import type { RowOf } from '../../db/table.ts'
import type { column as table } from '../../db/tables/column.ts'
import { nest } from '../../rows/tree.ts'

export type Row = Selectable<RowOf<typeof table.columns>>
export type Edit = Parsed<typeof contract.edit>

/** The specification's field → the table's column. */
const stored = {
  categoryTitle: 'title',
  columnType: 'type',
  categoryCategoryId: 'parentId',
  columnPath: 'path',
  columnKeyword: 'keywords',
  columnDescrip: 'description',
  columnDiyUrl: 'diyUrl',
  columnUrl: 'articleTemplate',
  columnListUrl: 'listTemplate',
  columnContentModelId: 'contentModelId',
  categorySort: 'sort',
  categorySmallImg: 'image',
  relationCategoryid: 'relation',
  inNav: 'inNav',
  threeReviews: 'threeReviews',
} as const satisfies Readonly<Record<string, keyof Row>>
type Field = keyof typeof stored

/** What stands where a caller clears a field that the table always holds. */
const cleared: Partial<Record<Field, number>> = { categoryCategoryId: 0, categorySort: 0 }
const idFields: readonly Field[] = ['categoryCategoryId', 'columnContentModelId']

/** A row in the contract's terms. */
export function show(row: Row): ColumnRow {
  const fields = Object.entries(stored).map(([field, name]) => {
    const value = row[name]
    return [field, idFields.includes(field as Field) && value !== null ? String(value) : value]
  })
  return {
    categoryId: String(row.id),
    columnId: String(row.id),
    ...Object.fromEntries(fields),
    inNav: row.inNav ?? 1,
    threeReviews: row.threeReviews ?? 0,
    createdAt: formatTime(row.createdAt),
    updatedAt: formatTime(row.updatedAt),
    version: row.version,
  } as ColumnRow
}

/** The columns of the table for the fields that were sent. */
export function fieldsFrom(input: Partial<Edit>): Partial<Row> {
  const sent = (Object.keys(stored) as Field[]).filter((field) => input[field] !== undefined)
  return Object.fromEntries(
    sent.map((field) => [
      stored[field],
      input[field] === null || input[field] === '' ? (cleared[field] ?? null) : input[field],
    ]),
  )
}

/** Columns of the table by the contract's names, as the log keeps them. */
export const named = (fields: Partial<Row>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(stored).flatMap(([field, name]) => (name in fields ? [[field, fields[name]]] : [])))

/** Rows as the tree that they make. */
export const treeOf = (rows: readonly Row[]): ColumnNode[] => nest(rows, show)
