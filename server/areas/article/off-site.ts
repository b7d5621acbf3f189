import type { Selectable } from 'kysely'
import { wordsOf } from '../../../core/domain/search.ts'
import { countsAsLeft, type TraceKind, traceKinds } from '../../../core/domain/traces.ts'
import type { Ctx, Parts } from '../../context.ts'
import type { RowOf } from '../../db/table.ts'
import type { offSite } from '../../db/tables/offSite.ts'
import { setting } from '../../settings.ts'
import { articlePath, filePath, listPath } from '../../site/addresses.ts'
import type { ColumnInfo } from '../../site/data.ts'
import { picturesEver, picturesInUse } from '../../site/pictures.ts'
import { baseOf } from '../../site/settings.ts'
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
  /** Pictures that another page shows. */
  readonly stays: string[]
  readonly fault: string | null
}

/** Notes in the running transaction that articles left the site: soon it is looked whether they are gone. @param purged nothing tells afterwards what was their own */
export async function noteOffSite(
  ctx: Ctx,
  rows: readonly Pick<ArticleRow, 'id' | 'title' | 'columnId' | 'deptId' | 'createdBy'>[],
  purged = false,
) {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const own = purged ? await ownNow({ read: ctx.db }, ids) : null
  const values = rows.map(({ id, title, columnId, deptId, createdBy }) => ({
    ...{ articleId: id, title, columnId, deptId, createdBy, offAt: ctx.now, state: 0, found: 0 },
    own: own ? JSON.stringify(own.get(id)) : null,
  }))
  await ctx.db.insertInto('offSite').values(values).execute()
}

/** What was on the site of articles that are there, their histories included. */
async function ownNow(db: Pick<Parts['db'], 'read'>, ids: readonly number[]): Promise<Map<number, Own>> {
  const pictures = await picturesEver(db, ids)
  const files = await db.read
    .selectFrom('attachment')
    .select(['rowId', 'stored', 'name'])
    .where('to', '=', 'article')
    .where('rowId', 'in', ids)
    .execute()
  const pathsOf = (id: number) => files.filter(({ rowId }) => rowId === id).map((file) => filePath(id, file))
  return new Map(ids.map((id) => [id, { pictures: pictures.get(id) ?? [], files: pathsOf(id) }]))
}

/** What was on the site of its own: from the article while it is there, else as it was last known. */
async function ownOf(parts: Parts, rows: readonly Left[]): Promise<ReadonlyMap<number, Own>> {
  const ids = rows.map(({ articleId }) => articleId)
  const found = await parts.db.read.selectFrom('article').select('id').where('id', 'in', ids).execute()
  const there = new Set(found.map(({ id }) => id))
  const now = there.size > 0 ? await ownNow(parts.db, [...there]) : new Map<number, Own>()
  for (const { articleId, own } of rows)
    if (!there.has(articleId)) now.set(articleId, own === null ? { pictures: [], files: [] } : (JSON.parse(own) as Own))
  return now
}

const searchMost = 200

/** Whether the index of the site's search still finds it by its title. */
async function inSearch({ search }: Parts, { articleId, title }: Left): Promise<Looked> {
  const words = wordsOf(title).slice(0, 5)
  const place = { kind: 'search' as const, looked: 1, count: 0, found: [] as string[], stays: [], fault: null }
  if (words.length === 0) return place
  const { ids, whole } = await search.findOnline({ words, narrowed: {}, offset: 0, limit: searchMost }, 'off site')
  if (!ids.includes(articleId)) return place
  return whole ? { ...place, count: 1, found: ['站内检索'] } : { ...place, fault: '检索索引还没有更新完' }
}

/** Of one article no more is asked than this … */
const visitsMost = 20
/** … and so many pictures are named that stay. */
const staysMost = 20

