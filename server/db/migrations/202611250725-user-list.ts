import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** All that lists of users are narrowed by, in their order: what does not match is passed over without reading the long rows. */
export async function up({ db }: Maker): Promise<void> {
  await sql`create index "user_list" on "user" ("id", "name", "account", "deptId", "state", "userType")`.execute(db)
}
