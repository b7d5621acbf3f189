import { type Kysely, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Schema } from '../../db/tables.ts'
import { amongRows, type Condition, isEmpty, notEmpty, test } from '../../rows/condition.ts'

/** What visitors see of boards and posts: by the calls, and on the site's pages. */

type Reading = Pick<Kysely<Schema>, 'selectFrom'>
export const approved = 1
/** `plateStates`: visitors post on it. */
export const boardOpen = 1

/** The boards that visitors see, in their order: what was never opened is nobody's but the office's. */
export const boards = (db: Reading) =>
  db.selectFrom('plate').where('deletedAt', 'is', null).where('openedAt', 'is not', null).orderBy('sort').orderBy('id')

/** Those on which they may post. */
export const openBoards = (db: Reading) => boards(db).where('status', '=', boardOpen)

/** A board that visitors see. */
export const boardOf = (db: Reading, id: number) => boards(db).selectAll().where('id', '=', id).executeTakeFirst()

/** Posts that stand on the site: approved, on a board that visitors see, and below nothing that is not. */
export const onSite = (db: Reading) =>
  db
    .selectFrom('forum')
    .innerJoin('plate', 'plate.id', 'forum.plateId')
    .where('plate.deletedAt', 'is', null)
    .where('plate.openedAt', 'is not', null)
    .where('forum.status', '=', approved)
    .where('forum.deletedAt', 'is', null)
    .where('forum.covered', '=', 0)

/** The same as conditions of a list. */
export const onSiteToo: readonly Condition[] = [
  test('status', '=', approved),
  isEmpty('deletedAt'),
  test('covered', '=', 0),
  amongRows('plateId', 'plate', 'id', [isEmpty('deletedAt'), notEmpty('openedAt')]),
]

/** The topics of a board that stand on the site. */
export const topicsOn = (db: Reading, plateId: number) =>
  onSite(db).where('forum.plateId', '=', plateId).where('forum.type', '=', 0)

/** Notes for all that stands below some posts, however deep, whether what it answers is on the site, within the transaction that moved them. */
export async function cover(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const shown = sql.lit(approved)
  // what stands above others is older
  for (const id of [...ids].sort((a, b) => a - b))
    await sql`with recursive down(id, covered) as (
      select below.id, case when above.status = ${shown} and above."deletedAt" is null and above.covered = 0 then 0 else 1 end
      from forum as above join forum as below on below."parentId" = above.id where above.id = ${id}
      union all
      select below.id, case when above.status = ${shown} and above."deletedAt" is null and down.covered = 0 then 0 else 1 end
      from down join forum as above on above.id = down.id join forum as below on below."parentId" = above.id
    ) update forum set covered = down.covered from down where down.id = forum.id and forum.covered <> down.covered`.execute(
      ctx.db,
    )
}
