import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { breather } from '../breather.ts'
import type { Reader } from '../db/open.ts'
import type { Key } from '../secret.ts'
import { articleFolder, articlesInFolder } from './addresses.ts'
import type { AreaPage } from './area-pages.ts'
import { rowIds, rowPages, rowPath } from './area-rows.ts'
import type { SiteFile } from './article-files.ts'
import { type FullArticle, loadFull, type SiteData } from './data.ts'
import { type Noted, type Notes, note, notesOf } from './manifest.ts'
import { modelOf } from './model.ts'
import { watchPages } from './page-watch.ts'
import type { Rendered } from './pieces.ts'
import type { Failure, Page } from './plan.ts'
import { printsOf } from './prints.ts'
import { rendererOf } from './render.ts'
import { articlePages, notesPart, type Share } from './shares.ts'
import { storedFrom } from './shelf.ts'
import { type Shelf, shelfOf } from './shown.ts'
import type { Skin } from './skin.ts'
import { type Taken, takenOf } from './taken.ts'
import { diskReason, filesBelow, isOwn, removeLeftovers, type Writer } from './write.ts'

/** What became of some pages. */
export interface Tally {
  expected: number
  finished: number
  written: number
  unchanged: number
  failedCount: number
  /** The first 1,000. */
  readonly failed: Failure[]
  /** Addresses of articles that left the site while it was being made: their pages are to go. */
  readonly gone: string[]
  /** Files of articles that are on the site no longer. */
  readonly leftovers: string[]
  /** It was stopped before its end. */
  cut: boolean
}

/** A receipt names no more failures than this. */
export const maxNamed = 1000
/** Articles, by their ids, that are read at once and compared with what was made of them. */
const idsAtOnce = 250
/** Pages whose contents are in memory at once. */
const batchSize = 50
/** Large: renaming over a page frees its inode, and ext4 passes over freshly freed ones slowly when the next page is made. */
const commitSize = 10_000
/** The event loop waits no longer than this for a batch. */
const sliceMs = 15

export const emptyTally = (): Tally => ({
  ...{ expected: 0, finished: 0, written: 0, unchanged: 0, failedCount: 0, cut: false },
  ...{ failed: [], gone: [], leftovers: [] },
})

/** Adds failures, naming no more than `maxNamed`. */
export function addFailures(tally: Tally, failures: readonly Failure[], count = failures.length): void {
  tally.failedCount += count
  tally.failed.push(...failures.slice(0, Math.max(0, maxNamed - tally.failed.length)))
}

/** Adds what another part of the run did. */
export function addTally(tally: Tally, part: Tally): void {
  tally.expected += part.expected
  tally.finished += part.finished
  tally.written += part.written
  tally.unchanged += part.unchanged
  tally.cut ||= part.cut
  for (const path of part.gone) tally.gone.push(path)
  for (const path of part.leftovers) tally.leftovers.push(path)
  addFailures(tally, part.failed, part.failedCount)
}

/** What making pages needs: data, writer, and ears for a stop. */
export interface Making {
  readonly db: Reader
  readonly data: SiteData
  readonly skin: Skin
  readonly key: Key
  /** The site's. */
  readonly folder: string
  /** Where the contents of attachments are (server/attachments). */
  readonly attachments: string
  readonly writer: Writer
  /** Whether others show changes meanwhile: what they take down is not put back. */
  readonly yields: boolean
  /** Make every page, also those that stand as they should. */
  readonly force: boolean
  readonly stopped: () => boolean
  /** Called now and then with how many pages are behind it. */
  readonly progress: (finished: number) => void
}

function* inBatches<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}

