import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Receipt } from '../../core/contract/generate.ts'
import { breath } from '../breather.ts'
import type { Db } from '../db/open.ts'
import type { Key } from '../secret.ts'
import { articleFolder, articlePath, articlesInFolder, columnFolder, sitemapSize } from './addresses.ts'
import { type AreaSiteName, areaFolders, areaSites, areasShowing } from './area-pages.ts'
import { allRowIds, pathsBeside, pathsHad, rowGroups, rowLists, rowPath, rowsIn, rowsInGroup } from './area-rows.ts'
import { loadFrame } from './data.ts'
import { addFailures, addTally, emptyTally, makeShares, type Tally } from './make.ts'
import { hasNotes, keepNotes, lastFrame, noteFrame } from './manifest.ts'
import { loadSite, type Model, modelOf } from './model.ts'
import {
  covers,
  coversArticles,
  namesAreas,
  type Plan,
  pagesTouchedBy,
  plan,
  type Scope,
  type Touched,
} from './plan.ts'
import { notesPart, plannedShares, type Share, shareOfIds, sharesOfRows, sharesOfTouched, sizeOf } from './shares.ts'
import { countSince, groupsOf, pagesOf } from './shelf.ts'
import { openSkin, type Skin } from './skin.ts'
import { loadSkinFiles, type SkinFiles } from './skin-files.ts'
import { makeAside } from './workers.ts'
import { filesBelow, isOwn, removeEmptyFolders, removeLeftovers, type Writer, writerOf } from './write.ts'

/** The public site: where its data is and where its pages go. */
export interface Site {
  readonly db: Db
  /** `<data>/site`; everything in it is made here. */
  readonly folder: string
  /** Where the contents of attachments are (server/attachments). */
  readonly attachments: string
  /** Where uploads lie for visitors, and where those that are on no page any more. */
  readonly pictures: { readonly shown: string; readonly hidden: string }
  /** The key of the contents' seals (server/clean.ts). */
  readonly key: Key
  /** The SQLite file or the PostgreSQL address, for the connections of worker threads. */
  readonly database: string
  /** The folder of the skins; the shipped ones where absent. */
  readonly skins?: string
  /** The server's clock; the system's where absent. */
  readonly now?: () => number
}

/** How a run tells how far it is (in pages), and hears that it should stop. */
export interface Watch {
  /** Others may take something down meanwhile, and do not wait for it: what they write and remove after this moment stays. */
  readonly since?: number
  readonly progress?: (finished: number, total: number) => void
  readonly stopped?: () => boolean
}

/** A run's end: what it did, and whether it was cut short. */
export interface Outcome {
  readonly receipt: Receipt
  readonly cancelled: boolean
}

/** From so many pages on that are to be made it pays to start threads … */
const manyPages = 800
/** … and from so many on that are only looked at. */
const manyLooks = 20_000

interface Ready {
  readonly model: Model
  /** As it is when the run begins: what is changed of it meanwhile is for the next one. */
  readonly files: SkinFiles
  readonly skin: Skin
  readonly whole: Plan
}

async function prepare(site: Site): Promise<Ready> {
  const model = await loadSite(site.db, site.now?.())
  const files = await loadSkinFiles(site.db.read, model.data.settings['site.skin'], site.skins)
  const skin = openSkin(files)
  return { model, files, skin, whole: plan(model, skin.assets, await groupsOf(site.db, sitemapSize)) }
}

interface Making {
  readonly shares: readonly Share[]
  /** How many pages these are, about. */
  readonly total: number
  /** Most of them are likely to be due. */
  readonly due: boolean
  readonly writer: Writer
  readonly watch: Watch
  /** Make every page, also those that stand as they should. */
  readonly force: boolean
}

/** Makes shares here while they are few, and in threads what follows when they prove to be many. */
async function make(site: Site, { model, files, skin }: Ready, making: Making): Promise<Tally> {
  const { total, watch, writer, force } = making
  const { key, database, folder, attachments } = site
  const tally = emptyTally()
  const stopped = watch.stopped ?? (() => false)
  let before = 0
  const progress = (finished: number) => watch.progress?.(Math.min(before + finished, total), total)
  progress(0)
  let next = 0
  let behind = 0
  const aside = total >= manyLooks || (making.due && total >= manyPages)
  const { shares, own } = ownApart(making.shares)
  const { since } = watch
  const yields = since !== undefined
  const hands = { db: site.db, data: model.data, skin, key, folder, attachments, force, stopped, progress, yields }
  if (!aside) {
    const counted: Pick<Writer, 'put' | 'copy'> = {
      put(path, page) {
        behind += 1
        return writer.put(path, page)
      },
      copy(path, source) {
        behind += 1
        return writer.copy(path, source)
      },
    }
    const few = function* () {
      while (next < shares.length && behind < manyPages) yield shares[next++] as Share
    }
    addTally(tally, await makeShares(few(), { ...hands, writer: { ...writer, ...counted } }))
    before = tally.finished
  }
  if (next < shares.length && !tally.cut) {
    const data = { ...model.data, areas: [] }
    const task = { data, folder, attachments, key, database, skin: files, force, since }
    addTally(tally, await makeAside(task, shares.slice(next), { stopped, progress }))
    before = tally.finished
  }
  // last, so that they lead to pages that are there
  if (!tally.cut) addTally(tally, await makeShares(own, { ...hands, writer }))
  return tally
}

