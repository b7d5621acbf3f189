import type { Selectable } from 'kysely'
import { wordsOf } from '../../../core/domain/search.ts'
import { countsAsLeft, type TraceKind, traceKinds } from '../../../core/domain/traces.ts'
import type { Ctx, Parts } from '../../context.ts'
import type { RowOf } from '../../db/table.ts'
import type { offSite } from '../../db/tables/off-site.ts'
import { setting } from '../../settings.ts'
import { articlePath, filePath } from '../../site/addresses.ts'
import { picturesOff } from '../../site/pictures.ts'
import type { TracesOf } from '../../site/traces.ts'
import type { ArticleRow } from './show.ts'

/** Whether articles that left the site are gone from it (docs/decisions/0041-proof-of-take-down.md). */

export type OffSiteRow = Selectable<RowOf<typeof offSite.columns>>
type Left = Pick<OffSiteRow, 'articleId' | 'title' | 'columnId' | 'deptId' | 'createdBy' | 'offAt' | 'own'>

/** What was its own on the site. */
interface Own {
  readonly pictures: readonly string[]
  readonly files: readonly string[]
}
/** A place that was looked at. */
export interface Looked {
  readonly kind: TraceKind
  readonly looked: number
  readonly count: number
  readonly found: string[]
  readonly fault: string | null
}

/** Notes in the running transaction that articles left the site: soon it is looked whether they are gone. */
export async function noteOffSite(
  ctx: Ctx,
  rows: readonly Pick<ArticleRow, 'id' | 'title' | 'columnId' | 'deptId' | 'createdBy'>[],
) {
  if (rows.length === 0) return
  const values = rows.map(({ id, title, columnId, deptId, createdBy }) => ({
    ...{ articleId: id, title, columnId, deptId, createdBy, offAt: ctx.now, state: 0, found: 0 },
  }))
  await ctx.db.insertInto('offSite').values(values).execute()
}

/** What was on the site of its own: from the article while it is there, else as it was last known. */
async function ownOf({ db, site }: Parts, rows: readonly Left[]): Promise<ReadonlyMap<number, Own>> {
  const ids = rows.map(({ articleId }) => articleId)
  const there = new Set(
    (await db.read.selectFrom('article').select('id').where('id', 'in', ids).execute()).map(({ id }) => id),
  )
  const pictures = await picturesOff(
    site.site,
    ids.filter((id) => there.has(id)),
  )
  const files = await db.read
    .selectFrom('attachment')
    .select(['rowId', 'stored', 'name'])
    .where('to', '=', 'article')
    .where('rowId', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ articleId: id, own }): [number, Own] => {
      if (!there.has(id)) return [id, own === null ? { pictures: [], files: [] } : (JSON.parse(own) as Own)]
      const paths = files.filter(({ rowId }) => rowId === id).map((file) => filePath(id, file))
      return [id, { pictures: pictures.get(id) ?? [], files: paths }]
    }),
  )
}

const searchMost = 200

/** Whether the index of the site's search still finds it by its title. */
async function inSearch({ search }: Parts, { articleId, title }: Left): Promise<Looked> {
  const words = wordsOf(title).slice(0, 5)
  const place = { kind: 'search' as const, looked: 1, count: 0, found: [] as string[], fault: null }
  if (words.length === 0) return place
  const { ids, whole } = await search.findOnline({ words, narrowed: {}, offset: 0, limit: searchMost }, 'off site')
  if (!ids.includes(articleId)) return place
  return whole ? { ...place, count: 1, found: ['站内检索'] } : { ...place, fault: '检索索引还没有更新完' }
}

/** Of one article no more is asked than this. */
const visitsMost = 20

/** What a visitor is answered at the site's own address. */
async function atAddress(
  { ports }: Parts,
  base: string,
  { articleId }: Left,
  own: Own,
  pictureBase: string,
): Promise<Looked> {
  const gone = [articlePath(articleId), ...own.files].map((path) => `${base}/${path}`)
  const pictures = own.pictures.map((name) => `${pictureBase}/uploads/${name}`)
  const naming = ['index.html', 'rss.xml', 'search.json', 'sitemap.xml'].map((path) => `${base}/${path}`)
  const found: string[] = []
  const faults: string[] = []
  let looked = 0
  for (const url of [...gone, ...pictures].slice(0, visitsMost - naming.length)) {
    const { status, fault } = await ports.visits.open(url, 'status')
    looked += 1
    if (fault) faults.push(fault)
    else if (status !== null && status < 400) found.push(url)
  }
  for (const url of naming) {
    const { status, body, fault } = await ports.visits.open(url, 'body')
    looked += 1
    if (fault) faults.push(fault)
    else if (status === 200 && body.includes(`/${articlePath(articleId)}`)) found.push(url)
  }
  return { kind: 'address', looked, count: found.length, found, fault: faults[0] ?? null }
}

/** Asked of one site in one go. */
export const atOnce = 200

/** Looks for what is left of some articles. Nothing is written; what it answers is to be kept. */
export async function lookFor(parts: Parts, rows: readonly Left[], caller: string) {
  const { site } = parts.site
  const own = await ownOf(parts, rows)
  const sought = rows.map(({ articleId }) => ({ id: articleId, pictures: own.get(articleId)?.pictures ?? [] }))
  const input = { folder: site.folder, shown: site.pictures.shown, sought }
  const { traces, print } = await parts.work.traces.run('lookForTraces', input, caller)
  const placesOf = new Map(traces.map(({ id, places }: TracesOf) => [id, places]))
  const base = (await setting(parts.db.read, 'site.verifyAddress')).replace(/\/+$/, '')
  const pictureBase = base === '' ? '' : new URL(base).origin
  const made: {
    readonly row: Left
    readonly own: Own
    readonly looked: Looked[]
    readonly left: number
    readonly print: string
  }[] = []
  for (const row of rows) {
    const its = own.get(row.articleId) as Own
    const looked: Looked[] = [
      ...(placesOf.get(row.articleId) ?? []).map((place) => ({ ...place, found: [...place.found], fault: null })),
      await inSearch(parts, row),
      ...(base === '' ? [] : [await atAddress(parts, base, row, its, pictureBase)]),
    ]
    const order = Object.keys(traceKinds)
    looked.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    const left = looked.reduce((sum, { kind, count }) => sum + (countsAsLeft(kind) ? count : 0), 0)
    made.push({ row, own: its, looked, left, print })
  }
  return made
}

/** 「首页 1 处、附件 2 处」; what could not be looked at is said. */
export function saysOf(looked: readonly Looked[]): string {
  const counted = looked.filter(({ kind, count }) => count > 0 && countsAsLeft(kind))
  const links = looked.find(({ kind }) => kind === 'links')?.count ?? 0
  const faults = looked.filter(({ fault }) => fault !== null)
  return [
    counted.length > 0
      ? `还有残留：${counted.map(({ kind, count }) => `${traceKinds[kind]} ${count} 处`).join('、')}`
      : '没有发现残留',
    links > 0 ? `另有 ${links} 个页面仍链接到它` : '',
    ...faults.map(({ kind, fault }) => `${traceKinds[kind]}未能核实：${fault}`),
  ]
    .filter(Boolean)
    .join('；')
}
