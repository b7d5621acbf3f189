import type { Kysely } from 'kysely'
import { type MailKind, mailKinds } from '../../../core/domain/mail-states.ts'
import type { SettingName } from '../../../core/domain/settings.ts'
import type { Schema } from '../../db/tables.ts'
import { storedSettings } from '../../settings.ts'

/**
 * Within how many working days letters of each kind are answered that come now. A letter keeps what held when it came: whoever wrote has
 * been told that day.
 */
export async function daysNow(db: Kysely<Schema>): Promise<Readonly<Record<MailKind, number>>> {
  const stored = await storedSettings(db)
  return Object.fromEntries(
    Object.entries(mailKinds).map(([kind, { days }]) => [
      kind,
      Number(stored.get(`mail.days${kind}` as SettingName) ?? days),
    ]),
  ) as Readonly<Record<MailKind, number>>
}
