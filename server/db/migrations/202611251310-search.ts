import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

const texts = '"title", "source", "content"'
const ofSearch = '"subtitle", "summary", "keywords", "status", "publishTime", "columnId", "deletedAt", "unfound"'
const differs = (columns: string) =>
  columns
    .split(', ')
    .map((column) => `old.${column} is distinct from new.${column}`)
    .join(' or ')

/** Notes of changes are also made where the search of the site sees an article otherwise: it goes online or off, or what it is sorted and narrowed by changes. */
export async function up(make: Maker): Promise<void> {
  await make.add('article', { unfound: 'flag?' })
  const seen = `(${differs(texts)} or ((old."status" = 2 or new."status" = 2) and (${differs(ofSearch)})))`
  await make.add('textChange', { tx: 'int?', at: 'time?' })
  if (make.dialect === 'sqlite') {
    await sql.raw('drop trigger "textChange_update"').execute(make.db)
    await sql
      .raw(
        `create trigger "textChange_update" after update of ${texts}, ${ofSearch} on "article" when ${seen}
         begin insert into "textChange" ("articleId") values (new."id"); end`,
      )
      .execute(make.db)
    return
  }
  // numbers are not in the order in which they are committed: a note says its transaction too (server/search/feed.ts)
  await make.index('textChange', ['tx'])
  const note = (row: string) =>
    `insert into "textChange" ("articleId", tx, at) values (${row}."id", txid_current(), extract(epoch from clock_timestamp()) * 1000); return null;`
  await sql
    .raw(
      `create function "noteText"() returns trigger language plpgsql as $$ begin
        if tg_op = 'DELETE' then ${note('old')} else ${note('new')} end if; end $$`,
    )
    .execute(make.db)
  for (const trigger of [
    `"textChange_insert" after insert on "article" for each row when (new."status" = 2)`,
    `"textChange_delete" after delete on "article" for each row when (old."status" = 2)`,
    `"textChange_update" after update on "article" for each row when ((old."status" = 2 or new."status" = 2) and (${differs(`${texts}, ${ofSearch}`)}))`,
  ])
    await sql.raw(`create trigger ${trigger} execute function "noteText"()`).execute(make.db)
}
