import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** 公开的建议在网站清单中的位置：公开时按次序编号，撤下时收回，因此一条建议的变化只涉及它所在的一页. */
export async function up(make: Maker): Promise<void> {
  await make.add('suggestion', { openNo: 'int?' })
  await sql`update suggestion set "openNo" = one.no from (
    select id, row_number() over (order by "publishedAt", id) as no
    from suggestion where status = 1 and "deletedAt" is null
  ) as one where suggestion.id = one.id`.execute(make.db)
  await make.index('suggestion', ['openNo', 'id'], { there: 'openNo' })
  await make.index('suggestion', ['id', 'publishedAt'], { there: 'openNo' })
}
