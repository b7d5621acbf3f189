import { textOf } from '../../../core/words/text-of.ts'
import type { Reader } from '../../db/open.ts'
import { foldsOf, sought } from '../../search/grams.ts'
import { frontOf } from '../../search/online-index.ts'
import { among } from '../shelf.ts'
import type { Writer } from '../write.ts'
import { orderOf, type Postings, pieceOfPairs } from './postings.ts'
import { foldPath, orderPath, pieceOf, piecePath, type Segment, type Standing } from './segments.ts'

/** A segment that is to be made, and from what. */
export interface Due {
  readonly segment: Segment
  readonly articles: readonly Standing[]
}

/** Texts that are in memory at once. */
const textsAtOnce = 50
/** Of a larger segment the texts are read several times, each time for some of its pieces: memory does not grow with it. */
const articlesAtOnce = 15_000

const columns = ['id', 'title', 'subtitle', 'summary', 'keywords', 'modelFields', 'content'] as const

/** What gathers articles by the pairs of characters that they hold. */
function gathering(mine: (pair: number) => boolean) {
  const known = new Map<number, Postings>()
  const add = (text: string, id: number, into: readonly (keyof Postings)[]) => {
    for (let at = 1; at < text.length; at += 1) {
      const pair = ((text.charCodeAt(at - 1) << 16) | text.charCodeAt(at)) >>> 0
      let postings = known.get(pair)
      if (!postings) {
        if (!mine(pair)) continue
        postings = { any: [], front: [], title: [] }
        known.set(pair, postings)
      }
      for (const name of into) {
        const ids = postings[name]
        if (ids[ids.length - 1] !== id) ids.push(id)
      }
    }
  }
  return { known, add }
}

/** Puts a segment's pieces beside their places; `turn` lets others have theirs. */
export const buildSegment = ({ read, dialect }: Reader, due: Due, writer: Writer, turn: () => Promise<void>) =>
  buildPieces(due, writer, turn, async (ids) => {
    const rows = await read
      .selectFrom('article')
      .select(columns)
      .where(among(dialect, [...ids]))
      .orderBy('id')
      .execute()
    return rows.map((row) => ({ id: row.id, title: row.title, front: frontOf(row), text: textOf(row.content) }))
  })

/** A text as it is sought; what stands in front of it counts for more. */
interface Sought {
  readonly id: number
  readonly title: string
  readonly front: string
  readonly text: string
}

/** The same for whatever has such texts. @param root the folder of its index; that of articles by default */
export async function buildPieces(
  { segment, articles }: Due,
  writer: Writer,
  turn: () => Promise<void>,
  textsOf: (ids: readonly number[]) => Promise<readonly Sought[]>,
  root?: string,
): Promise<void> {
  const ids = articles.map(({ id }) => id).sort((a, b) => a - b)
  const passes = Math.max(1, Math.ceil(ids.length / articlesAtOnce))
  const numberOf = (pair: number) => pieceOf(pair >>> 16, pair & 0xffff, segment.bits)
  for (let pass = 0; pass < passes; pass += 1) {
    const { known, add } = gathering((pair) => numberOf(pair) % passes === pass)
    for (let at = 0; at < ids.length; at += textsAtOnce) {
      for (const { id, title, front, text } of await textsOf(ids.slice(at, at + textsAtOnce))) {
        add(sought(title), id, ['any', 'front', 'title'])
        add(sought(front), id, ['any', 'front'])
        add(sought(text), id, ['any'])
        await turn()
      }
    }
    const pieces = new Map<number, [number, Postings][]>()
    for (let number = pass; number < 2 ** segment.bits; number += passes) pieces.set(number, [])
    for (const entry of known) pieces.get(numberOf(entry[0]))?.push(entry)
    for (const [number, entries] of pieces) {
      writer.put(piecePath(segment, number, root), pieceOfPairs(entries.sort(([a], [b]) => a - b)))
      await turn()
    }
  }
  const newest = [...articles].sort((a, b) => b.at - a.at || b.id - a.id)
  writer.put(orderPath(segment, root), orderOf(newest.map(({ id }) => id)))
}

/** What the site's script seeks by: which characters stand for which. */
export const putFolds = (writer: Writer, path = foldPath): void =>
  void writer.put(path, `${JSON.stringify(foldsOf())}\n`)
