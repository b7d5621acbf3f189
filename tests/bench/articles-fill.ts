import type { Kysely } from 'kysely'
import type { Schema } from '../../server/db/tables.ts'

/** How many there are of each. */
export const sizes = { articles: 100_000, columns: 60 } as const
const atOnce = 400
const hour = 3_600_000

/** Articles of years in many columns, by the departments that there are, an hour apart and the first one the newest. */
export async function fillArticles(write: Kysely<Schema>, count: number = sizes.articles): Promise<void> {
  const now = Date.now()
  const times = { createdAt: now, updatedAt: now, version: 1 }
  const ids: number[] = []
  for (let i = 0; i < sizes.columns; i += 1) {
    const row = { ...times, parentId: 0, title: `第 ${i} 栏`, type: 1, path: i === 0 ? 'yaowen' : `lan-${i}`, sort: i }
    ids.push((await write.insertInto('column').values(row).returning('id').executeTakeFirstOrThrow()).id)
  }
  const depts = await write.selectFrom('dept').select('id').orderBy('id').execute()
  for (let from = 0; from < count; from += atOnce)
    await write
      .insertInto('article')
      .values(
        Array.from({ length: Math.min(atOnce, count - from) }, (_, n) => {
          const i = from + n
          return {
            ...{ ...times, title: `第 ${i} 次会议`, content: '<p>会议召开。</p>', hits: i % 997, demo: 0 as const },
            ...{ columnId: ids[i % ids.length] as number, deptId: depts[i % depts.length]?.id ?? null },
            ...{ status: i % 11 === 0 ? 1 : 2, publishTime: now - i * hour, createdBy: 1, newsType: i % 3 },
          }
        }),
      )
      .execute()
}
