import type { Db } from '../db/open.ts'
import { type FullArticle, loadFull } from './data.ts'
import type { Failure, Page } from './plan.ts'
import type { Renderer } from './render.ts'
import { diskReason, type Stood, type Writer } from './write.ts'

/** What became of some pages. */
export interface Tally {
  finished: number
  written: number
  unchanged: number
  failedCount: number
  /** The first 1,000. */
  readonly failed: Failure[]
  /** Addresses of articles that left the site while it was being made: their pages are to go. */
  readonly gone: string[]
}

/** A receipt names no more failures than this. */
export const maxNamed = 1000
/** Pages whose contents are in memory at once. */
export const batchSize = 50
/** Large: renaming over a page frees its inode, and ext4 passes over freshly freed ones slowly when the next page is made. */
const commitSize = 10_000
/** The event loop waits no longer than this for a batch. */
const sliceMs = 15

export const emptyTally = (): Tally => ({ finished: 0, written: 0, unchanged: 0, failedCount: 0, failed: [], gone: [] })

/** Adds failures, naming no more than `maxNamed`. */
export function addFailures(tally: Tally, failures: readonly Failure[], count = failures.length): void {
  tally.failedCount += count
  tally.failed.push(...failures.slice(0, Math.max(0, maxNamed - tally.failed.length)))
}

/** Adds what another part of the run did. */
export function addTally(tally: Tally, part: Tally): void {
  tally.finished += part.finished
  tally.written += part.written
  tally.unchanged += part.unchanged
  for (const path of part.gone) tally.gone.push(path)
  addFailures(tally, part.failed, part.failedCount)
}

/** What making pages needs: data, renderer, writer, and ears for a stop. */
export interface Making {
  readonly db: Db
  readonly renderer: Renderer
  readonly writer: Writer
  readonly stopped: () => boolean
  /** Called after each batch with how many pages are behind it. */
  readonly progress: (finished: number) => void
  /** Called with pages that now stand on the disk, and what tells their files (manifest.ts). */
  readonly stood: (pages: readonly Stood[]) => void
}

function contentIds(pages: readonly Page[]): number[] {
  return pages.flatMap((page) => ('article' in page && page.article ? [page.article.id] : []))
}

/** Pages in batches. */
export function* inBatches(pages: readonly Page[]): Generator<readonly Page[]> {
  for (let at = 0; at < pages.length; at += batchSize) yield pages.slice(at, at + batchSize)
}

/** Renders and writes pages batch by batch: contents come and go with their batch, so memory does not grow with the count. */
export async function makePages(
  batches: Iterable<readonly Page[]> | AsyncIterable<readonly Page[]>,
  making: Making,
): Promise<Tally> {
  const { db, renderer, writer } = making
  const tally = emptyTally()
  let staged = 0
  let flushing: Promise<void> = Promise.resolve()
  const commit = async () => {
    const { written, failed, stood } = await writer.commit()
    tally.written += written
    addFailures(tally, failed)
    making.stood(stood)
  }
  const one = (page: Page, contents: ReadonlyMap<number, FullArticle>) => {
    try {
      if (page.kind === 'article' && !contents.has(page.article.id)) return tally.gone.push(page.path)
      if (writer.put(page.path, renderer.page(page, contents)) === 'unchanged') tally.unchanged += 1
      else staged += 1
    } catch (error) {
      addFailures(tally, [{ page: page.path, reason: diskReason(error) }])
    }
    return tally.failedCount
  }

  let since = performance.now()
  for await (const group of batches) {
    if (making.stopped()) break
    const contents = await loadFull(db, contentIds(group))
    for (const page of group) {
      if (making.stopped()) break
      one(page, contents)
      tally.finished += 1
      if (performance.now() - since < sliceMs) continue
      await new Promise((resolve) => setImmediate(resolve))
      since = performance.now()
    }
    if (staged >= commitSize) {
      staged = 0
      await flushing // the flush of one group overlaps with the rendering of the next
      flushing = commit()
    }
    making.progress(tally.finished)
  }
  await flushing
  await commit()
  return tally
}
