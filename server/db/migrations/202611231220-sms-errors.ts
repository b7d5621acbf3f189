import type { Kysely } from 'kysely'
import { masked } from '../../../core/domain/personal.ts'
import type { Maker } from '../maker.ts'

/** What a gateway said of a message it refused stood there as it came, with phone and code in it. */
export async function up({ db }: Maker): Promise<void> {
  const loose = db as Kysely<{ sms: { id: number; error: string | null } }>
  const raw = loose.selectFrom('sms').select(['id', 'error']).where('error', 'like', '短信网关拒绝：%')
  for (const { id, error } of await raw.execute())
    await loose
      .updateTable('sms')
      .set({ error: masked('digits', error ?? '') })
      .where('id', '=', id)
      .execute()
}
