import { type Kysely, sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** 登录时不分大小写地查账号，每次登录都查，须有索引. */
export async function up(make: Maker): Promise<void> {
  await sql`create index ${sql.id('user_account_like')} on ${sql.table('user')} (lower(${sql.id('account')}))`.execute(
    make.db as Kysely<unknown>,
  )
}
