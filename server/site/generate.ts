import type { Receipt } from '../../core/contract/generate.ts'
import type { Db } from '../db/open.ts'
import type { Key } from '../secret.ts'
import { articlePath, columnFolder } from './addresses.ts'
import { byNewest, loadSite, type SiteData } from './data.ts'
import { addFailures, addTally, emptyTally, inBatches, makePages, type Tally } from './make.ts'
import { type Manifest, openManifest } from './manifest.ts'
import { type Model, modelOf, relatedOf } from './model.ts'
import {
  besideCount,
  covers,
  drawsFromAll,
  type Page,
  type Plan,
  pageSize,
  pagesTouchedBy,
  plan,
  type Scope,
  shownOn,
  type Touched,
} from './plan.ts'
import { printsOf } from './prints.ts'
import { rendererOf } from './render.ts'
import { openSkin, type Skin, skinsFolder } from './skin.ts'
import { type Crew, hire } from './workers.ts'
import { filesBelow, removeEmptyFolders, removeLeftovers, type Stood, type Writer, writerOf } from './write.ts'

/** The public site: where its data is and where its pages go. */
export interface Site {
  readonly db: Db
  /** `<data>/site`; everything in it is made here. */
  readonly folder: string
  /** The key of the contents' seals (server/clean.ts). */
  readonly key: Key
  /** The SQLite file or the PostgreSQL address, for the connections of worker threads. */
  readonly database: string
  /** The folder of the skins; the shipped ones where absent. */
  readonly skins?: string
}

/** How a run tells how far it is (in pages), and hears that it should stop. */
export interface Watch {
  readonly progress?: (finished: number, total: number) => void
  readonly stopped?: () => boolean
}

/** A run's end: what it did, and whether it was cut short. */
export interface Outcome {
  readonly receipt: Receipt
  readonly cancelled: boolean
}

/** From so many pages on it pays to start threads. */
const manyPages = 800

interface Ready {
  readonly data: SiteData
  readonly model: Model
  readonly skin: Skin
  readonly whole: Plan
}

async function prepare(site: Site): Promise<Ready> {
  const data = await loadSite(site.db)
  const skin = openSkin(data.settings['site.skin'], site.skins)
  const model = modelOf(data)
  return { data, model, skin, whole: plan(model, skin.assets) }
}

interface Making {
  readonly pages: readonly Page[]
  readonly writer: Writer
  readonly watch: Watch
  readonly crew: Crew | null
  readonly manifest: Manifest
  /** Make every page, also those that stand as they should. */
  readonly force: boolean
}

/** The event loop waits no longer than this for pages that are only looked at. */
const sliceMs = 15

interface Due {
  readonly pages: readonly Page[]
  /** Prints of those that have one, by path. */
  readonly prints: ReadonlyMap<string, string>
}

/** The pages that do not stand on the disk as they should, as far as their prints tell. */
async function dueOf(site: Site, ready: Ready, { pages, manifest, watch, force }: Making): Promise<Due> {
  const printOf = printsOf(ready.model, ready.skin, site.key)
  const due: Page[] = []
  const prints = new Map<string, string>()
  let since = performance.now()
  let stopped = false
  for (const page of pages) {
    const print = printOf(page)
    if (stopped || force || print === null || !manifest.stands(page.path, print)) {
      due.push(page)
      if (print !== null) prints.set(page.path, print)
    }
    if (performance.now() - since < sliceMs) continue
    stopped = watch.stopped?.() === true
    await new Promise((resolve) => setImmediate(resolve))
    since = performance.now()
  }
  return { pages: due, prints }
}

/** What a thread needs of the site beside its pages: the articles that stand in boxes beside lists. */
function besides({ model, data }: Ready): SiteData {
  const columns = new Set(data.columns.flatMap((column) => relatedOf(model, column)))
  const shown = new Set([...columns].flatMap((column) => model.listOf(column.id).slice(0, besideCount)))
  return { ...data, articles: [...shown].sort(byNewest), briefs: {} }
}

