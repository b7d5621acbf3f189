import { sql } from 'kysely'
import type { article as contract } from '../../../core/contract/article.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { formatTime } from '../../../core/domain/time.ts'
import type { offSiteStates } from '../../../core/domain/traces.ts'
import { Refused } from '../../../core/errors.ts'
import { callerAs, everywhere, ownCall } from '../../access/by-itself.ts'
import { scopeOf } from '../../access/scope.ts'
import { type Ctx, type Parts, whoOf } from '../../context.ts'
import { offSite as table } from '../../db/tables/offSite.ts'
import { type JobOutcome, type JobWatch, nothingToDo } from '../../jobs/jobs.ts'
import { apart } from '../../pipeline.ts'
import { allHold, among, equal } from '../../rows/condition.ts'
import { namesOf, pageRows } from '../../rows/list.ts'
import { findArticles, notThere } from './find.ts'
import { atOnce, type Looked, lookFor, type OffSiteRow, saysOf } from './off-site.ts'

/** Checks of what left the site: asked for by somebody, and made by the server after each take-down. */

const day = 24 * 3600_000
/** So long it is looked after what left the site. */
const lookedAfter = 30 * day
/** Its pages are made anew before it is looked whether it is gone; what they could not be made for shows then. */
const patience = 10 * 60_000

const [waits, gone, left, unsure] = [0, 1, 2, 3] as const
const lookedIn = ({ looked }: Pick<OffSiteRow, 'looked'>): Looked[] => (looked === null ? [] : JSON.parse(looked))

/** As replies show them. */
async function shown(ctx: Ctx, rows: readonly OffSiteRow[]) {
  const names = await namesOf(
    ctx.db,
    'user',
    'name',
    rows.map(({ byId }) => byId),
  )
  return rows.map((row) => ({
    ...{ id: String(row.id), articleId: String(row.articleId), title: row.title, offAt: formatTime(row.offAt) },
    ...{
      at: row.at === null ? null : formatTime(row.at),
      byName: row.byId === null ? null : (names.get(row.byId) ?? null),
    },
    ...{ state: row.state, left: row.found, print: row.print, looked: lookedIn(row) },
    says: row.at === null ? null : saysOf(lookedIn(row)),
  }))
}

/** The checks of what the caller reaches, the newest first. */
export async function listOffSite(ctx: Ctx, { articleId, state, ...paging }: Parsed<typeof contract.offSite>) {
  const where = [...scopeOf(ctx, table), ...equal('articleId', articleId), ...equal('state', state)]
  const columns = Object.keys(table.columns)
  const page = await pageRows<OffSiteRow>(ctx, table, { columns, where, paging, order: [['id', 'desc']] })
  return { ...page, list: await shown(ctx, page.list) }
}

type Checked = Awaited<ReturnType<typeof lookFor>>[number]
const stateOf = ({ looked, left: count }: Checked): keyof typeof offSiteStates =>
  count > 0 ? left : looked.some(({ fault }) => fault !== null) ? unsure : gone

const valuesOf = (one: Checked, now: number, byId: number | null) => ({
  ...{ at: now, byId, state: stateOf(one), found: one.left, print: one.print },
  ...{ looked: JSON.stringify(one.looked), own: JSON.stringify(one.own) },
})
const told = (one: Checked) => ({
  ids: [one.row.articleId],
  after: { state: stateOf(one) },
  result: saysOf(one.looked),
})

/** Articles that are off the site, and since when: of those that are there, and of the purged as they were noted. */
async function offNow(ctx: Ctx, ids: readonly number[]) {
  const rows = await findArticles(ctx, ids, { where: 'both' })
  const noted = await lastChecks(ctx, ids)
  return ids.map((id) => {
    const [row, note] = [rows.get(id), noted.get(id)]
    if (!row && !note) throw notThere(id)
    if (row && row.status === 2 && row.deletedAt === null)
      throw new Refused('BAD_STATE', `《${row.title}》在网站上，下架后才能核实`)
    if (row && row.approvedAt === null) throw new Refused('BAD_STATE', `《${row.title}》没有发布过，不必核实`)
    const { title, columnId, deptId, createdBy } = (row ?? note) as OffSiteRow
    const offAt = note?.offAt ?? row?.deletedAt ?? row?.updatedAt ?? ctx.now
    return { articleId: id, title, columnId, deptId, createdBy, offAt, own: note?.own ?? null }
  })
}

/** The last check of each of some articles, within the caller's reach. */
async function lastChecks(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, OffSiteRow>> {
  const rows = await ctx.db
    .selectFrom('offSite')
    .selectAll()
    .where(allHold([...scopeOf(ctx, table), among('articleId', ids)]))
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.articleId, row]))
}

/** Those that left the site lately and that the caller reaches. */
async function lately(ctx: Ctx): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('offSite')
    .select('articleId')
    .where(allHold(scopeOf(ctx, table)))
    .where('offAt', '>=', ctx.now - lookedAfter)
    .where((eb) =>
      eb(
        'articleId',
        'not in',
        eb.selectFrom('article').select('id').where('status', '=', 2).where('deletedAt', 'is', null),
      ),
    )
    .groupBy('articleId')
    .orderBy(sql`max(id)`, 'desc')
    .limit(atOnce)
    .execute()
  return rows.map(({ articleId }) => articleId)
}

