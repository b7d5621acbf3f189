import type { DemoPlace } from './place.ts'

/** What everybody in the county would think of first. */
export async function add({ trx, longAgo }: DemoPlace): Promise<void> {
  const made = { createdAt: longAgo, updatedAt: longAgo, version: 1 }
  await trx
    .insertInto('passwordRule')
    .values({ name: '本县地名和单位', kind: 1, enabled: 1, sort: 10, words: '青石\n青石县\n县政协\n委员会', ...made })
    .execute()
}
