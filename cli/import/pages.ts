import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, relative } from 'node:path'
import type { Bytes } from '../../core/sheet/unzip.ts'
import { ofFile } from '../files/fault.ts'
import { NotText, textOf } from '../io.ts'
import { Endless } from '../output/dom.ts'
import { type PageOfArticle, readPage } from './html.ts'
import type { Line } from './lines.ts'
import { lostPictures, type Pictures, picturesBeside } from './pictures.ts'

/** A larger page is no article. */
const largest = 16 * 1024 * 1024
const endings = new Set(['.html', '.htm'])

/** The web pages of a folder and the folders in it, by name. */
export async function pagesBelow(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  return all
    .filter((one) => one.isFile() && endings.has(extname(one.name).toLowerCase()))
    .map((one) => join(one.parentPath, one.name))
    .sort()
}

/** Where a page lies; one that came through a pipe lies nowhere. */
interface Place {
  readonly page: string
  /** The folder that is imported. */
  readonly folder: string
}

/** What a page holds of an article, or why that is not to be read: one page never ends the import of all others. */
function pageIn(bytes: Uint8Array, from: string): PageOfArticle | { readonly fault: string } {
  if (bytes.length > largest) return { fault: '这个网页超过 16 MB' }
  try {
    return readPage(textOf(bytes, from), basename(from, extname(from)))
  } catch (error) {
    if (error instanceof NotText) return { fault: '不是网页，也不是文本' }
    if (error instanceof Endless) return { fault: `${error.message}，请用浏览器打开后只复制正文` }
    const why = error instanceof Error ? error.message : String(error)
    return { fault: `这个网页无法整理成文章（${why}），请用浏览器打开后复制正文` }
  }
}

/** A page as an import's JSON line. */
async function lineOfPage(row: number, bytes: Uint8Array, from: string, place: Place | null): Promise<Line> {
  const read = pageIn(bytes, from)
  if ('fault' in read) return { row, from, text: '', fault: read.fault }
  const { pictures: named, dead: links, ...page } = read
  const pictures: Pictures = place ? await picturesBeside(place.page, place.folder, named) : new Map()
  const lost = named.length - pictures.size
  const dead = [...links, ...named.filter((address) => !pictures.has(address))]
  return {
    ...{ row, from, text: JSON.stringify(page) },
    ...(pictures.size > 0 && { pictures }),
    ...(dead.length > 0 && { dead }),
    ...(lost > 0 && { remark: lostPictures(lost, '网页旁边没有这些文件，或不是 jpg、png、gif') }),
  }
}

/** The pages of a file or a folder as lines, numbered in the order of their names. @param root the file or the folder */
export async function* linesOfPages(root: string, files: readonly string[]): AsyncGenerator<Line, void, undefined> {
  const name = (file: string) => relative(root, file) || basename(file)
  const folderOf = (file: string) => (file === root ? dirname(file) : root)
  for (const [i, file] of files.entries()) {
    try {
      const { size } = await stat(file)
      const bytes = size > largest ? { length: size } : await readFile(file)
      yield await lineOfPage(i + 1, bytes as Uint8Array, name(file), { page: file, folder: folderOf(file) })
    } catch (error) {
      throw ofFile(file, error)
    }
  }
}

/** A single page that came through a pipe. */
export async function* lineOfPiped(bytes: Bytes): AsyncGenerator<Line, void, undefined> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes()) chunks.push(chunk)
  yield await lineOfPage(1, Buffer.concat(chunks), '标准输入', null)
}
