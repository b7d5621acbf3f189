import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

const texts = '"title", "source", "content", "modelFields"'
const ofSearch = '"subtitle", "summary", "keywords", "status", "publishTime", "columnId", "deletedAt", "unfound"'
const differs = (columns: string) =>
  columns
    .split(', ')
    .map((column) => `old.${column} is distinct from new.${column}`)
    .join(' or ')

/** On PostgreSQL too, notes are made of texts in every state: the lists of the staff read an index of them. */
export async function up({ db, dialect }: Maker): Promise<void> {
  if (dialect === 'sqlite') return
  for (const [on, when] of [
    ['insert', ''],
    ['delete', ''],
    ['update', `when (${differs(texts)} or ((old."status" = 2 or new."status" = 2) and (${differs(ofSearch)})))`],
  ]) {
    await sql.raw(`drop trigger "textChange_${on}" on "article"`).execute(db)
    await sql
      .raw(
        `create trigger "textChange_${on}" after ${on} on "article" for each row ${when} execute function "noteText"()`,
      )
      .execute(db)
  }
}
