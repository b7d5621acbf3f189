import type { DemoPlace } from './place.ts'

/** Each leads to something: visitors search in titles. */
const hotWords = ['提案', '协商', '调研', '委员'] as const

/** Hot words of the county's site. */
export async function add({ trx, longAgo }: DemoPlace): Promise<void> {
  const times = { createdAt: longAgo, updatedAt: longAgo, version: 1 }
  await trx
    .insertInto('hot')
    .values(hotWords.map((name, sort) => ({ name, sort, enabled: 1, ...times })))
    .execute()
}
