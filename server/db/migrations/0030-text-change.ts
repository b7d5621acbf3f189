import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

const texts = '"title", "source", "content"'
const differs =
  '(old."title" is not new."title" or old."source" is not new."source" or old."content" is not new."content")'

/**
 * Which articles' texts changed, in order: what the full-text index still has to take in. Noted by the database itself, so that no way to
 * change a text can forget it. The index is a file beside SQLite's; PostgreSQL has no use for this.
 */
export async function up(make: Maker): Promise<void> {
  await make.table('textChange', { id: 'id', articleId: 'ref' })
  await sql`insert into counter (name, value) values ('search.index', ${randomInt(2 ** 47)})`.execute(make.db)
  if (make.dialect === 'postgres') return
  const note = (row: string) => `insert into "textChange" ("articleId") values (${row}."id");`
  for (const trigger of [
    `"textChange_insert" after insert on "article" begin ${note('new')} end`,
    `"textChange_delete" after delete on "article" begin ${note('old')} end`,
    `"textChange_update" after update of ${texts} on "article" when ${differs} begin ${note('new')} end`,
  ])
    await sql.raw(`create trigger ${trigger}`).execute(make.db)
}
