import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { programPath } from '../../server/backup/database.ts'
import { checkSource, makeBackup } from '../../server/backup/make.ts'
import { restoreBackup } from '../../server/backup/restore.ts'
import { openReader } from '../../server/db/open.ts'
import { withHere } from '../../server/here.ts'
import { serve } from '../../server/serve.ts'
import { databases, newPostgres } from '../support/databases.ts'
import { startServer, type TestServer } from '../support/server.ts'

const killed = fileURLToPath(new URL('../support/restore-killed.ts', import.meta.url))
const signal = new AbortController().signal

describe.each(databases)('a restore that is killed on %s', (database) => {
  let server: TestServer
  let dir: string
  let from: string
  let keyFile: string
  const made: { drop(): Promise<void> }[] = []

  beforeAll(async () => {
    server = await startServer(database)
    await server.person({ roles: ['admin'] })
    keyFile = join(server.parts.dataDir, 'key')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'xzx-killed-'))
    const address = server.parts.site.site.database
    const databaseUrl = database === 'postgres' ? address : undefined
    const source = { data: server.parts.dataDir, databaseUrl, out: join(dir, 'kept'), now: Date.now(), signal }
    from = (await makeBackup(source)).folder
  })
  afterEach(async () => {
    rmSync(dir, { recursive: true, force: true })
    for (const one of made.splice(0)) await one.drop()
  })

  const emptyDatabase = async () => {
    if (database === 'sqlite') return undefined
    const fresh = await newPostgres()
    made.push(fresh)
    return fresh.url
  }
  const data = () => join(dir, 'again')
  const runKilled = async (moment: string, databaseUrl: string | undefined, more = {}) => {
    const { DATABASE_URL: _, ...env } = process.env
    const child = spawn(process.execPath, [killed, moment, database, from, data()], {
      env: { ...env, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...more },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  }
  const startOf = (folder: string, databaseUrl: string | undefined, key?: string) =>
    serve({
      ...{ port: 0, host: '127.0.0.1', data: folder, demo: false, newDatabase: true, databaseUrl, keyFile: key },
      ...{ out: () => {}, err: () => {}, signal: AbortSignal.abort() },
    }).catch((thrown: unknown) => thrown)
  const restore = (databaseUrl: string | undefined) =>
    restoreBackup({ from, data: data(), databaseUrl, now: Date.now(), signal })
  const sessionsIn = async (databaseUrl: string | undefined) => {
    const { read, close } = await openReader(databaseUrl ?? join(data(), 'xzx.db'))
    return (await read.selectFrom('session').select('id').execute().finally(close)).length
  }
  const half = expect.stringMatching(/恢复正在进行，或没有完成（数据目录 .*again/)

  /** What an operator may have tried before reading: the folder taken away, another one in its place. */
  const refusedEverywhere = async (databaseUrl: string) => {
    const other = join(dir, 'other')
    mkdirSync(other)
    expect(await startOf(other, databaseUrl, keyFile)).toMatchObject({ message: half })
    const here = { data: other, databaseUrl, keyFile }
    await expect(withHere(here, async () => undefined)).rejects.toMatchObject({ message: half })
    await expect(checkSource({ ...here, out: join(dir, 'more'), now: 0, signal })).rejects.toMatchObject({
      message: half,
    })
  }

  test.each(['before the database', 'when the database is filled', 'when sessions are ended', 'when all has its name'])(
    '%s: nobody is served from it, and what is said leads to a whole one',
    async (moment) => {
      const into = await emptyDatabase()
      await runKilled(moment, into)
      const named = moment === 'when all has its name'
      if (!(named && database === 'sqlite')) {
        const says = named ? half : expect.stringContaining('again 中的恢复没有完成')
        expect(await startOf(data(), into)).toMatchObject({ passing: false, message: says })
        if (into !== undefined && moment !== 'before the database') {
          await refusedEverywhere(into)
          if (!named)
            await expect(restore(into)).rejects.toMatchObject({ message: expect.stringContaining('没有完成') })
          for (const name of readdirSync(data())) rmSync(join(data(), name), { recursive: true })
        }
      }
      const anew = moment === 'before the database' ? into : await emptyDatabase()
      if (!(named && database === 'sqlite')) await restore(anew)
      expect(await sessionsIn(anew)).toBe(0)
      expect(await startOf(data(), anew)).toBe(0)
    },
  )

  test('behind it all: it is served', async () => {
    const into = await emptyDatabase()
    await runKilled('behind it all', into)
    expect(await startOf(data(), into)).toBe(0)
  })

  test.runIf(database === 'postgres')(
    'with nothing in the database yet, it is refused to servers, and the next restore goes on',
    async () => {
      const into = (await emptyDatabase()) as string
      const bin = join(dir, 'bin')
      mkdirSync(bin)
      const really = `PATH='${process.env.PATH}' exec ${programPath('pg_restore')} "$@"`
      const program = `#!/bin/sh\ncase "$*" in *--single-transaction*) kill -9 $PPID;; *) ${really};; esac\n`
      writeFileSync(join(bin, 'pg_restore'), program)
      chmodSync(join(bin, 'pg_restore'), 0o755)
      await runKilled('by its program', into, { PATH: `${bin}:${process.env.PATH}` })
      await refusedEverywhere(into)
      await restore(into)
      const { read, close } = await openReader(into)
      const { rows } = await sql`select 1 from pg_class where relname = 'xzx_half_restored'`
        .execute(read)
        .finally(close)
      expect([rows, await sessionsIn(into)]).toEqual([[], 0])
      expect(await startOf(data(), into)).toBe(0)
    },
  )
})
