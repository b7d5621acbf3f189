import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** 公开信件在网站清单中的位置：公开时按次序编号，撤下时收回，因此一封信的变化只涉及它所在的一页. */
export async function up(make: Maker): Promise<void> {
  await make.add('mail', { openNo: 'int?' })
  await sql`update mail set "openNo" = one.no from (
    select id, row_number() over (order by "publishedAt", id) as no from mail where state = 6 and "deletedAt" is null
  ) as one where mail.id = one.id`.execute(make.db)
  // 检索公开信件的标题时只读索引，不必逐封读信
  await make.index('mail', ['openNo', 'id', 'type', 'openTitle'], { there: 'openNo' })
  await make.index('mail', ['id', 'publishedAt'], { there: 'openNo' })
}