async function make(site: Site, ready: Ready, making: Making): Promise<Tally> {
  const { pages, writer, watch, manifest } = making
  const stopped = watch.stopped ?? (() => false)
  const due = await dueOf(site, ready, making)
  const standing = pages.length - due.pages.length
  const stood = (made: readonly Stood[]) => {
    for (const [path, how] of made) {
      const print = due.prints.get(path)
      if (print) manifest.note(path, print, how)
    }
  }
  const behind = { here: 0, aside: 0 }
  const progress = (where: keyof typeof behind) => (finished: number) => {
    behind[where] = finished
    watch.progress?.(standing + behind.here + behind.aside, pages.length)
  }
  progress('here')(0)
  const renderer = rendererOf(ready.model, ready.skin, site.key)
  const here = (some: readonly Page[]) =>
    makePages(inBatches(some), { db: site.db, renderer, writer, stopped, stood, progress: progress('here') })
  const tally = { ...emptyTally(), finished: standing, unchanged: standing }
  if (due.pages.length < manyPages) {
    addTally(tally, await here(due.pages))
    return tally
  }
  const crew = making.crew ?? hire()
  try {
    const { folder, key, database } = site
    const task = { data: besides(ready), folder, key, database, skins: site.skins ?? skinsFolder() }
    const slim = (page: Page): Page => (page.kind === 'list' ? { ...page, shown: shownOn(ready.model, page) } : page)
    const aside = due.pages.filter((page) => !drawsFromAll(page))
    const parts = [
      crew.make(task, aside, slim, { stopped, stood, progress: progress('aside') }),
      here(due.pages.filter(drawsFromAll)),
    ]
    for (const part of await Promise.all(parts)) addTally(tally, part)
  } finally {
    await crew.dismiss()
  }
  return tally
}

/** Threads for a run that is likely to make many pages; where many prove to be due only later, they are hired then. */
async function crewFor(site: Site, scope: Scope, manifest: Manifest): Promise<Crew | null> {
  if (scope.kind === 'index') return null
  const { n } = await site.db.read
    .selectFrom('article')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('status', '=', 2)
    .executeTakeFirstOrThrow()
  const pages = scope.kind === 'column' ? Number(n) / pageSize : Number(n)
  const known = scope.kind === 'all' && scope.force ? 0 : manifest.size
  return pages - known < manyPages ? null : hire()
}

/** The names that a run gives to pages; anything else in the folder was put there by someone and is left alone. */
const ownTop = /^(?:(?:index|404|search|map|access)\.html|search\.json|rss\.xml|sitemap(?:_\d+)?\.xml)$/
const ownList = /^index(?:_\d+)?\.html$/

/** Which of the files in the folder a scope may remove when they are in the plan no longer. */
function sweeps(model: Model, scope: Scope): (path: string) => boolean {
  const family = scope.kind === 'column' && scope.columnId > 0 ? model.familyOf(scope.columnId) : null
  const folders = family && new Set([...family].map((id) => columnFolder(model.columns.get(id) as never)))
  return (path) => {
    const [top = '', ...rest] = path.split('/')
    if (rest.length === 0) return (scope.kind === 'all' || scope.kind === 'index') && ownTop.test(top)
    if (top === 'a') return scope.kind === 'all' || scope.kind === 'article'
    if (top === 'assets') return scope.kind === 'all' || scope.kind === 'index'
    const inScope = scope.kind === 'all' || (scope.kind === 'column' && (folders === null || folders.has(top)))
    return inScope && rest.length === 1 && ownList.test(rest[0] as string)
  }
}

const plannedOf = (whole: Plan, gone: readonly string[]) => {
  const planned = new Set([...whole.pages.map((page) => page.path), ...whole.failed.map((one) => one.page)])
  for (const path of gone) planned.delete(path)
  return planned
}