/** Statuses that say of something that it is not there. */
const goneBy = new Set([404, 410])
/**
 * Why an answer proves nothing: a page is gone where it is said not to be there, and a page names nothing where it was read. A gateway that
 * is down or a wall in front of the site says neither.
 */
function unproven(status: number | null, names: boolean): string | null {
  if (status === 200 || (status !== null && goneBy.has(status))) return null
  return `${names ? '列出它的页面' : '访问时'}返回 HTTP ${status}，不能证明已下线`
}

/** What a visitor is answered at the site's own address: of what is to be gone, and of the pages that named it. @param down why it gave no answer before */
async function atAddress(
  { ports, db }: Parts,
  base: string,
  { articleId, columnId }: Left,
  own: Own,
  down: string | null,
): Promise<Looked> {
  const column = await db.read
    .selectFrom('column')
    .select(['id', 'path'])
    .where('id', '=', columnId ?? 0)
    .executeTakeFirst()
  const lists = column ? [listPath(column as ColumnInfo, 1)] : []
  const naming = ['index.html', ...lists, 'rss.xml', 'search.json', 'sitemap.xml'].map((path) => `${base}/${path}`)
  const pages = [articlePath(articleId), ...own.files].map((path) => `${base}/${path}`)
  const pictures = own.pictures.map((name) => `${new URL(base).origin}/uploads/${name}`)
  const gone = [...pages, ...pictures].slice(0, visitsMost - naming.length)
  const found: string[] = []
  let [looked, fault] = [0, down]
  for (const url of [...gone, ...naming]) {
    if (fault) break
    const names = naming.includes(url)
    const answer = await ports.visits.open(url, names ? 'body' : 'status')
    looked += 1
    const { status, body } = answer
    fault = answer.fault ?? unproven(status, names)
    const stands = names ? body.includes(`/${articlePath(articleId)}`) : status === 200
    if (!fault && stands) found.push(url)
  }
  return { kind: 'address', looked, count: found.length, found, stays: [], fault }
}

/** Asked of one site in one go. */
export const atOnce = 200

/** Looks for what is left of some articles. Nothing is written; what it answers is to be kept. */
export async function lookFor(parts: Parts, rows: readonly Left[], caller: string) {
  const { site } = parts.site
  const own = await ownOf(parts, rows)
  const used = await picturesInUse(
    site,
    [...own.values()].flatMap(({ pictures }) => pictures),
  )
  const sought = rows.map(({ articleId: id }) => ({
    id,
    pictures: (own.get(id)?.pictures ?? []).filter((name) => !used.has(name)),
  }))
  const input = { folder: site.folder, shown: site.pictures.shown, sought }
  const { traces, print } = await parts.work.traces.run('lookForTraces', input, caller)
  const placesOf = new Map(traces.map(({ id, places }: TracesOf) => [id, places]))
  const address = (await setting(parts.db.read, 'offSite.address')).trim()
  const { origin, path } = address === '' ? { origin: '', path: '' } : baseOf(address)
  const base = `${origin}${path}`
  const made: {
    readonly row: Left
    readonly own: Own
    readonly looked: Looked[]
    readonly left: number
    readonly print: string
  }[] = []
  // a server that is not there keeps nobody waiting for each article
  let down: string | null = null
  for (const [i, row] of rows.entries()) {
    const its = own.get(row.articleId) as Own
    const stays = its.pictures.filter((name) => used.has(name)).map((name) => `uploads/${name}`)
    const visited: Looked | null =
      base === '' ? null : await atAddress(parts, base, row, { ...its, pictures: sought[i]?.pictures ?? [] }, down)
    down ??= visited?.fault ?? null
    const looked: Looked[] = [
      ...(placesOf.get(row.articleId) ?? []).map((place) => ({
        ...{ ...place, found: [...place.found], fault: null },
        stays: place.kind === 'pictures' ? stays.slice(0, staysMost) : [],
      })),
      await inSearch(parts, row),
      ...(visited ? [visited] : []),
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
