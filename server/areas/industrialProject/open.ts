import type { Selectable } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { RowOf } from '../../db/table.ts'
import { industrialProject as table } from '../../db/tables/industrialProject.ts'
import { openTextsOf } from '../../letters/open.ts'
import { opened } from '../../rows/personal.ts'
import type { Secret } from '../../secret.ts'

/** What of a project stands on the site: its texts without the contact's name and number, which the form keeps for the office alone. */

export type Project = Selectable<RowOf<typeof table.columns>>

export const texts = openTextsOf(table, {
  ...{ title: 'openTitle', company: 'openCompany', place: 'openPlace', content: 'openContent' },
})

/**
 * Words what was published before its wording was kept: names are encrypted, and no step of the database reads them. At each start, for a backup
 * may bring one back.
 */
export async function wordEarlier(db: Db, secret: Secret): Promise<void> {
  const columns = ['id', 'name', 'title', 'company', 'place', 'content'] as const
  const rows = await db.read
    .selectFrom('industrialProject')
    .select(columns)
    .where('status', '=', 1)
    .where('openTitle', 'is', null)
    .execute()
  if (rows.length === 0) return
  await db.transaction(async (trx) => {
    for (const row of rows)
      await trx
        .updateTable('industrialProject')
        .set(texts.wording(row, opened(secret, table, { name: row.name }).name ?? null))
        .where('id', '=', row.id)
        .execute()
  })
}