/** The pages that name those of all areas, apart from all others: threads are not told these, which may be tens of thousands. */
function ownApart(all: readonly Share[]): { shares: Share[]; own: Share[] } {
  const shares: Share[] = []
  const own: Share[] = []
  for (const share of all) {
    if (share.kind !== 'planned') shares.push(share)
    else
      for (const [to, pages] of [
        [own, share.pages.filter(namesAreas)],
        [shares, share.pages.filter((page) => !namesAreas(page))],
      ] as const)
        if (pages.length > 0) to.push({ ...share, pages })
  }
  return { shares, own }
}

/** The names that a run gives to pages; anything else in the folder was put there by someone and is left alone. */
const ownTop = /^(?:(?:index|404|search|map|access|subscribe)\.html|search\.json|rss\.xml|sitemap(?:_\d+)?\.xml)$/
const ownList = /^(?:index(?:_\d+)?\.html|rss\.xml)$/
const ownArea =
  /^sitemap_\d+\.xml$|^(?:(?:index|year|month|text|reply|rate|feedback|\d+)(?:_\d+)?|plate_\d+(?:_\d+)?|model_[a-zA-Z]+|write)\.html$|^\d+\/[\w-]+\.[a-z\d]{1,5}$/

/** The page of one of an area's many rows. */
const rowPage = /\/(\d+)\.html$/
/** What covers the pages of areas covers those of their rows. */
const rowScopes: ReadonlySet<Scope['kind']> = new Set(['all', 'index'])

const plannedOf = (whole: Plan) =>
  new Set([...whole.pages.map((page) => page.path), ...whole.failed.map((one) => one.page)])

/** The folders of the columns in a scope; null for all there are. */
function foldersIn(model: Model, scope: Scope): ReadonlySet<string> | null {
  if (scope.kind !== 'column' || scope.columnId <= 0) return null
  return new Set([...model.familyOf(scope.columnId)].map((id) => columnFolder(model.columns.get(id) as never)))
}

/** Which of the files in the folder a scope may remove when they are in the plan no longer; the articles' have shares of their own. */
function sweeps(model: Model, scope: Scope): (path: string) => boolean {
  const folders = foldersIn(model, scope)
  return (path) => {
    const [top = '', ...rest] = path.split('/')
    if (rest.length === 0) return (scope.kind === 'all' || scope.kind === 'index') && ownTop.test(top)
    if (areaFolders.has(top)) return (scope.kind === 'all' || scope.kind === 'index') && ownArea.test(rest.join('/'))
    if (top === 'assets') return scope.kind === 'all' || scope.kind === 'index'
    const inScope = scope.kind === 'all' || (scope.kind === 'column' && (folders === null || folders.has(top)))
    return inScope && rest.length === 1 && ownList.test(rest[0] as string)
  }
}

const foldersOf = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    : []

const brokenIn = ({ data }: Model): ReadonlySet<string> => new Set(data.broken.map(({ folder }) => folder))

/** What is left in the site's folder of pages that it should no longer have, but those of articles. */
async function leftovers(
  site: Site,
  { planned, broken }: { readonly planned: ReadonlySet<string>; readonly broken: ReadonlySet<string> },
  mine: (path: string) => boolean,
): Promise<string[]> {
  const found: string[] = []
  const look = (files: readonly string[]) => {
    removeLeftovers(site.folder, files, Date.now())
    for (const path of files) if (!planned.has(path) && mine(path) && isOwn(path)) found.push(path)
  }
  if (!existsSync(site.folder)) return found
  look(readdirSync(site.folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [] : [entry.name])))
  for (const folder of foldersOf(site.folder)) {
    if (folder === 'a' || broken.has(folder)) continue
    const area = areaFolders.get(folder)
    const ids = area && rowsIn(area) ? await allRowIds(site.db, area) : null
    const beside = new Set(area && rowsIn(area) ? await pathsBeside(site.db, area) : [])
    const stands = (path: string) => beside.has(path) || ids?.has(Number(rowPage.exec(path)?.[1] ?? 0))
    look(filesBelow(site.folder, folder).filter((path) => !stands(path)))
    await breath()
  }
  return found
}

