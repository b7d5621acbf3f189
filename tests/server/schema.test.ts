import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Table } from '../../server/db/table.ts'
import { databases } from '../support/databases.ts'
import { startServer } from '../support/server.ts'

/** Every table that a file of `server/db/tables` declares. */
async function declaredTables(): Promise<Table[]> {
  const names = readdirSync('server/db/tables').map((file) => file.slice(0, -'.ts'.length))
  const modules = await Promise.all(names.map((name) => import(`../../server/db/tables/${name}.ts`) as Promise<object>))
  const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && 'columns' in value
  return modules.flatMap((module) => Object.values(module).filter(isTable))
}

/** What is imported as a type alone is not there when the server runs: references to and from such a table would be passed over. */
test('every declared table is known in a running server', () => {
  const sources = readdirSync('server', { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  const imported = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/^import (?!type )[^;]*?tables\/(\w+)\.ts'$/gm)].map((m) => `${m[1]}.ts`),
    ),
  )
  expect(readdirSync('server/db/tables').filter((file) => !imported.has(file))).toEqual([])
})

test.each(databases)('the migrated tables are the declared ones on %s', async (database) => {
  const server = await startServer(database)
  const tables = await declaredTables()
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
    tables.map((t) => [
      t.name,
      Object.fromEntries(Object.entries(t.columns).map(([name, c]) => [name, c.empty ? 'may be empty' : 'filled'])),
    ]),
  )
  expect(migrated).toEqual(declared)
  for (const t of tables) {
    const sorts = Object.values(t.sort ?? {})
    expect(Object.keys(t.columns)).toEqual(expect.arrayContaining(sorts))
  }
  await server.close()
})

test('what a reference names is a table; one that holds it has words for people', async () => {
  const tables = new Map((await declaredTables()).map((t) => [t.name, t]))
  const faults = [...tables.values()].flatMap((from) =>
    Object.entries(from.columns).flatMap(([column, { kind, to = '', tie }]) => {
      if (kind !== 'ref') return []
      const target = tables.get(to)
      if (!target?.columns.id) return [`${from.name}.${column}: no table ${to}`]
      const worded = target.says && target.label && from.says
      return tie === 'holds' && !worded ? [`${from.name}.${column}: no words`] : []
    }),
  )
  expect(faults).toEqual([])
})
