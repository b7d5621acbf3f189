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
  if (make.dialect === 'sqlite') {
    await sql.raw('drop trigger "textChange_update"').execute(make.db)
    await sql
      .raw(
        `create trigger "textChange_update" after update of ${texts}, ${ofSearch} on "article" when ${seen}
         begin insert into "textChange" ("articleId") values (new."id"); end`,
      )
      .execute(make.db)
  }
}
