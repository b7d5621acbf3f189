import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

interface Before {
  job: { kind: string; state: string; alone: string | null; stopAskedAt: number | null; startedAt: number }
}

/** Any work is a job: what it may not run beside and that it is to stop have columns of their own, no longer its kind. Works with a rhythm have rows. */
export async function up(make: Maker): Promise<void> {
  await make.add('job', { alone: 'text?', stopAskedAt: 'time?', says: 'text?' })
  await make.index('job', ['state'])
  await make.index('job', ['kind', 'id'])
  await make.index('job', ['endedAt'])
  const db = make.db as Kysely<Before>
  await db
    .updateTable('job')
    .set((eb) => ({ kind: 'generate', stopAskedAt: eb.ref('startedAt') }))
    .where('kind', '=', 'generate-stop')
    .execute()
  await db.updateTable('job').set({ kind: 'update' }).where('kind', '=', 'generate-update').execute()
  await db.updateTable('job').set({ alone: 'generate' }).where('kind', '=', 'generate').execute()
  await make.table('schedule', {
    id: 'id',
    name: 'text',
    rhythm: 'text',
    dueAt: 'time?',
    pausedAt: 'time?',
    pausedBy: 'text?',
    lastAt: 'time?',
    lastMs: 'int?',
    lastState: 'text?',
    lastSays: 'text?',
  })
  await make.index('schedule', ['name'], { unique: true })
}
