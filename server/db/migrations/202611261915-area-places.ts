import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** 公开的行在网站清单中的位置：公开时按次序编号，撤下时收回，因此一行的变化只涉及它所在的一页. */
const areas = [
  { name: 'apply', open: sql`state = 7`, since: 'publishedAt' },
  { name: 'proposal', open: sql`state = 9`, since: 'publishedAt' },
  { name: 'product', open: sql`status = 1`, since: 'updatedAt' },
  { name: 'industrialProject', open: sql`status = 1`, since: 'updatedAt' },
  { name: 'celebrity', open: sql`status = 1`, since: 'updatedAt' },
]
/** 论坛每个版块有自己的清单，各占这么多号. */
const listSpan = 20_000_000

export async function up(make: Maker): Promise<void> {
  for (const { name, open, since } of areas) {
    await make.add(name, { openNo: 'int?' })
    const [table, at] = [sql.table(name), sql.ref(since)]
    await sql`update ${table} set "openNo" = one.no from (
      select id, row_number() over (order by ${at}, id) as no from ${table} where ${open} and "deletedAt" is null
    ) as one where ${table}.id = one.id`.execute(make.db)
    await make.index(name, ['openNo', 'id'], { there: 'openNo' })
    await make.index(name, ['id', since], { there: 'openNo' })
  }
  await make.add('forum', { openNo: 'int?' })
  await sql`update forum set "openNo" = one."plateId" * ${sql.lit(listSpan)} + one.no from (
    select id, "plateId", row_number() over (partition by "plateId" order by "publishedAt", id) as no
    from forum where status = 1 and type = 0 and covered = 0 and "deletedAt" is null
  ) as one where forum.id = one.id`.execute(make.db)
  await make.index('forum', ['openNo', 'id'], { there: 'openNo' })
  await make.index('forum', ['id', 'plateId', 'publishedAt'], { there: 'openNo' })
}
