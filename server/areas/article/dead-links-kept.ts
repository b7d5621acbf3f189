import { chunksOf } from '../../../core/chunks.ts'
import type { article as contract } from '../../../core/contract/article.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { works } from '../../../core/domain/works.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Ctx, Parts } from '../../context.ts'
import { deadLink as table } from '../../db/tables/deadLink.ts'
import { type JobOutcome, type JobWatch, nothingToDo } from '../../jobs/jobs.ts'
import { allHold, amongRows, equal, isEmpty, test } from '../../rows/condition.ts'
import { pageRows } from '../../rows/list.ts'
import { setting } from '../../settings.ts'
import { aroundOf, type Dead, deadInside, inside, outside } from './dead-links.ts'

/** Links that lead nowhere, looked for each night in all that is online. */

/** Looks at other sites in a night: so many addresses, so many at a time. */
const visitsMost = 3000
const visitsAtOnce = 8

/** Asks each address of other sites once in a run, and knows what it was answered. */
function visitor({ ports }: Parts) {
  const known = new Map<string, string | null>()
  const look = async (url: string): Promise<void> => {
    const { status, fault } = await ports.visits.open(url, 'status')
    const gone = status === 404 || status === 410
    // a site that is slow, or lets no program in, may be there for people
    known.set(url, gone ? `网页不存在（HTTP ${status}）` : fault === '域名没有解析' ? fault : null)
  }
  return {
    known,
    async ask(urls: readonly string[], stopped: () => boolean) {
      const fresh = [...new Set(urls)].filter((url) => !known.has(url)).slice(0, visitsMost - known.size)
      for (const some of chunksOf(fresh, visitsAtOnce)) {
        if (stopped()) return
        await Promise.all(some.map(look))
      }
    },
  }
}

const numbersAtOnce = 50
const keys = ['id', 'title', 'columnId', 'deptId', 'createdBy'] as const

/** Looks through all that is online, a few articles at a time; what was found is kept in place of what was found before. */
export async function lookForDeadLinks(parts: Parts, watch: JobWatch): Promise<JobOutcome> {
  const { db, work, now } = parts
  const around = await aroundOf(parts)
  const asks = (await setting(db.read, 'links.outside')) === '1' ? visitor(parts) : null
  const { end } = await db.read
    .selectFrom('article')
    .select((eb) => eb.fn.max('id').as('end'))
    .executeTakeFirstOrThrow()
  const counts = { articles: 0, links: 0 }
  // by spans of numbers: so each is found by its key, whatever else the planner would choose
  for (let after = 0; after < Number(end ?? 0); after += numbersAtOnce) {
    if (watch.stopped()) return { state: 'cancelled' }
    const last = after + numbersAtOnce
    const rows = await db.read
      .selectFrom('article')
      .select([...keys, 'content', 'jumpUrl', 'categoryType'])
      .where('id', '>', after)
      .where('id', '<=', last)
      .where('status', '=', 2)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute()
    const texts = rows.map(({ content, jumpUrl, categoryType }) => ({
      ...(categoryType === 'URL' ? { html: '', jump: jumpUrl } : { html: content ?? '', jump: null }),
    }))
    const found = rows.length === 0 ? [] : await work.scans.run('lookForLinks', { texts, around }, 'links')
    await asks?.ask(
      found.flat().flatMap((one) => one.outside ?? []),
      watch.stopped,
    )
    const dead = await deadInside(parts, found)
    const made = rows.flatMap(({ id, title, columnId, deptId, createdBy }, i) => {
      const others = (found[i] ?? []).flatMap(({ address, text, outside: url }) => {
        const why = url === undefined ? null : (asks?.known.get(url) ?? null)
        return why === null ? [] : [{ address, text, place: outside, why }]
      })
      const of = { articleId: id, title, columnId, deptId, createdBy, foundAt: now() }
      return [...(dead[i] ?? []), ...others].map((one) => ({ ...of, ...one }))
    })
    await replaceRows(parts, { after, last }, made)
    counts.articles += rows.length
    counts.links += made.length
    watch.progress(Math.min(last, Number(end)), Number(end))
  }
  const full = asks && asks.known.size >= visitsMost ? `；站外链接只检查了 ${visitsMost} 个` : ''
  if (counts.articles === 0) return nothingToDo
  return {
    state: 'done',
    says: `检查 ${counts.articles} 篇文章，${counts.links > 0 ? `发现 ${counts.links} 个失效链接` : '没有失效链接'}${full}`,
  }
}