/** What reading a share takes. */
interface Reading {
  readonly db: Reader
  readonly shelf: Shelf
  readonly leftovers: ReturnType<typeof filesIn>
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What is read at once, and one by one where that fails: so no page takes others along. */
async function eachRead<T>(
  all: readonly T[],
  tally: Tally,
  pathOf: (one: T) => string,
  read: (some: readonly T[]) => Promise<readonly Page[]>,
): Promise<readonly Page[]> {
  try {
    return await read(all)
  } catch {
    const made: Page[] = []
    for (const one of all)
      try {
        made.push(...(await read([one])))
      } catch (error) {
        tally.expected += 1
        tally.finished += 1
        addFailures(tally, [{ page: pathOf(one), reason: reasonOf(error) }])
      }
    return made
  }
}

/** A share's pages, as many as are read at once, with what they show of articles. */
async function* pagesOf({ db, shelf, leftovers }: Reading, share: Share, tally: Tally) {
  if (share.kind === 'rows') {
    const { area, group, only } = share
    for await (const ids of rowIds(db, area, group, only, idsAtOnce))
      yield await eachRead(
        ids,
        tally,
        (id) => rowPath(area, id),
        (some) => rowPages(db, area, some),
      )
    return
  }
  if (share.kind === 'planned') {
    for (const pages of inBatches(share.pages, batchSize))
      yield await eachRead(pages, tally, ({ path }) => path, shelf.shown)
    return
  }
  const files = share.only.ids ? leftovers.ofArticles(share.only.ids) : leftovers.in(share.folder)
  const planned = new Set<string>()
  const [from, below] = rangeOf(share)
  for (let at = from; at < below; at += idsAtOnce) {
    const articles = await storedFrom(db, at, Math.min(at + idsAtOnce, below))
    for (const { path } of articlePages(articles, {})) planned.add(path)
    yield articlePages(articles, share.only)
  }
  for (const path of files) if (!planned.has(path)) tally.leftovers.push(path)
}

/** The ids among which a share's articles are. */
function rangeOf({ folder, only }: Extract<Share, { kind: 'articles' }>): [from: number, below: number] {
  if (only.ids) return [Math.min(...only.ids), Math.max(...only.ids) + 1]
  return [folder * articlesInFolder, (folder + 1) * articlesInFolder]
}

/** What lies in one of the articles' folders, or beside the pages of some, before they are made. */
const filesIn = (root: string) => {
  const below = (folder: string) => {
    const files = filesBelow(root, folder)
    removeLeftovers(root, files, Date.now())
    return files.filter(isOwn)
  }
  return {
    in: (folder: number) => below(`a/${folder}`),
    ofArticles: (ids: readonly number[]) => ids.flatMap((id) => below(articleFolder(id))),
  }
}

/** The article whose text a page shows, or beside whose page a file lies. */
const articleOf = (page: Page) =>
  page.kind === 'article' || page.kind === 'file' ? page.article : page.kind === 'single' ? page.shown : null

/** Whether what a page is about has left the site since the page was planned. */
function isGone(page: Page, contents: ReadonlyMap<number, FullArticle>): boolean {
  if (page.kind === 'area') return !page.shown
  if (page.kind !== 'article' && page.kind !== 'file') return false
  const full = contents.get(page.article.id)
  return !full || (page.kind === 'file' && !full.files.some(({ stored }) => stored === page.file.stored))
}

/** Puts pages on the disk, some thousands at a time, and writes down what they were made from. */
function storeOf({ writer, folder, attachments, key }: Making, tally: Tally, takenDown: Taken) {
  const made = new Map<string, { readonly part: string; readonly print: string }>()
  let waiting = 0
  let ofAreas: AreaPage[] = []
  const commit = async () => {
    const some = ofAreas
    ofAreas = []
    const left: string[] = []
    const leaving = async () => {
      left.push(...(await takenDown(some)))
      return left
    }
    const { written, failed, stood, passed, taken } = await writer.commit(leaving)
    tally.written += written
    tally.unchanged += passed
    for (const path of taken) tally.gone.push(path)
    addFailures(tally, failed)
    if (written > 0) left.push(...(await takenDown(some)))
    writer.remove(left)
    const parts = new Map<string, Noted[]>()
    for (const [path, standing] of stood) {
      const one = made.get(path)
      if (!one) continue
      made.delete(path)
      const part = parts.get(one.part)
      if (part) part.push([path, one.print, standing])
      else parts.set(one.part, [[path, one.print, standing]])
    }
    for (const [part, pages] of parts) note(folder, part, pages, key)
  }
  let flushing: Promise<void> = Promise.resolve()
  const stands = (path: string, part: string, print: string | null, became: 'unchanged' | 'staged') => {
    if (print !== null) made.set(path, { part, print })
    if (became === 'unchanged') tally.unchanged += 1
    // what is unchanged waits too, for its note
    waiting += 1
  }
  return {
    put(page: Page, rendered: Rendered, part: string, print: string | null) {
      if (page.kind === 'area') ofAreas.push(page)
      stands(page.path, part, print, writer.put(page.path, rendered))
    },
    async copy(path: string, { stored, name }: SiteFile, part: string, print: string | null) {
      const source = join(attachments, stored)
      if (!existsSync(source)) throw new Error(`附件「${name}」的内容不在服务器上`)
      stands(path, part, print, await writer.copy(path, source))
    },
    /** The flush of one group overlaps with the rendering of the next. */
    async mayCommit() {
      if (waiting < commitSize) return
      waiting = 0
      await flushing
      flushing = commit()
    },
    async end() {
      await flushing
      await commit()
    },
  }
}

/** Renders and writes shares one after the other: contents come and go by fifty, so memory does not grow with their number. */
export async function makeShares(shares: Iterable<Share> | AsyncIterable<Share>, making: Making): Promise<Tally> {
  const { db, data, skin, key, folder, stopped, force } = making
  const model = modelOf(data)
  const reading = { db, shelf: shelfOf(db, model), leftovers: filesIn(folder) }
  const watch = watchPages(skin, model.base)
  const renderer = rendererOf(model, watch.skin, key)
  const printOf = printsOf(model, skin, key)
  const tally = emptyTally()
  const store = storeOf(making, tally, await takenOf(making))
  const turn = breather(sliceMs)

  const one = async (page: Page, part: string, print: string | null, contents: ReadonlyMap<number, FullArticle>) => {
    tally.finished += 1
    if (isGone(page, contents)) return void tally.gone.push(page.path)
    try {
      if (page.kind === 'file') await store.copy(page.path, page.file, part, print)
      else if (page.kind === 'area' && page.file.file) await store.copy(page.path, page.file.file, part, print)
      else {
        const made = renderer.page(page, contents)
        watch.look(page.path, made)
        store.put(page, made, part, print)
      }
    } catch (error) {
      addFailures(tally, [{ page: page.path, reason: diskReason(error) }])
    }
  }
  let last: { readonly part: string; readonly notes: Notes } | null = null
  const notesFor = (part: string) => {
    if (last?.part !== part) last = { part, notes: notesOf(folder, part, key) }
    return last.notes
  }
  const group = async (pages: readonly Page[], part: string) => {
    tally.expected += pages.length
    const notes = notesFor(part)
    const prints = new Map(pages.map((page) => [page, printOf(page)]))
    const due = pages.filter((page) => {
      const print = prints.get(page)
      return force || !print || !notes.stands(page.path, print)
    })
    tally.finished += pages.length - due.length
    tally.unchanged += pages.length - due.length
    await turn()
    for (const some of inBatches(due, batchSize)) {
      const contents = await loadFull(
        db,
        some.flatMap((page) => articleOf(page)?.id ?? []),
      )
      for (const page of some) {
        tally.cut ||= stopped()
        if (tally.cut) return
        await one(page, part, prints.get(page) ?? null, contents)
        await turn()
      }
      await store.mayCommit()
      making.progress(tally.finished)
    }
    making.progress(tally.finished)
  }

  for await (const share of shares) {
    for await (const pages of pagesOf(reading, share, tally)) {
      tally.cut ||= stopped()
      if (tally.cut) break
      await group(pages, notesPart(share))
    }
    if (tally.cut) break
  }
  await store.end()
  return tally
}
