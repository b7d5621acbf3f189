import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** What a partner pushed belongs to the partner's department, and so to whom that is in reach of. */
export async function up(make: Maker): Promise<void> {
  await make.add('interWorking', { deptId: 'ref?' })
  const dept = sql`(select "deptId" from "partner" where "partner"."id" = "interWorking"."partnerId")`
  await sql`update "interWorking" set "deptId" = ${dept}`.execute(make.db)
  await make.index('interWorking', ['deptId', 'pushedAt', 'id'])
}
