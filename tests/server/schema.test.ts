import { expect, test } from 'vitest'
import { tables } from '../../server/db/tables.ts'
import { databases } from '../support/databases.ts'
import { startServer } from '../support/server.ts'

test.each(databases)('the migrated tables are the declared ones on %s', async (database) => {
  const server = await startServer(database)
  const found = await server.parts.db.read.introspection.getTables()
  const migrated = Object.fromEntries(
    found
      .filter((t) => !t.name.startsWith('kysely_') && !t.name.startsWith('sqlite_'))
      .map((t) => [
        t.name,
        Object.fromEntries(
          t.columns.map((c) => [c.name, c.isNullable && !c.isAutoIncrementing ? 'may be empty' : 'filled']),
        ),
      ]),
  )
  const declared = Object.fromEntries(
    Object.values(tables).map((t) => [
      t.name,
      Object.fromEntries(Object.entries(t.columns).map(([name, c]) => [name, c.empty ? 'may be empty' : 'filled'])),
    ]),
  )
  expect(migrated).toEqual(declared)
  for (const t of Object.values(tables)) {
    const sorts = Object.values('sort' in t ? (t.sort ?? {}) : {})
    expect(Object.keys(t.columns)).toEqual(expect.arrayContaining(sorts))
  }
  await server.close()
})
