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

/** The next place in the list where a row stands. */
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
 * @param online the state in which they are public
 */
export async function placed(ctx: Ctx, area: NumberedArea, online: number, moved: readonly Moved[]): Promise<void> {
  const touched: { id: number; place: number | null }[] = []
  const left = moved.filter(({ at, to }) => at === online && to !== online)
  for (const { row } of left) {
    await ctx.db.updateTable(area).set({ openNo: null }).where('id', '=', row.id).execute()
    touched.push({ id: row.id, place: row.openNo })
  }
  for (const { row } of moved.filter(({ at, to }) => to === online && at !== online)) {
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
