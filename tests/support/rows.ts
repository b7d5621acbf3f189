import { sql } from 'kysely'
import type { Db } from '../../server/db/open.ts'

/** Every row of every table, but for when a session was last seen: what a call changed shows as a difference. */
export async function everyRow({ read }: Db): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (const { name } of await read.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(read)
    all[name] = rows.map(({ seenAt: _seen, ...row }) => JSON.stringify(row)).sort()
  }
  return all
}