function sweep(site: Site, planned: ReadonlySet<string>, writer: Writer, mine: (path: string) => boolean): number {
  const files = filesBelow(site.folder)
  removeLeftovers(site.folder, files, Date.now())
  const stale = files.filter(
    (path) => !planned.has(path) && mine(path) && /^[\w./-]+$/.test(path) && !path.includes('/.'),
  )
  const removed = writer.remove(stale)
  removeEmptyFolders(
    site.folder,
    new Set(stale.flatMap((path) => (path.includes('/') ? [path.slice(0, path.lastIndexOf('/'))] : []))),
  )
  return removed
}

function receiptOf(tally: Tally, expected: number, removed: number, start: number): Receipt {
  const { written, unchanged, failed, failedCount } = tally
  return {
    expected: expected - tally.gone.length,
    written,
    unchanged,
    removed,
    failed,
    failedCount,
    ms: Math.round(performance.now() - start),
  }
}

async function run(
  site: Site,
  scope: Scope,
  watch: Watch,
  { manifest, crew }: { manifest: Manifest; crew: Crew | null },
): Promise<Outcome> {
  const start = performance.now()
  const ready = await prepare(site)
  const pages = ready.whole.pages.filter(covers(ready.model, scope))
  const writer = writerOf(site.folder)
  const force = scope.kind === 'all' && scope.force === true
  const tally = await make(site, ready, { pages, writer, watch, crew, manifest, force })
  const mine = sweeps(ready.model, scope)
  const failed = ready.whole.failed.filter((one) => scope.kind === 'all' || mine(one.page))
  addFailures(tally, failed)
  const cancelled = tally.finished < pages.length
  const planned = plannedOf(ready.whole, tally.gone)
  const removed = cancelled ? 0 : sweep(site, planned, writer, mine)
  manifest.save(cancelled ? undefined : planned)
  return { receipt: receiptOf(tally, pages.length + failed.length, removed, start), cancelled }
}

/**
 * Generates a part of the site or all of it, and removes the pages that it should no longer have.
 * @throws Refused NOT_FOUND for an unknown column
 */
export async function generate(site: Site, scope: Scope, watch: Watch = {}): Promise<Outcome> {
  const manifest = openManifest(site.folder)
  const crew = await crewFor(site, scope, manifest)
  try {
    return await run(site, scope, watch, { manifest, crew })
  } finally {
    await crew?.dismiss()
  }
}

/** The pages that a change makes disappear: articles that are off the site, and the ends of lists that became shorter. */
function vanished(site: Site, ready: Ready, touched: Touched): string[] {
  const planned = plannedOf(ready.whole, [])
  const articles = touched.articleIds.map(articlePath).filter((path) => !planned.has(path))
  const folders = new Set(touchedFolders(ready.model, touched))
  const lists = [...folders].flatMap((folder) => filesBelow(site.folder, folder))
  return [...articles, ...lists.filter((path) => !planned.has(path) && ownList.test(path.slice(path.indexOf('/') + 1)))]
}

function touchedFolders(model: Model, touched: Touched): string[] {
  const ids = touched.columnIds.flatMap((id) => model.chainOf(id).map((column) => column.id))
  return ids.flatMap((id) => {
    const folder = columnFolder(model.columns.get(id) as never)
    return /^[a-z0-9][a-z0-9-]*$/.test(folder) ? [folder] : []
  })
}

/**
 * Brings just the pages up to date that a change touches. When it returns, what left the site is gone from its page, lists, index,
 * feeds and search.
 */
export async function regenerate(site: Site, touched: Touched, watch: Watch = {}): Promise<Receipt> {
  if (touched.everything) return (await generate(site, { kind: 'all' }, watch)).receipt
  const start = performance.now()
  const ready = await prepare(site)
  const writer = writerOf(site.folder)
  const gone = vanished(site, ready, touched)
  const removed = writer.remove(gone)
  const pages = pagesTouchedBy(ready.model, ready.whole, touched)
  const manifest = openManifest(site.folder)
  const tally = await make(site, ready, { pages, writer, watch, crew: null, manifest, force: false })
  manifest.save()
  return receiptOf(tally, pages.length, removed + writer.remove(tally.gone), start)
}

/** An empty receipt: nothing was to be done. */
export const emptyReceipt = (): Receipt => receiptOf(emptyTally(), 0, 0, performance.now())
