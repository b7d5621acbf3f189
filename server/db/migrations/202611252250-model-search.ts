import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

const texts = '"title", "source", "content", "modelFields"'
const ofSearch = '"subtitle", "summary", "keywords", "status", "publishTime", "columnId", "deletedAt", "unfound"'
const differs = (columns: string) =>
  columns
    .split(', ')
    .map((column) => `old.${column} is distinct from new.${column}`)
    .join(' or ')

/** Notes of changes are also made where what stands in the fields of an article's model changes: it is found as its text is. */
export async function up(make: Maker): Promise<void> {
  const seen = `(old."status" = 2 or new."status" = 2) and (${differs(ofSearch)})`
  if (make.dialect === 'sqlite') {
    await sql.raw('drop trigger "textChange_update"').execute(make.db)
    await sql
      .raw(
        `create trigger "textChange_update" after update of ${texts}, ${ofSearch} on "article"
         when (${differs(texts)} or (${seen}))
         begin insert into "textChange" ("articleId") values (new."id"); end`,
      )
      .execute(make.db)
    return
  }
  await sql.raw('drop trigger "textChange_update" on "article"').execute(make.db)
  await sql
    .raw(
      `create trigger "textChange_update" after update on "article" for each row
       when ((old."status" = 2 or new."status" = 2) and (${differs(`${texts}, ${ofSearch}`)}))
       execute function "noteText"()`,
    )
    .execute(make.db)
}
