import type { Kysely } from 'kysely'
import type { Maker } from './maker.ts'

/** A reminder that comes with an area. */
interface Shipped {
  readonly name: string
  readonly event: string
  /** Days, of an event that has such. */
  readonly lead: number | null
}

/** Adds reminders of an area, to who is concerned, in their inbox. */
export async function addReminders({ db }: Maker, shipped: readonly Shipped[]): Promise<void> {
  const now = Date.now()
  await (db as Kysely<Record<string, Record<string, unknown>>>)
    .insertInto('reminder')
    .values(
      shipped.map((one) => ({
        ...{ ...one, receivers: 0, channel: 1, enabled: 1, createdAt: now, updatedAt: now, version: 1 },
      })),
    )
    .execute()
}
