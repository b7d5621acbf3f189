import { type Kysely, sql } from 'kysely'
import type { Ctx } from '../context.ts'
import type { Schema } from '../db/tables.ts'
import type { AnyDb } from '../rows/list.ts'
import { touchRows } from '../rows/touch-area.ts'
import { listSpan, type NumberedArea, numberedAreas } from '../site/areas/numbered.ts'

interface Moved {
  readonly row: { readonly id: number; readonly openNo: number | null }
  readonly at: number
  readonly to: number | 'deleted'
}

/** Makes room at a place that a row takes back, where another one has come there meanwhile: those that came since stand one further. */
async function makeRoom(
  ctx: Ctx,
  area: NumberedArea,
  id: number,
  place: number,
): Promise<{ id: number; place: number }[]> {
  const others = ctx.db.selectFrom(area).select('id').where('openNo', '=', place).where('id', '!=', id).limit(1)
  if (!(await others.executeTakeFirst())) return []
  // of several lists each has numbers of its own
  const end = numberedAreas[area].lists ? Math.ceil(place / listSpan) * listSpan : Number.MAX_SAFE_INTEGER
  const further = await ctx.db
    .updateTable(area)
    .set({ openNo: sql<number>`"openNo" + 1` })
    .where('openNo', '>=', place)
    .where('openNo', '<=', end)
    .where('id', '!=', id)
    .returning(['id', 'openNo'])
    .execute()
  return further.flatMap((row) => [Number(row.openNo) - 1, Number(row.openNo)].map((at) => ({ id: row.id, place: at })))
}

/** Any number that no other lock of this database uses. */
const lock = 7_301_042
/** On PostgreSQL, of two that get a place at once the second sees that of the first: by the last one that both find they would have the same. */
async function holdPlaces(ctx: Ctx, area: NumberedArea): Promise<void> {
  if (ctx.dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(${sql.lit(lock)}, hashtext(${area}))`.execute(ctx.db)
}

/** The next place in the list where a row stands; whoever takes it holds the places. */
function nextPlace(area: NumberedArea) {
  const column = numberedAreas[area].lists?.column
  if (!column)
    return sql<number>`(select coalesce(max("openNo"), 0) + 1 from ${sql.table(area)} where "openNo" is not null)`
  const before = sql`${sql.ref(`${area}.${column}`)} * ${sql.lit(listSpan)}`
  return sql<number>`(select coalesce(max(one."openNo"), ${before}) + 1 from ${sql.table(area)} as one
    where one."openNo" > ${before} and one."openNo" <= ${before} + ${sql.lit(listSpan)})`
}

/**
 * Gives rows that have become public the next places in the list of the site, takes theirs from those that left, and notes both for the site.
 * What an undo has brought back has its old place already, where the move that it took back set that (`openNo: null`).
 * @param online the state in which they are public
 */
export async function placed(ctx: Ctx, area: NumberedArea, online: number, moved: readonly Moved[]): Promise<void> {
  const touched: { id: number; place: number | null }[] = []
  const left = moved.filter(({ at, to }) => at === online && to !== online)
  for (const { row } of left) {
    await ctx.db.updateTable(area).set({ openNo: null }).where('id', '=', row.id).execute()
    touched.push({ id: row.id, place: row.openNo })
  }
  const came = moved.filter(({ at, to }) => to === online && at !== online)
  if (came.length > 0) await holdPlaces(ctx, area)
  for (const { row } of came) {
    const own = await ctx.db.selectFrom(area).select('openNo').where('id', '=', row.id).executeTakeFirstOrThrow()
    if (own.openNo !== null) {
      touched.push({ id: row.id, place: own.openNo }, ...(await makeRoom(ctx, area, row.id, own.openNo)))
      continue
    }
    const { openNo } = await ctx.db
      .updateTable(area)
      .set({ openNo: nextPlace(area) })
      .where('id', '=', row.id)
      .returning('openNo')
      .executeTakeFirstOrThrow()
    touched.push({ id: row.id, place: openNo })
  }
  if (touched.length > 0) await touchRows(ctx, area, touched, left.length > 0)
}

/** Gives a place to all that are public and have none: rows of the demo county. */
export async function placeAll(db: Kysely<Schema>, area: NumberedArea): Promise<void> {
  const { open, since = 'publishedAt' } = numberedAreas[area]
  const rows = await (db as unknown as AnyDb)
    .selectFrom(area)
    .select('id')
    .where((eb) => eb.and(open))
    .where('deletedAt', 'is', null)
    .where('openNo', 'is', null)
    .orderBy(since)
    .orderBy('id')
    .execute()
  for (const { id } of rows)
    await db
      .updateTable(area as 'mail')
      .set({ openNo: nextPlace(area) })
      .where('id', '=', id as number)
      .execute()
}
