import { sql } from 'kysely'
import type { Parts } from '../../server/context.ts'

/** Every row of every table once the site is up to date, but for when a session was last seen: what a call changed shows as a difference. */
export async function everyRow({ db: { read }, site }: Pick<Parts, 'db' | 'site'>): Promise<Record<string, unknown[]>> {
  // what all pages share is brought up to date behind the first of these, and before the second
  for (let i = 0; i < 2; i += 1) await site.showTouched({ wait: true })
  const all: Record<string, unknown[]> = {}
  for (const { name } of await read.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(read)
    all[name] = rows.map(({ seenAt: _seen, ...row }) => JSON.stringify(row)).sort()
  }
  return all
}