/** Looks now whether some articles are gone, and keeps what came of it. */
export async function verifyOffSite(ctx: Ctx, { ids }: Parsed<typeof contract.verifyOffSite>) {
  const wanted = ids ?? (await lately(ctx))
  if (wanted.length === 0) return []
  const { userId } = whoOf(ctx)
  const checked = await lookFor(ctx.parts, await offNow(ctx, wanted), `user ${userId}`)
  const made = await ctx.transaction(async (inner) => {
    const kept: OffSiteRow[] = []
    for (const one of checked) {
      const { own: _, ...of } = one.row
      const values = { ...of, ...valuesOf(one, inner.now, userId) }
      await inner.db.deleteFrom('offSite').where('articleId', '=', of.articleId).where('state', '=', waits).execute()
      kept.push(await inner.db.insertInto('offSite').values(values).returningAll().executeTakeFirstOrThrow())
      inner.record(told(one))
    }
    return kept
  })
  return shown(ctx, made)
}

/** The last check of each article where something was left, of those that left the site since. */
export const leftOnSite = async ({ db }: Pick<Parts, 'db'>, since: number) => {
  const rows = await db.read
    .selectFrom('offSite')
    .selectAll()
    .where('state', 'in', [left, unsure])
    .where('offAt', '>=', since)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('offSite')
        .select((max) => max.fn.max('id').as('id'))
        .groupBy('articleId'),
    )
    .orderBy('id')
    .limit(atOnce)
    .execute()
  return rows.map((row) => ({ ...row, says: saysOf(lookedIn(row)) }))
}

/** Those of some checks that somebody reaches who may take down. */
export async function reachedBy<R extends { readonly id: number }>(ctx: Ctx, rows: readonly R[]): Promise<R[]> {
  const ids = rows.map(({ id }) => id)
  const where = [among('id', ids), ...scopeOf(ctx, table, 'article_takeDown')]
  const found = await ctx.db.selectFrom('offSite').select('id').where(allHold(where)).execute()
  const reached = new Set(found.map(({ id }) => id))
  return rows.filter(({ id }) => reached.has(id))
}

/** Checks that are due: of what left the site and is shown to have left, and once a day of what something was left of. */
async function due({ db, now }: Parts) {
  const at = now()
  const fresh = await db.read
    .selectFrom('offSite')
    .selectAll()
    .where('state', '=', waits)
    .where((eb) =>
      eb.or([
        eb('offAt', '<=', at - patience),
        eb('articleId', 'not in', eb.selectFrom('touched').select('articleId').where('shownAt', 'is', null)),
      ]),
    )
    .orderBy('id')
    .limit(atOnce)
    .execute()
  if (fresh.length > 0) return fresh
  const again = (await leftOnSite({ db }, at - lookedAfter)).filter((row) => (row.at ?? 0) <= at - day)
  return again
}

const call = ownCall('article.verifyOffSite', '核实下架、删除的文章是否已从网站上消失')

/** The server's own checks, a pile at a time. */
export async function verifyDue(parts: Parts, watch: JobWatch): Promise<JobOutcome> {
  const counts = { looked: 0, left: 0 }
  for (let rows = await due(parts); rows.length > 0 && !watch.stopped(); rows = await due(parts)) {
    const ids = rows.map(({ articleId }) => articleId)
    const back = new Set(
      (
        await parts.db.read
          .selectFrom('article')
          .select('id')
          .where('id', 'in', ids)
          .where('status', '=', 2)
          .where('deletedAt', 'is', null)
          .execute()
      ).map(({ id }) => id),
    )
    // of several that wait for one article the last one is made
    const last = new Map(rows.map((row) => [row.articleId, row]))
    const some = [...last.values()].filter(({ articleId }) => !back.has(articleId))
    const checked = some.length === 0 ? [] : await lookFor(parts, some, 'off site')
    const who = callerAs({ id: 0, account: '', name: '系统', deptId: null }, [everywhere])
    await apart(parts, call, who, async (ctx) => {
      // what is online again, or is told by a later row
      await ctx.db
        .deleteFrom('offSite')
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .where('state', '=', waits)
        .execute()
      for (const one of checked) {
        const { articleId, title, columnId, deptId, createdBy, offAt } = one.row
        const of = { articleId, title, columnId, deptId, createdBy, offAt }
        await ctx.db
          .insertInto('offSite')
          .values({ ...of, ...valuesOf(one, ctx.now, null) })
          .execute()
        ctx.record({ ...told(one), kind: 'system' })
      }
      // it is online again
      if (back.size > 0)
        await ctx.db
          .deleteFrom('offSite')
          .where('articleId', 'in', [...back])
          .where('state', 'in', [left, unsure])
          .execute()
    })
    counts.looked += checked.length
    counts.left += checked.filter(({ left: count }) => count > 0).length
  }
  if (counts.looked === 0) return nothingToDo
  return {
    state: 'done',
    says: `核实 ${counts.looked} 篇${counts.left > 0 ? `，${counts.left} 篇还有残留` : '，均已从网站上消失'}`,
  }
}
