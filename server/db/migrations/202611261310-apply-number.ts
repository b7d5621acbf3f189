import type { Kysely } from 'kysely'
import { formatDate } from '../../../core/domain/time.ts'
import type { Maker } from '../maker.ts'

/** 依申请公开按年编登记号，从 1 起，不重不漏；已有的按提出的先后补编. */
export async function up(make: Maker): Promise<void> {
  await make.add('apply', { regYear: 'int?', regNo: 'int?' })
  const db = make.db as Kysely<Record<string, Record<string, unknown>>>
  const last = new Map<number, number>()
  const rows = await db.selectFrom('apply').select(['id', 'createdAt']).orderBy('createdAt').orderBy('id').execute()
  for (const { id, createdAt } of rows) {
    const regYear = Number(formatDate(Number(createdAt)).slice(0, 4))
    const regNo = (last.get(regYear) ?? 0) + 1
    last.set(regYear, regNo)
    await db.updateTable('apply').set({ regYear, regNo }).where('id', '=', id).execute()
  }
  for (const [year, value] of last)
    await db
      .insertInto('counter')
      .values({ name: `register apply ${year}`, value })
      .execute()
  await make.index('apply', ['regYear', 'regNo'], { unique: true })
}
