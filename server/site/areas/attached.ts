import { sizeWords } from '../../../core/domain/files.ts'
import type { Reader } from '../../db/open.ts'
import type { SiteFile } from '../article-files.ts'

/** The files of an area's rows as they lie on the site. */

/** Where one lies: under the random name that its content is stored by, as an article's does. */
export const filePage = (id: number, { stored, name }: Pick<SiteFile, 'stored' | 'name'>) =>
  `${id}/${stored}.${name.split('.').at(-1)?.toLowerCase()}`

/** The files of some rows of a table, by row, in their order. */
export async function attachedTo(
  { read }: Pick<Reader, 'read'>,
  to: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly (SiteFile & { readonly id: number })[]>> {
  if (ids.length === 0) return new Map()
  const rows = await read
    .selectFrom('attachment')
    .select(['id', 'rowId', 'name', 'kind', 'size', 'stored'])
    .where('to', '=', to)
    .where('rowId', 'in', ids)
    .orderBy('place')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ rowId }) => rowId)
}

/** The same as a page lists them. */
export const fileLine = (id: number, file: SiteFile, url: (name: string) => string) => ({
  ...{ name: file.name, size: sizeWords(file.size), kind: file.kind.toUpperCase() },
  url: url(filePage(id, file)),
})
