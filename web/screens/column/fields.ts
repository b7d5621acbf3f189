import { columnInNav, columnTypes } from '../../../core/domain/enums.ts'
import type { Change } from '../../parts/Compare.tsx'
import { type api, type ColumnNode, column, findColumn, top } from './calls.ts'

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
export const wire = ({ categoryCategoryId, relationCategoryid, ...rest }: Partial<Values>) => ({
  ...rest,
  ...(categoryCategoryId !== undefined && { categoryCategoryId: categoryCategoryId ?? top }),
  ...(relationCategoryid !== undefined && { relationCategoryid: relationCategoryid.join(',') }),
})

/** How the fields read whose values are numbers of something else. */
const words: Partial<Record<keyof Values, (value: never, columns: readonly ColumnNode[]) => string>> = {
  columnType: (type: keyof typeof columnTypes) => columnTypes[type] ?? '',
  inNav: (shown: keyof typeof columnInNav) => columnInNav[shown] ?? '',
  categoryCategoryId: (id: string | null, columns) => (id ? nameIn(columns, id) : '顶级栏目'),
  relationCategoryid: (ids: string[], columns) => ids.map((id) => nameIn(columns, id)).join('、'),
}
const nameIn = (columns: readonly ColumnNode[], id: string) => findColumn(columns, id)?.categoryTitle ?? id

/** The fields that I changed: what stands there now, and mine. */
export function changesBetween(
  theirs: Partial<Values>,
  mine: Partial<Values>,
  columns: readonly ColumnNode[],
): Change[] {
  return (Object.keys(mine) as (keyof Values)[]).map((field) => {
    const said = (value: unknown) => words[field]?.(value as never, columns) ?? value
    const title = column.save.input.shape[field].meta()?.title ?? field
    return { field, title, before: said(theirs[field]), after: said(mine[field]) }
  })
}
