import type { Kysely } from 'kysely'
import type { Schema } from '../../db/tables.ts'

/** What visitors see of boards and posts: by the calls, and on the site's pages. */

type Reading = Pick<Kysely<Schema>, 'selectFrom'>
export const approved = 1
const inUse = 1

/** The boards that visitors see, in their order. */
export const boards = (db: Reading) =>
  db.selectFrom('plate').where('deletedAt', 'is', null).orderBy('sort').orderBy('id')

/** Those on which they may post. */
export const openBoards = (db: Reading) => boards(db).where('status', '=', inUse)

/** A board that visitors see. */
export const boardOf = (db: Reading, id: number) => boards(db).selectAll().where('id', '=', id).executeTakeFirst()

/** Posts that stand on the site: approved, on a board that is there, and below nothing that is not. */
export const onSite = (db: Reading) =>
  db
    .selectFrom('forum')
    .innerJoin('plate', 'plate.id', 'forum.plateId')
    .where('plate.deletedAt', 'is', null)
    .where('forum.status', '=', approved)
    .where('forum.deletedAt', 'is', null)
    .where((eb) =>
      eb.and(
        (['topicId', 'parentId'] as const).map((above) =>
          eb.or([
            eb(`forum.${above}`, 'is', null),
            eb(
              `forum.${above}`,
              'in',
              db.selectFrom('forum').select('id').where('status', '=', approved).where('deletedAt', 'is', null),
            ),
          ]),
        ),
      ),
    )

/** The topics of a board that stand on the site. */
export const topicsOn = (db: Reading, plateId: number) =>
  onSite(db).where('forum.plateId', '=', plateId).where('forum.type', '=', 0)
