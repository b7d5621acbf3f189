import { createHash } from 'node:crypto'
import { formatDate } from '../../../core/domain/time.ts'

/**
 * The index that the site is searched by where no server is behind it. It lies beside the pages in segments, articles of this year by
 * months, those of earlier years by years: what changes is mostly new, and concerns a small one. Each segment is in pieces by the hash of a
 * pair of characters, so that a question reads a few of them.
 */

/** No column can have this name. */
export const finderFolder = 'site_search'
/** Indexes of another form are made anew. */
export const finderForm = 1

/** An article as far as it tells which segment it is in, and whether anything of it changed. */
export interface Standing {
  readonly id: number
  readonly at: number
  readonly stand: string
  readonly columnId: number
}

/** A segment as the index lists it. */
export interface Segment {
  readonly name: string
  /** Its pieces are so many, as a power of two. */
  readonly bits: number
  readonly count: number
  /** What it was made from. */
  readonly print: string
}

/** @param now the server's clock: what is of its year stands by months */
export const segmentOf = (at: number, now: number): string => {
  const [day, today] = [formatDate(at), formatDate(now)]
  return day.slice(0, 4) === today.slice(0, 4) ? `m${day.slice(0, 7)}` : `y${day.slice(0, 4)}`
}

export const printOf = (articles: readonly Standing[]): string => {
  const hash = createHash('sha256')
  for (const { id, at, stand } of articles) hash.update(`${id} ${at} ${stand}\n`)
  return hash.digest('base64url').slice(0, 16)
}

/** An article has about so many bytes in a segment, and a piece is to have so many. */
const [bytesOfArticle, bytesOfPiece] = [850, 2000]
const bitsMost = 12
/** How many pieces a segment has; as many as before where that still does. */
export function bitsOf(count: number, before: number | undefined): number {
  const due = Math.ceil(Math.log2(Math.max(1, (count * bytesOfArticle) / bytesOfPiece)))
  const bits = Math.min(bitsMost, due)
  return before !== undefined && Math.abs(before - bits) <= 1 ? before : bits
}

/** The folder of a segment's pieces; with another number of them it is another one, for readers who still have the list of before. */
export const folderOf = ({ name, bits }: Pick<Segment, 'name' | 'bits'>, root: string = finderFolder): string =>
  `${root}/${name}.${bits}`
export const piecePath = (segment: Pick<Segment, 'name' | 'bits'>, number: number, root?: string): string =>
  `${folderOf(segment, root)}/p${number}.bin`
/** Which articles a segment has, the newest first. */
export const orderPath = (segment: Pick<Segment, 'name' | 'bits'>, root?: string): string =>
  `${folderOf(segment, root)}/order.bin`
export const listPath = `${finderFolder}/index.json`
/** The index of an area's pages, beside that of articles; no column can have its name. */
export const areaRoot = (folder: string): string => `${finderFolder}/${folder}`
/** Whether a server is behind the pages: it says so where this lies. */
export const serverPath = `${finderFolder}/server.json`
/** Which articles stand in a column and those below it. */
export const columnPath = (columnId: number): string => `${finderFolder}/c${columnId}.bin`
export const foldPath = `${finderFolder}/fold.json`

/** In which piece a pair stands; the site's script reckons the same (`assets/find.js`). */
export const pieceOf = (a: number, b: number, bits: number): number =>
  bits === 0 ? 0 : (Math.imul(a * 31 + b, 0x9e3779b1) >>> 0) >>> (32 - bits)