function remove(site: Site, writer: Writer, paths: readonly string[]): number {
  const removed = writer.remove(paths)
  const folders = paths.flatMap((path) => (path.includes('/') ? [path.slice(0, path.lastIndexOf('/'))] : []))
  removeEmptyFolders(site.folder, new Set(folders))
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

/** The shares of the articles' pages that a scope covers, and how many pages these are, about. */
async function articleShares(site: Site, model: Model, scope: Scope): Promise<{ shares: Share[]; total: number }> {
  const only = coversArticles(model, scope)
  if (only === null) return { shares: [], total: 0 }
  // also where there are only files
  const there = foldersOf(join(site.folder, 'a')).filter((name) => /^\d{1,13}$/.test(name))
  const folders = new Set([...(await groupsOf(site.db, articlesInFolder)), ...there.map(Number)])
  const shares = [...folders].map((folder): Share => ({ kind: 'articles', folder, only }))
  return { shares, total: await countSince(site.db, only) }
}

/**
 * Generates a part of the site or all of it, and removes the pages that it should no longer have.
 * @throws Refused NOT_FOUND for an unknown column
 */
export async function generate(site: Site, scope: Scope, watch: Watch = {}): Promise<Outcome> {
  const start = performance.now()
  const ready = await prepare(site)
  const { model, whole } = ready
  const lists = rowScopes.has(scope.kind) ? (await rowLists(site.db)).pages : []
  const pages = [...whole.pages.filter(covers(model, scope)), ...lists]
  const articles = await articleShares(site, model, scope)
  const rows = rowScopes.has(scope.kind) ? sharesOfRows(await rowGroups(site.db, rowsInGroup)) : []
  // the small ones last, so that no thread is left with a large one at the end
  const shares = [...articles.shares, ...rows, ...plannedShares(pages)]
  const total = pages.length + articles.total + rows.length * rowsInGroup
  const writer = writerOf(site.folder, watch.since)
  const force = scope.kind === 'all' && scope.force === true
  const due = force || !hasNotes(site.folder)
  const tally = await make(site, ready, { shares, total, due, writer, watch, force })
  const mine = sweeps(model, scope)
  const failed = whole.failed.filter((one) => scope.kind === 'all' || mine(one.page))
  addFailures(tally, failed)
  const planned = new Set([...plannedOf(whole), ...lists.map(({ path }) => path)])
  const standing = { planned, broken: brokenIn(model) }
  const left = tally.cut ? [] : [...tally.leftovers, ...tally.gone, ...(await leftovers(site, standing, mine))]
  const removed = remove(site, writer, left)
  if (scope.kind === 'all' && !tally.cut) {
    keepNotes(site.folder, new Set(shares.map(notesPart)))
    noteFrame(site.folder, frameOf(model))
  }
  const expected = (tally.cut ? total : tally.expected) + failed.length
  return { receipt: receiptOf(tally, expected, removed, start), cancelled: tally.cut }
}

/**
 * What every page shows: which columns the site leads to, what stands at its head, whether it is grey. A page that was touched says so
 * already, all others only after a run over all of them. Columns by those that are not empty, so that one which was made and filled since is
 * noticed too.
 */
const frameOf = ({ data, empty }: Model) => {
  const columns = data.columns.map(({ id }) => id).filter((id) => !empty.has(id))
  const shown = data.banners.length > 0 || data.grey !== 'off' ? [JSON.stringify([data.banners, data.grey])] : []
  return [columns.sort((a, b) => a - b).join(' '), ...shown].join('\n')
}

/** Whether that is another one than when all pages were made. */
export async function isOutOfFrame(site: Site): Promise<boolean> {
  return lastFrame(site.folder) !== frameOf(modelOf(await loadFrame(site.db, site.now?.() ?? Date.now())))
}

/** What stands after a change, as far as it is concerned. */
interface Standing {
  readonly ids: ReadonlySet<number>
  readonly rows: Awaited<ReturnType<typeof rowsStanding>>
}

/** What a change means for the pages of areas whose rows are many: those that stand, and those that do not or may not. */
async function rowsStanding({ db, folder }: Site, { areas = [], rows = [] }: Touched) {
  const some = rows.filter(({ area }) => !areas.includes(area))
  const lists = await rowLists(db, areas, some)
  const groups = areas.some(rowsIn) ? (await rowGroups(db, rowsInGroup)).filter(({ area }) => areas.includes(area)) : []
  const ids = new Map<AreaSiteName, ReadonlySet<number>>()
  for (const area of areas) if (rowsIn(area)) ids.set(area, await allRowIds(db, area))
  const all = [...ids].flatMap(([area, of]) => [...of].map((id) => rowPath(area, id)))
  const there = new Set(all)
  for (const area of ids.keys()) for (const path of await pathsBeside(db, area)) there.add(path)
  for (const { area, id } of some)
    if ((await rowsIn(area)?.next(db, id)) === id)
      for (const path of [rowPath(area, id), ...(await pathsBeside(db, area, [id]))]) there.add(path)
  for (const { path } of lists.pages) there.add(path)
  const maps = some.map(({ area, id }) => `${areaSites[area].folder}/sitemap_${Math.floor(id / rowsInGroup)}.xml`)
  return {
    shares: [...sharesOfRows(groups), ...sharesOfTouched(some.filter(({ area, id }) => there.has(rowPath(area, id))))],
    pages: lists.pages,
    stands: there,
    gone: [
      ...some.flatMap(({ area, id }) => [
        rowPath(area, id),
        ...pathsHad(area, id, (path) => existsSync(join(folder, path))),
      ]),
      ...lists.gone,
      ...maps,
    ],
  }
}

/** The pages that a change makes disappear: articles that are off the site, and the ends of lists and maps that became shorter. */
function vanished(site: Site, ready: Ready, touched: Touched, { ids: pages, rows }: Standing): string[] {
  const planned = plannedOf(ready.whole)
  for (const path of rows.stands) planned.add(path)
  const articles = touched.articleIds
    .filter((id) => !pages.has(id))
    .flatMap((id) => [articlePath(id), ...filesBelow(site.folder, articleFolder(id))])
  const folders = new Set(touchedFolders(ready.model, touched))
  const lists = [...folders].flatMap((folder) => filesBelow(site.folder, folder))
  const tops = existsSync(site.folder) ? readdirSync(site.folder).filter((name) => ownTop.test(name)) : []
  const ends = lists.filter((path) => ownList.test(path.slice(path.indexOf('/') + 1)))
  const broken = brokenIn(ready.model)
  const areas = (touched.areas ?? []).map((area) => areaSites[area].folder ?? '_').filter((name) => !broken.has(name))
  const ofAreas = areas.flatMap((folder) => filesBelow(site.folder, folder))
  const gone = ofAreas.filter((path) => ownArea.test(path.slice(path.indexOf('/') + 1)))
  return [...articles, ...[...ends, ...tops, ...gone, ...rows.gone].filter((path) => !planned.has(path))]
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
export async function regenerate(site: Site, given: Touched, watch: Watch = {}): Promise<Receipt> {
  if (given.everything) return (await generate(site, { kind: 'all' }, watch)).receipt
  const start = performance.now()
  const showing = await areasShowing(site.db, given.articleIds)
  const touched = { ...given, areas: [...new Set([...(given.areas ?? []), ...showing])] }
  const ready = await prepare(site)
  const writer = writerOf(site.folder, watch.since)
  const articles = await pagesOf(site.db, touched.articleIds)
  const ids = new Set(articles.map((one) => one.id))
  const rows = await rowsStanding(site, touched)
  const removed = remove(site, writer, vanished(site, ready, touched, { ids, rows }))
  const columnIds = [...touched.columnIds, ...articles.map((one) => one.columnId)]
  const planned = pagesTouchedBy(ready, { ...touched, columnIds }, (path) => existsSync(join(site.folder, path)))
  const pages = [...planned, ...rows.pages]
  const shares = [...shareOfIds([...ids]), ...rows.shares, ...plannedShares(pages)]
  const total = pages.length + ids.size + rows.shares.reduce((sum, share) => sum + sizeOf(share), 0)
  const tally = await make(site, ready, { shares, total, due: true, writer, watch, force: false })
  if (ready.model.data.broken.length > 0) addFailures(tally, ready.whole.failed)
  const left = remove(site, writer, [...tally.gone, ...tally.leftovers])
  return receiptOf(tally, tally.cut ? total : tally.expected, removed + left, start)
}

/** An empty receipt: nothing was to be done. */
export const emptyReceipt = (): Receipt => receiptOf(emptyTally(), 0, 0, performance.now())
