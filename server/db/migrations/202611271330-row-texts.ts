import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** As `textTables` numbers them; articles are 0. */
const tables = {
  ...{ mail: 1, apply: 2, suggestion: 3, theme: 4, llTheme: 5, xaxTheme: 6, proposal: 7, advice: 8, forum: 9 },
}
const differs = '(old."title" is distinct from new."title" or old."content" is distinct from new."content")'

/** Notes of changed texts are also made of letters, requests and what else is looked through by its words: a note says of which table it is. */
export async function up(make: Maker): Promise<void> {
  const { db, dialect } = make
  await sql`alter table "textChange" rename column "articleId" to "rowId"`.execute(db)
  await make.add('textChange', { of: ['int', 0] })
  if (dialect === 'postgres') {
    const note = (row: string) =>
      `insert into "textChange" ("rowId", "of", tx, at) values (${row}."id", coalesce(tg_argv[0]::bigint, 0), txid_current(), extract(epoch from clock_timestamp()) * 1000); return null;`
    await sql
      .raw(
        `create or replace function "noteText"() returns trigger language plpgsql as $$ begin
          if tg_op = 'DELETE' then ${note('old')} else ${note('new')} end if; end $$`,
      )
      .execute(db)
  }
  for (const [table, number] of Object.entries(tables))
    for (const [on, row, when] of [
      ['insert', 'new', ''],
      ['delete', 'old', ''],
      ['update', 'new', `when ${differs}`],
    ] as const) {
      const does =
        dialect === 'sqlite'
          ? `begin insert into "textChange" ("rowId", "of") values (${row}."id", ${number}); end`
          : `execute function "noteText"('${number}')`
      await sql
        .raw(`create trigger "${table}_text_${on}" after ${on} on "${table}" for each row ${when} ${does}`)
        .execute(db)
    }
}
