import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** 显示的话题在网站清单中的位置：显示时按次序编号，隐藏时收回，因此一条话题的变化只涉及它所在的一页. */
export async function up(make: Maker): Promise<void> {
  for (const name of ['theme', 'llTheme', 'xaxTheme']) {
    await make.add(name, { openNo: 'int?' })
    const table = sql.table(name)
    await sql`update ${table} set "openNo" = one.no from (
      select id, row_number() over (order by "shownAt", id) as no
      from ${table} where state = 1 and shown = 1 and "deletedAt" is null
    ) as one where ${table}.id = one.id`.execute(make.db)
    await make.index(name, ['openNo', 'id'], { there: 'openNo' })
    await make.index(name, ['id', 'shownAt'], { there: 'openNo' })
  }
}
