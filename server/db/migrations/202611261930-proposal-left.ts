import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** 并入的那一件没有立案或已删除，提案人等不到答复：回到待审查. */
export async function up(make: Maker): Promise<void> {
  await sql`update proposal set state = 0, "mergedInto" = null where state = 7 and not exists (
    select 1 from proposal as other where other.id = proposal."mergedInto" and other."deletedAt" is null and other.state <> 6
  )`.execute(make.db)
}
