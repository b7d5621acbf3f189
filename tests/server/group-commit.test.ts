import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../server/db/migrations.ts'
import { type Db, openSqlite } from '../../server/db/open.ts'
import type { Schema } from '../../server/db/tables.ts'

let dir: string
let db: Db
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'xzx-group-'))
  db = openSqlite(join(dir, 'xzx.db'))
  await migrate(db.write, 'sqlite', new Uint8Array(32))
})
afterEach(async () => {
  await db.close()
  rmSync(dir, { recursive: true, force: true })
})

const write = (name: string) => (trx: Kysely<Schema>) =>
  trx.insertInto('setting').values({ name, value: '1' }).execute()
const written = async () =>
  (await db.read.selectFrom('setting').select('name').orderBy('name').execute()).map((row) => row.name)
const settle = async (works: readonly ((trx: Kysely<Schema>) => Promise<unknown>)[]) =>
  (await Promise.allSettled(works.map((work) => db.transaction(work)))).map((one) => one.status)

test('writers that wait together share one commit', async () => {
  // grows by one with every commit of another connection
  const commits = async () =>
    (await sql<{ data_version: number }>`pragma data_version`.execute(db.read)).rows[0]?.data_version as number
  const before = await commits()
  await Promise.all(Array.from({ length: 20 }, (_, i) => db.transaction(write(`n${i}`))))
  expect((await written()).length).toBe(20)
  expect((await commits()) - before).toBeLessThanOrEqual(2)
})

test('one that fails takes back only what it wrote', async () => {
  const bad = async (trx: Kysely<Schema>) => {
    await write('乙')(trx)
    throw new Error('no')
  }
  expect(await settle([write('甲'), bad, write('丙')])).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await written()).toEqual(['丙', '甲'])
})

test('nobody is told of success before it is committed', async () => {
  await Promise.all(
    ['甲', '乙', '丙'].map(async (name) => {
      await db.transaction(write(name))
      expect(await written()).toContain(name)
    }),
  )
})

test('where the database gives up the transaction, everybody in it is told why, and the next ones go on', async () => {
  const lost = async (trx: Kysely<Schema>) => {
    await trx.executeQuery(CompiledQuery.raw('rollback'))
    throw new Error('database or disk is full')
  }
  const results = await Promise.allSettled([write('甲'), lost, write('丙')].map((work) => db.transaction(work)))
  expect(results.map((one) => (one.status === 'rejected' ? one.reason.message : one.status))).toEqual([
    'database or disk is full',
    'database or disk is full',
    'fulfilled',
  ])
  expect(await written()).toEqual(['丙'])
})

test('while another process holds the database, everybody is told so instead of waiting on', async () => {
  const other = new DatabaseSync(join(dir, 'xzx.db'))
  other.exec('begin immediate')
  await sql`pragma busy_timeout = 20`.execute(db.write)
  const results = await Promise.allSettled(['甲', '乙'].map((name) => db.transaction(write(name))))
  expect(results.map((one) => one.status === 'rejected' && one.reason.message)).toEqual([
    'database is locked',
    'database is locked',
  ])
  other.exec('rollback')
  other.close()
  await db.transaction(write('丙'))
  expect(await written()).toEqual(['丙'])
})
