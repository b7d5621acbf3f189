import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

/** 提案的案号与依申请公开的登记号一样由登记簿给出：接着各年已有的最大号编，按数的大小而不按字的先后. */
export async function up(make: Maker): Promise<void> {
  const db = make.db as Kysely<Record<string, Record<string, unknown>>>
  const last = new Map<string, number>()
  const rows = await db.selectFrom('proposal').select('no').where('no', 'is not', null).execute()
  for (const { no } of rows) {
    const { year, n } = /^(?<year>\d{4})-(?<n>\d{1,9})$/.exec(String(no))?.groups ?? {}
    if (year && n) last.set(year, Math.max(last.get(year) ?? 0, Number(n)))
  }
  for (const [year, value] of last)
    await db
      .insertInto('counter')
      .values({ name: `register proposal ${year}`, value })
      .execute()
}
