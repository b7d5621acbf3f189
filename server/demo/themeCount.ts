import { themeAreas } from '../../core/domain/theme-names.ts'
import type { DemoPlace } from './place.ts'

const month = 30 * 24 * 3600_000

/** What was counted of the three months before, for each group of topics. */
export async function add({ trx, now, users }: DemoPlace): Promise<void> {
  const rows = [1, 2, 3].flatMap((back) =>
    themeAreas.map((family, i) => {
      const received = 9 + back * 3 - i * 2
      return {
        ...{ month: new Date(now - back * month).toISOString().slice(0, 7), family, countedReceived: received },
        ...{ countedPassed: received - 2, countedShown: received - 3, countedAnswered: received - 4, countedAt: now },
        version: 1,
      }
    }),
  )
  const [first, ...others] = rows
  const fixed = { received: 20, reason: '系统启用前另有八条纸质登记的话题', updatedBy: users.get('fushen') ?? null }
  await trx
    .insertInto('themeCount')
    .values([{ ...(first as (typeof rows)[0]), ...fixed, updatedAt: now, version: 2 }])
    .execute()
  await trx.insertInto('themeCount').values(others).execute()
}
