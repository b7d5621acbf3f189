import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** 版块启用以后才出现在网站上：原有的都已在网站上，算作新增时启用. */
export async function up(make: Maker): Promise<void> {
  await make.add('plate', { openedAt: 'time?' })
  await sql`update plate set "openedAt" = "createdAt"`.execute(make.db)
}
