import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Maker } from '../../server/db/maker.ts'
import { goneSteps, type Migrations, migrate } from '../../server/db/migrations.ts'
import { openPostgres, openSqlite } from '../../server/db/open.ts'
import { openSecret } from '../../server/secret.ts'
import { databases, newPostgres } from '../support/databases.ts'

const steps: Migrations = {
  '900001010000-well': { up: ({ db }: Maker) => db.schema.createTable('shelf').addColumn('id', 'integer').execute() },
  '900001020000-ill': {
    async up({ db }: Maker) {
      await db.schema.alterTable('shelf').addColumn('title', 'text').execute()
      throw new Error('断电')
    },
  },
}

describe.each(databases)('the steps of a new version, on %s', (database) => {
  test('are all gone or none: the one that breaks takes those before it back', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'xzx-steps-'))
    const postgres = database === 'postgres' ? await newPostgres() : undefined
    const db = postgres ? await openPostgres(postgres.url) : openSqlite(join(dir, 'xzx.db'))
    const { log } = openSecret(join(dir, 'key'))
    try {
      await migrate(db.write, db.dialect, log)
      const before = await goneSteps(db.write)
      await expect(migrate(db.write, db.dialect, log, steps)).rejects.toThrow('断电')
      expect(await goneSteps(db.write)).toEqual(before)
      expect((await db.write.introspection.getTables()).map(({ name }) => name)).not.toContain('shelf')
    } finally {
      await db.close()
      await postgres?.drop()
      rmSync(dir, { recursive: true, force: true })
    }
  })
})
