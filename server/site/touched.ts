import type { Kysely } from 'kysely'
import type { Receipt } from '../../core/contract/generate.ts'
import { breath } from '../breather.ts'
import type { Schema } from '../db/tables.ts'
import { isAreaSite } from './area-pages.ts'
import { rowsIn } from './area-rows.ts'
import { generate, isOutOfFrame, type Outcome, regenerate, type Site, type Watch } from './generate.ts'
import { again, momentOf, runKinds, settle } from './kept.ts'
import type { Long } from './lane.ts'
import { settlePictures } from './pictures.ts'
import type { Touched } from './plan.ts'
import { loadSettings } from './settings.ts'

const atOnce = 500
/** From so many rows on they are shown by a run over the whole site: it looks at each page once, whatever their number. */
const pileSize = 500

interface Row {
  readonly id: number
  readonly articleId: number
  readonly columnId: number
  readonly area: string | null
  readonly at: number
  readonly rowId: number | null
  readonly place: number | null
}

/** Does the work of a run where people can see how far it is. */
export type Visibly = (says: string, work: (watch: Watch) => Promise<Outcome>) => Promise<Outcome>

/** How work is done that takes long. */
interface Ways {
  readonly visibly: Visibly
  readonly long: Long
}

/** Rows that are read or deleted in one go: more would keep everybody waiting. */
const batch = 2000

async function idsOf(db: Kysely<Schema>): Promise<number[]> {
  const ids: number[] = []
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('touched')
      .select('id')
      .where('shownAt', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const row of rows) ids.push(row.id)
    after = rows.at(-1)?.id ?? 0
    if (rows.length < batch) return ids
    await breath()
  }
}

/** Reads which rows wait; what a run over the whole site shows, `forget` takes away afterwards. */
export async function pileOf(site: Site): Promise<{ readonly size: number; forget(): Promise<void> }> {
  const ids = await idsOf(site.db.read)
  return { size: ids.length, forget: () => forget(site, ids) }
}

/** What is shown is forgotten, once its pictures are where they belong. */
async function forget(site: Site, ids: readonly number[]): Promise<void> {
  for (let i = 0; i < ids.length; i += batch) {
    const some = ids.slice(i, i + batch)
    const rows = await site.db.read.selectFrom('touched').select('articleId').where('id', 'in', some).execute()
    await settlePictures(site, [...new Set(rows.map(({ articleId }) => articleId).filter((id) => id !== 0))])
    await settle(site.db, some)
    await breath()
  }
}

/** The next rows to show: the oldest, or with `site.auto` off those of what left the site, and those of areas, whose pages are few. */
function due(site: Site, auto: boolean): Promise<Row[]> {
  const rows = site.db.read
    .selectFrom('touched')
    .select(['touched.id', 'touched.articleId', 'touched.columnId', 'touched.area', 'touched.at'])
    .select(['touched.rowId', 'touched.place'])
    .where('touched.shownAt', 'is', null)
    .orderBy('touched.id')
    .limit(atOnce)
  if (auto) return rows.execute()
  return rows
    .leftJoin('article', 'article.id', 'touched.articleId')
    .where((eb) =>
      eb.or([
        eb('touched.area', 'is not', null),
        eb.and([
          eb('touched.articleId', '!=', 0),
          eb.or([eb('article.id', 'is', null), eb('article.status', '!=', 2), eb('article.deletedAt', 'is not', null)]),
        ]),
      ]),
    )
    .execute()
}

/** So long after a change its own process shows it. */
const ownMs = 30_000

/** Whether something waits that nobody is about to show: its process is gone. */
export async function hasLeftOver(site: Site, now: number, leases: number): Promise<boolean> {
  const auto = (await loadSettings(site.db))['site.auto'] !== '0'
  const first = (await due(site, auto))[0]
  if (!first || first.at > now - ownMs) return false
  const run = await site.db.read
    .selectFrom('job')
    .select('id')
    .where('state', '=', 'running')
    .where('kind', 'in', runKinds)
    .where('leaseUntil', '>=', leases)
    .executeTakeFirst()
  return run === undefined
}