/** Keeps what was found in the articles of a span of numbers; what is still there keeps the time at which it was found first. */
async function replaceRows(
  { db }: Parts,
  { after, last }: { readonly after: number; readonly last: number },
  made: readonly (Dead & { readonly articleId: number; readonly foundAt: number; readonly title: string })[],
): Promise<void> {
  const there = await db.read
    .selectFrom('deadLink')
    .select(['articleId', 'address', 'foundAt'])
    .where('articleId', '>', after)
    .where('articleId', '<=', last)
    .execute()
  if (there.length === 0 && made.length === 0) return
  const since = new Map(there.map((row) => [`${row.articleId} ${row.address}`, row.foundAt]))
  const values = made.map((row) => ({
    ...row,
    foundAt: since.get(`${row.articleId} ${row.address}`) ?? row.foundAt,
  }))
  await db.transaction(async (trx) => {
    await trx.deleteFrom('deadLink').where('articleId', '>', after).where('articleId', '<=', last).execute()
    // an article may have been purged since it was read
    const ids = [...new Set(values.map(({ articleId }) => articleId))]
    const still = new Set<number>()
    for (const some of chunksOf(ids, 500)) {
      const rows = await trx.selectFrom('article').select('id').where('id', 'in', some).execute()
      for (const { id } of rows) still.add(id)
    }
    const kept = values.filter(({ articleId }) => still.has(articleId))
    for (const some of chunksOf(kept, 500)) await trx.insertInto('deadLink').values(some).execute()
  })
}

type Row = Dead & { readonly id: number; readonly articleId: number; readonly title: string; readonly foundAt: number }

/** Of what has left the site since, nobody need know. */
const stillOnline = amongRows('articleId', 'article', 'id', [test('status', '=', 2), isEmpty('deletedAt')])

/** What the last night found, of what the caller reaches and is still online. */
export async function listDeadLinks(ctx: Ctx, { articleId, place, ...paging }: Parsed<typeof contract.deadLinks>) {
  const where = [...scopeOf(ctx, table), ...equal('articleId', articleId), ...equal('place', place), stillOnline]
  const columns = Object.keys(table.columns)
  const order = [
    ['articleId', 'desc'],
    ['id', 'asc'],
  ] as const
  const page = await pageRows<Row>(ctx, table, { columns, where, paging, order })
  return {
    ...page,
    list: page.list.map(({ id, articleId: of, title, address, text, place: where, why, foundAt }) => ({
      ...{ id: String(id), articleId: String(of), title, address, text, place: where, why },
      foundAt: formatTime(foundAt),
    })),
  }
}

/** When links were looked at last, and what the caller reaches of what was found. */
export async function deadLinksState(ctx: Ctx) {
  const last = await ctx.db
    .selectFrom('job')
    .select(['endedAt', 'says'])
    .where('kind', '=', 'work')
    .where('scope', '=', works.links)
    .where('state', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const counts = await ctx.db
    .selectFrom('deadLink')
    .select((eb) => ['place', eb.fn.countAll<number>().as('count')])
    .where(allHold([...scopeOf(ctx, table), stillOnline]))
    .groupBy('place')
    .execute()
  const countOf = (wanted: number) => Number(counts.find(({ place }) => place === wanted)?.count ?? 0)
  return {
    at: last?.endedAt ? formatTime(last.endedAt) : null,
    says: last?.says ?? null,
    ...{ inside: countOf(inside), outside: countOf(outside) },
  }
}
