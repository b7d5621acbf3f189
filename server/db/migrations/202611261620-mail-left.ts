import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** 并入的那一封已了结而没有公开：来信人还等着答复，从何时起. */
export async function up(make: Maker): Promise<void> {
  await make.add('mail', { leftAt: 'time?' })
  await sql`update mail set "leftAt" = "updatedAt" where state = 8 and reply is null and "mergedInto" is not null and not exists (
    select 1 from mail as other where other.id = mail."mergedInto" and other."deletedAt" is null and other.state not in (5, 7, 9)
  )`.execute(make.db)
  await make.index('mail', ['leftAt'], { there: 'leftAt' })
}