/** Rows of table `touched` as one change; a row without article is a changed column, which shows on every page. */
function touchedBy(rows: readonly Omit<Row, 'id'>[]): Touched {
  return {
    articleIds: [...new Set(rows.map((row) => row.articleId).filter((id) => id !== 0))],
    columnIds: [...new Set(rows.filter((row) => row.area === null).map((row) => row.columnId))],
    everything: rows.some((row) => row.articleId === 0 && row.area === null),
    areas: [...new Set(rows.map((row) => (row.rowId === null ? row.area : null)))].filter(isAreaSite),
    rows: rows.flatMap(({ area, rowId, place }) =>
      rowId !== null && isAreaSite(area) ? [{ area, id: rowId, place }] : [],
    ),
  }
}

/** Several changes as one. */
export function together(all: readonly Touched[]): Touched {
  const every = <T>(of: (one: Touched) => readonly T[] | undefined) => [...new Set(all.flatMap((one) => of(one) ?? []))]
  return {
    articleIds: every((one) => one.articleIds),
    columnIds: every((one) => one.columnIds),
    everything: all.some((one) => one.everything),
    areas: every((one) => one.areas),
    rows: every((one) => one.rows),
  }
}

function failureOf({ failed: [failed], failedCount }: Receipt): string | null {
  return failed ? `${failedCount} 个页面未能更新，例如 ${failed.page}：${failed.reason}` : null
}

const everything = (site: Site, stopped: () => boolean, watch: Watch): Promise<Outcome> =>
  generate(site, { kind: 'all' }, { ...watch, stopped: () => stopped() || watch.stopped?.() === true })

/** So many are shown in no time. */
const fewRows = 20

/** Shows a change; who takes something down waits for one that is no large one. */
function shownBy(site: Site, touched: Touched, stopped: () => boolean, long: Long): Promise<Receipt> {
  const { articleIds, everything, areas = [], rows = [] } = touched
  const few = !everything && !areas.some(rowsIn) && articleIds.length + rows.length <= fewRows
  if (few) return regenerate(site, touched, { stopped })
  return long.run(async () => regenerate(site, touched, { stopped, since: await long.since() }))
}

/** Shows a large pile by one run. @returns as `regenerateTouched` */
async function showPile(site: Site, visibly: Visibly, stopped: () => boolean): Promise<string | null> {
  const pile = await pileOf(site)
  const says = `网站更新（${pile.size} 处改动）`
  const began = await momentOf(site.db)
  const { receipt, cancelled } = await visibly(says, (watch) => everything(site, stopped, watch))
  await again(site.db, began)
  if (cancelled) return ''
  const why = failureOf(receipt)
  if (why === null) await pile.forget()
  return why
}

/**
 * Makes all pages when what each of them has is no longer what they show: a column got its first article or lost its last, a banner came or
 * went, a day of mourning began or ended. Not together with the change itself: who takes something down does not wait for it.
 * @returns as `regenerateTouched`
 */
export async function showFrame(site: Site, stopped: () => boolean, { visibly }: Ways): Promise<string | null> {
  const auto = (await loadSettings(site.db))['site.auto'] !== '0'
  if (!auto || !(await isOutOfFrame(site))) return null
  const began = await momentOf(site.db)
  const { receipt, cancelled } = await visibly('网站更新（各页共有的部分有变）', (watch) =>
    everything(site, stopped, watch),
  )
  await again(site.db, began)
  return cancelled ? '' : failureOf(receipt)
}

/**
 * Shows what table `touched` holds and deletes the rows that are shown.
 * @returns why not all of them are shown: their rows stay for the next time; empty when it was stopped, null when all are
 */
export async function regenerateTouched(site: Site, stopped: () => boolean, ways: Ways): Promise<string | null> {
  const auto = (await loadSettings(site.db))['site.auto'] !== '0'
  for (;;) {
    const rows = await due(site, auto)
    if (rows.length === 0) return null
    if (auto && rows.length >= pileSize) {
      const why = await showPile(site, ways.visibly, stopped)
      if (why !== null) return why
      continue
    }
    const began = await momentOf(site.db)
    const receipt = await shownBy(site, touchedBy(rows), stopped, ways.long)
    if (stopped()) return ''
    const why = failureOf(receipt)
    if (why !== null) return why
    const another = await again(site.db, began)
    await forget(
      site,
      rows.map((row) => row.id),
    )
    if (rows.length < atOnce && !another) return null
  }
}
