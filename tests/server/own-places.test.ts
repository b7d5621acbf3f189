import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import { loadAreas } from '../../server/areas.ts'
import { migrate } from '../../server/db/migrations.ts'
import { openPostgres, openSqlite } from '../../server/db/open.ts'
import type { AnyDb } from '../../server/rows/list.ts'
import { openSecret } from '../../server/secret.ts'
import { createWork } from '../../server/work/work.ts'
import { databases, newPostgres } from '../support/databases.ts'
import { makeDept, startServer } from '../support/server.ts'

const publishing = 6

describe.each(databases)('places in the public lists, on %s', (database) => {
  test('letters that two servers publish in one moment have one each', async () => {
    const server = await startServer(database)
    const admin = await server.person({ roles: ['admin'] })
    const deptId = await makeDept(server, '城管局')
    const letter = {
      title: '东街路灯不亮',
      content: '有一周了',
      name: '周小雨',
      phone: '13900001234',
      openFlag: 1,
      type: 1,
    }
    const ids: string[] = []
    for (let i = 0; i < publishing; i += 1) ids.push((await admin.call('mail.add', letter)).value.id)
    const answered = { state: 5, deptId, reply: '路灯已于昨日修复', repliedAt: server.clock.now }
    await server.parts.db.write.updateTable('mail').set(answered).where('id', 'in', ids.map(Number)).execute()
    const { database: at } = server.parts.site.site
    const db = database === 'postgres' ? await openPostgres(at) : openSqlite(join(server.parts.dataDir, 'xzx.db'))
    const other = await createApp({ ...server.parts, db, work: createWork() })
    const url = await other.listen({ port: 0, host: '127.0.0.1' })
    const headers = { authorization: admin.token, 'content-type': 'application/json' }
    const publish = (id: string, i: number) =>
      fetch(`${i % 2 === 0 ? server.url : url}/x/mail/publish`, {
        ...{ method: 'POST', headers, body: JSON.stringify({ items: [{ id }] }) },
      }).then((reply) => reply.json() as Promise<{ value: { done: string[] } }>)
    const all = () => Promise.all(ids.map(publish))
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`select count(distinct pid) as n from pg_locks where not granted
        and (database is null or database = (select oid from pg_database where datname = current_database()))`.execute(
        db.read,
      )
      return Number(rows[0]?.n)
    }
    // none goes past what is noted for the site before all have come so far as they can
    const held = database === 'postgres' ? await openPostgres(at, 1) : null
    const done = held
      ? await held.transaction(async (trx) => {
          await sql`lock table touched in exclusive mode`.execute(trx)
          const replies = all()
          await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(publishing)
          return { replies }
        })
      : { replies: all() }
    expect((await done.replies).map(({ value }) => value?.done)).toEqual(ids.map((id) => [id]))
    const rows = await server.parts.db.read.selectFrom('mail').select('openNo').where('state', '=', 6).execute()
    expect(rows.map(({ openNo }) => Number(openNo)).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
    await held?.close()
    await other.close()
    await db.close()
    await server.close()
  })

  test('what had one together gets one each, in the same order, and the lists of the site follow', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'xzx-places-'))
    const postgres = database === 'postgres' ? await newPostgres() : undefined
    const db = postgres ? await openPostgres(postgres.url) : openSqlite(join(dir, 'xzx.db'))
    const { log } = openSecret(join(dir, 'key'))
    const { migrations } = await loadAreas()
    const step = '202611262105-own-places'
    await migrate(
      db.write,
      db.dialect,
      log,
      Object.fromEntries(Object.entries(migrations).filter(([name]) => name !== step)),
    )
    const write = db.write as unknown as AnyDb
    const common = { title: '甲', content: '乙', createdAt: 1, updatedAt: 1, version: 1 }
    const product = (openNo: number | null) => ({ ...common, status: openNo === null ? 0 : 1, openNo })
    await write.insertInto('product').values([3, 5, 5, null, 5, 6, 9].map(product)).execute()
    const fine = [1, 4, null].map(product).map(({ ...one }) => ({ ...one, industry: 1 }))
    await write.insertInto('industrialProject').values(fine).execute()
    const board = { title: '市政', sort: 0, status: 1, createdAt: 1, updatedAt: 1, version: 1 }
    await write.insertInto('plate').values([board, board]).execute()
    const post = (plateId: number, place: number) => ({
      ...{ ...common, plateId, status: 1, type: 0, official: 0, openNo: plateId * 20_000_000 + place },
    })
    await write
      .insertInto('forum')
      .values([post(1, 1), post(1, 1), post(1, 20), post(2, 1), post(2, 2)])
      .execute()
    await migrate(db.write, db.dialect, log, migrations)
    const places = async (area: string) => {
      const rows = await write.selectFrom(area).select('openNo').orderBy('id').execute()
      return rows.map(({ openNo }) => (openNo === null ? null : Number(openNo)))
    }
    expect(await places('product')).toEqual([3, 5, 6, null, 7, 8, 11])
    expect(await places('industrialProject')).toEqual([1, 4, null])
    expect(await places('forum')).toEqual([20_000_001, 20_000_002, 20_000_021, 40_000_001, 40_000_002])
    const touched = await write.selectFrom('touched').select('area').where('rowId', 'is', null).execute()
    expect(touched.map(({ area }) => area)).toEqual(expect.arrayContaining(['product', 'forum']))
    expect(touched.map(({ area }) => area)).not.toContain('industrialProject')
    await db.close()
    await postgres?.drop()
    rmSync(dir, { recursive: true, force: true })
  })
})
