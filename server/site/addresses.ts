import { sep } from 'node:path'
import { endingOf } from '../../core/domain/files.ts'
import { safeLink } from '../../core/domain/links.ts'
import type { ColumnInfo } from './data.ts'

/** Folders of the site that no column may take. */
const reserved = new Set(['a', 'assets'])

export const articlesInFolder = 1000
/** An article's page. It follows from the id alone, so it stays when title, time or column change; at most 1,000 pages a folder. */
export const articlePath = (id: number): string => `a/${Math.floor(id / articlesInFolder)}/${id}.html`

/** Where an article's attachments lie: nothing else does. */
export const articleFolder = (id: number): string => `a/${Math.floor(id / articlesInFolder)}/${id}`
/** An attachment, under the random name that its content is stored by: nobody comes from one to another by counting. */
export const filePath = (articleId: number, { stored, name }: { readonly stored: string; readonly name: string }) =>
  `${articleFolder(articleId)}/${stored}.${endingOf(name)}`
/** True for what is an attachment by its path, of an article or of an area's row: it is handed out to be kept, never to be shown. */
export const isFilePath = (path: string): boolean => /^(?:a\/\d+|[a-z]+_[a-z_]+)\/\d+\//.test(path)

/** A column's folder: flat, so that it stays when the column moves in the tree. */
export const columnFolder = (column: ColumnInfo): string => column.path?.trim() || `c${column.id}`

/** Where a column leads: its own pages below `base`, or its link; null where that is none. */
export const columnAddress = (column: ColumnInfo, base: string): string | null =>
  column.type === 3 ? safeLink(column.diyUrl) : `${base}/${columnFolder(column)}/`

/** A page of a column's list, from 1. */
export const listPath = (column: ColumnInfo, number: number): string =>
  `${columnFolder(column)}/${number === 1 ? 'index.html' : `index_${number}.html`}`

/** A column's feed. */
export const feedPath = (column: ColumnInfo): string => `${columnFolder(column)}/rss.xml`

/** Why a column's folder cannot be used, or null. */
export function folderFault(column: ColumnInfo): string | null {
  const folder = columnFolder(column)
  if (!/^[a-z0-9][a-z0-9-]{0,99}$/.test(folder))
    return `栏目「${column.title}」的目录名不合规：只能用小写字母、数字和连字符`
  return reserved.has(folder) ? `栏目「${column.title}」的目录名 ${folder} 为系统保留，请更换` : null
}

/** Names that begin with a letter, digit or underscore: none leads up, out or to another drive. */
const plainNames = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,119}(?:\/[A-Za-z0-9_][A-Za-z0-9._-]{0,119})*$/

/**
 * A page's file, held inside the site folder.
 * @throws when the path is anything but plain names below the folder
 */
export function inside(root: string, path: string): string {
  if (!plainNames.test(path)) throw new Error('页面地址超出站点目录')
  return `${root}${sep}${sep === '/' ? path : path.replaceAll('/', sep)}`
}

/** Articles in one site map, by their ids: a change concerns one of them, whatever the site's size. The format's own limit is 50,000. */
export const sitemapSize = 10_000
