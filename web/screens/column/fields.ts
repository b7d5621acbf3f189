import type { CallOptions } from '../../../core/client/client.ts'
import { columnInNav, columnReviews, columnTypes } from '../../../core/domain/enums.ts'
import type { Change } from '../../parts/Compare.tsx'
import type { RowCalls } from '../../parts/row/useRowSaving.ts'
import { findNode, top } from '../../parts/tree/nodes.ts'
import { api, type ColumnNode, column, kind } from './calls.ts'

const plain = [
  'categoryTitle',
  'columnType',
  'columnPath',
  'columnKeyword',
  'columnDescrip',
  'columnDiyUrl',
  'columnUrl',
  'columnListUrl',
  'categorySmallImg',
  'inNav',
  'threeReviews',
  'columnContentModelId',
] as const

/** What the form edits: the contract's fields, the parent as none at the top, the related columns as a list. */
export type Values = Pick<ColumnNode, (typeof plain)[number]> & {
  categoryCategoryId: string | null
  relationCategoryid: string[]
}
export type Row = Awaited<ReturnType<typeof api.get>>

const parentOf = (id: string) => (id === top ? null : id)

/** What a new column begins with. */
export const fresh = (parentId: string): Partial<Values> => ({
  columnType: 1,
  inNav: 1,
  threeReviews: 0,
  categoryCategoryId: parentOf(parentId),
  relationCategoryid: [],
})

/** The form's part of a row. */
export function valuesOf(row: Row): Partial<Values> {
  return {
    ...(Object.fromEntries(plain.map((field) => [field, row[field] ?? undefined])) as Partial<Values>),
    categoryCategoryId: parentOf(row.categoryCategoryId),
    relationCategoryid: row.relationCategoryid?.split(',').filter(Boolean) ?? [],
  }
}

/** The form's values as the calls take them. */
const wire = ({ categoryCategoryId, relationCategoryid, ...rest }: Partial<Values>) => ({
  ...rest,
  ...(categoryCategoryId !== undefined && { categoryCategoryId: categoryCategoryId ?? top }),
  ...(relationCategoryid !== undefined && { relationCategoryid: relationCategoryid.join(',') }),
})

/** A column as the small forms know a row. */
export type Keyed = Row & { readonly id: string }
export const keyed = (row: Row): Keyed => ({ ...row, id: row.columnId })

type Sent = Partial<Values> & { readonly id: string; readonly version: number | null }
/** The calls of the form, in its own terms. */
export const rowCalls: RowCalls<Keyed> = {
  get: async ({ id }, options) => keyed(await api.get({ id }, options)),
  add: async (given: Partial<Values>, options?: CallOptions) =>
    keyed(await api.save(wire(given) as Parameters<typeof api.save>[0], options)),
  edit: async ({ id, version, ...given }: Sent, options?: CallOptions) =>
    keyed(
      await api.edit(
        { categoryId: id, version: version ?? 0, ...wire(given) } as Parameters<typeof api.edit>[0],
        options,
      ),
    ),
}

/** How the fields read whose values are numbers of something else. */
const words: Partial<Record<keyof Values, (value: never, columns: readonly ColumnNode[]) => string>> = {
  columnType: (type: keyof typeof columnTypes) => columnTypes[type] ?? '',
  threeReviews: (how: keyof typeof columnReviews) => columnReviews[how] ?? '',
  inNav: (shown: keyof typeof columnInNav) => columnInNav[shown] ?? '',
  categoryCategoryId: (id: string | null, columns) => (id ? nameIn(columns, id) : '顶级栏目'),
  relationCategoryid: (ids: string[], columns) => ids.map((id) => nameIn(columns, id)).join('、'),
}
const nameIn = (columns: readonly ColumnNode[], id: string) => findNode(kind, columns, id)?.categoryTitle ?? id

/** The fields that I changed: what stands there now, and mine. */
export function changesBetween(
  theirs: Partial<Values>,
  mine: Partial<Values>,
  columns: readonly ColumnNode[],
): Change[] {
  return (Object.keys(mine) as (keyof Values)[]).map((field) => {
    const said = (value: unknown) => words[field]?.(value as never, columns) ?? value
    const title = column.save.input.shape[field].meta()?.title ?? field
    return { field, title, image: field === 'categorySmallImg', before: said(theirs[field]), after: said(mine[field]) }
  })
}
