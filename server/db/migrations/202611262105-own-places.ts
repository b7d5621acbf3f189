import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

const areas = [
  ...['mail', 'suggestion', 'theme', 'llTheme', 'xaxTheme', 'apply', 'proposal', 'forum'],
  ...['product', 'industrialProject', 'celebrity'],
]
/** 论坛每个版块有自己的清单，各占这么多号；其他清单到不了这么多. */
const listSpan = 20_000_000

/** 同时公开的行曾得到同一个位置：从重复的一行起，以后各行依次后移，次序不变. 网站的清单随后更新. */
export async function up({ db }: Maker): Promise<void> {
  const span = sql.lit(listSpan)
  for (const area of areas) {
    const table = sql.table(area)
    const moved = await sql`update ${table} set "openNo" = "openNo" + one.further from (
      select id, row_number() over (partition by ("openNo" - 1) / ${span} order by "openNo", id)
        - dense_rank() over (partition by ("openNo" - 1) / ${span} order by "openNo") as further
      from ${table} where "openNo" is not null
    ) as one where ${table}.id = one.id and one.further > 0`.execute(db)
    if (Number(moved.numAffectedRows ?? 0) > 0)
      await sql`insert into touched ("articleId", "columnId", area, at) values (0, 0, ${area}, ${Date.now()})`.execute(
        db,
      )
  }
}
