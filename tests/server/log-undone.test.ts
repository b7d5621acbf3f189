import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DataFault } from '../../server/data.ts'
import { makerOf } from '../../server/db/maker.ts'
import { up as signTheHead } from '../../server/db/migrations/0040-log-head.ts'
import { acceptLog } from '../../server/log-accept.ts'
import { anchorFile, keepAnchors } from '../../server/log-anchor.ts'
import { emptiedSays, headlessSays } from '../../server/log-check.ts'
import { refuseUndone } from '../../server/log-undone.ts'
import { CannotStart, openParts } from '../../server/serve.ts'
import { databases } from '../support/databases.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('a log that is to be signed anew on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeEach(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    const column = await makeColumn(server)
    for (let i = 0; i < 4; i += 1) await admin.call('article.saveAdmin', anArticle(column, { title: `第 ${i} 篇` }))
    const { db, dataDir, secret, now } = server.parts
    await (await keepAnchors({ db, key: secret.log, dataDir, now }, () => undefined)).stop()
  })
  afterEach(() => server.close())

  /** As somebody does who has the database and no key: steps from a name on were never gone. */
  const undo = (from: string) => sql`delete from kysely_migration where name >= ${from}`.execute(server.parts.db.write)
  const refusal = (dataDir = server.parts.dataDir) =>
    refuseUndone(server.parts.db.read, server.parts.secret.log, dataDir).then(
      () => null,
      (error: unknown) => {
        expect(error).toBeInstanceOf(DataFault)
        return (error as Error).message
      },
    )
  const elsewhere = () => mkdtempSync(join(tmpdir(), 'xzx-undone-'))

  test('is refused where anchors or the key’s mark tell that it was signed before, however far they were cut', async () => {
    const { db, dataDir, secret } = server.parts
    expect(await refusal()).toBeNull()
    const at = await db.read.selectFrom('log').selectAll().orderBy('id').execute()
    const third = at[2]
    if (!third) throw new Error('no rows')
    await db.write.deleteFrom('log').where('id', '>', third.id).execute()
    await db.write.updateTable('logHead').set({ rows: 3, lastId: third.id, hash: third.hash }).execute()
    // what the step would do: the cut log would pass as whole
    await sql`alter table ${sql.table('logHead')} drop column mac`.execute(db.write)
    await undo('0040')
    expect(await refusal()).toContain('数据库的结构比数据目录中记录的旧')
    writeFileSync(join(dataDir, anchorFile), '')
    expect(await refusal()).toContain('数据库的结构比数据目录中记录的旧')
    await db.write.deleteFrom('counter').where('name', '=', 'key.mark').execute()
    expect(await refusal()).toBeNull()
    // one that was never signed is signed, as an upgrade does
    await signTheHead(makerOf(db.write as never, db.dialect, secret.log))
    expect((await admin.call('log.check')).value).toMatchObject({
      whole: true,
      warning: expect.stringContaining('锚点'),
    })
  })

  test('numbers are sealed only where the log goes on from the last anchor', async () => {
    const { write } = server.parts.db
    await undo('0120')
    expect(await refusal()).toBeNull()
    const lines = readFileSync(join(server.parts.dataDir, anchorFile), 'utf8')
    const last = await write.selectFrom('log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    await write.deleteFrom('log').where('id', '=', last.id).execute()
    expect(lines).toContain(last.hash)
    expect(await refusal()).toContain('数据库的结构比数据目录中记录的旧')
    expect(await refusal(elsewhere())).toBeNull()
  })

  test('is refused by the start in words, and nothing is done', async () => {
    await undo('0040')
    const { dataDir, site } = server.parts
    const databaseUrl = site.site.database.startsWith('postgres') ? site.site.database : undefined
    const silent = () => undefined
    const options = { port: 0, host: '127.0.0.1', demo: false, out: silent, err: silent }
    const start = openParts({ ...options, data: dataDir, databaseUrl, signal: AbortSignal.abort() })
    const error = await start.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(CannotStart)
    expect((error as Error).message).toContain('请保留现场，用备份恢复')
    // nothing of the steps was done
    const { rows } = await sql`select 1 from kysely_migration where name = '0040-log-head'`.execute(
      server.parts.db.read,
    )
    expect(rows).toEqual([])
  })

  test('with no row beside users who signed in it is reported, until it is recorded why', async () => {
    const { db, dataDir, secret, now } = server.parts
    await db.write.deleteFrom('log').execute()
    await sql`update ${sql.table('logHead')} set ${sql.ref('rows')} = 0, ${sql.ref('lastId')} = 0, hash = ''`.execute(
      db.write,
    )
    const first = readFileSync(join(dataDir, anchorFile), 'utf8').split('\n')[0]
    writeFileSync(join(dataDir, anchorFile), `${first}\n`)
    await signAsNew()
    expect((await admin.call('log.check')).value).toMatchObject({ whole: false, says: emptiedSays })
    const told: string[] = []
    const { logState, site } = server.parts
    const keeper = await keepAnchors({ db, key: secret.log, dataDir, logState, now }, (says) => told.push(says))
    expect([told, await ready()]).toEqual([[emptiedSays], 'differ'])
    const { database: at } = site.site
    const here = { data: dataDir, databaseUrl: at.startsWith('postgres') ? at : undefined }
    expect((await acceptLog({ ...here, reason: '已查明', now: server.clock.now }))?.found.whole).toBe(true)
    await keeper.note()
    expect([told, await ready()]).toEqual([[emptiedSays], 'kept'])
    await keeper.stop()
  })

  test('one whose end was taken away is found by check, anchors and server, and nothing goes on without it', async () => {
    const { db, dataDir, secret, logState, now } = server.parts
    await db.write.deleteFrom('logHead').execute()
    expect((await admin.call('log.check')).value).toMatchObject({ whole: false, says: headlessSays })
    expect(await admin.call('log.anchor')).toMatchObject({ errorCode: 'BAD_STATE', errorMsg: headlessSays })
    const told: string[] = []
    const keeper = await keepAnchors({ db, key: secret.log, dataDir, logState, now }, (says) => told.push(says))
    await keeper.stop()
    expect([told, await ready()]).toEqual([[headlessSays], 'differ'])
    expect(await admin.call('hot.add', { name: '没有日志' })).toMatchObject({
      errorCode: 'UNAVAILABLE',
      errorMsg: '操作日志不能写入，操作没有完成，请联系服务器管理员',
    })
    expect((await admin.call('hot.list', { name: '没有日志' })).value.total).toBe(0)
  })

  test('and what is wrong with it is told by the readiness for as long as it is', async () => {
    const { db, dataDir, secret, logState, now } = server.parts
    const keeper = await keepAnchors({ db, key: secret.log, dataDir, logState, now }, () => undefined)
    expect(await ready()).toBe('kept')
    const rows = await db.read.selectFrom('log').selectAll().orderBy('id').execute()
    const head = await db.read.selectFrom('logHead').selectAll().executeTakeFirstOrThrow()
    const second = rows[1]
    if (!second) throw new Error('no rows')
    await db.write.deleteFrom('log').where('id', '>', second.id).execute()
    await db.write.updateTable('logHead').set({ rows: 2, hash: second.hash, lastId: second.id }).execute()
    await keeper.note()
    expect(await ready()).toBe('differ')
    await db.write.insertInto('log').values(rows.slice(2)).execute()
    await db.write.updateTable('logHead').set(head).execute()
    await keeper.note()
    expect(await ready()).toBe('kept')
    await keeper.stop()
  })

  const ready = async () =>
    (JSON.parse((await server.raw('/readyz', { headers: server.here })).text) as { logAnchors: string }).logAnchors

  /** The head that a new database has. */
  async function signAsNew() {
    const { db, secret } = server.parts
    await sql`alter table ${sql.table('logHead')} drop column mac`.execute(db.write)
    await signTheHead(makerOf(db.write as never, db.dialect, secret.log))
  }
})

test('a new folder is not taken for one whose log was emptied', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'xzx-new-'))
  const silent = () => undefined
  const parts = await openParts({
    ...{ port: 0, host: '127.0.0.1', data: folder, demo: false, out: silent, err: silent },
    signal: AbortSignal.abort(),
  })
  const told: string[] = []
  const { db, dataDir, secret, now } = parts
  await (await keepAnchors({ db, key: secret.log, dataDir, now }, (says) => told.push(says))).stop()
  expect(told).toEqual([])
  await parts.site.stop()
  await db.close()
  rmSync(folder, { recursive: true })
})
