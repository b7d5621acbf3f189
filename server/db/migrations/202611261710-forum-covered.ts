import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** 所跟的帖子不在网站上的，其下各层都不在. */
export async function up(make: Maker): Promise<void> {
  await make.add('forum', { covered: ['flag', 0] })
  await sql`with recursive down(id) as (
    select below.id from forum as below join forum as above on above.id = below."parentId" where above.status <> 1 or above."deletedAt" is not null
    union select below.id from forum as below join down on below."parentId" = down.id
  ) update forum set covered = 1 where id in (select id from down)`.execute(make.db)
}
