import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CannotStart, serve } from '../../server/serve.ts'
import { databases, newPostgres } from '../support/databases.ts'

/** Servers that run until they are stopped, over one PostgreSQL. */
describe.skipIf(!databases.includes('postgres'))('one PostgreSQL is served from one data folder', () => {
  let folder: string
  let database: Awaited<ReturnType<typeof newPostgres>>
  const said: string[] = []
  const running: Running[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'xzx-one-'))
    database = await newPostgres()
  })
  afterAll(async () => {
    for (const one of running) await one.stop()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  interface Running {
    stop(): Promise<void>
  }
  /** Starts a server; all of them have the same key. */
  const start = (name: string) =>
    new Promise<Running>((resolve, reject) => {
      const end = new AbortController()
      const ended = serve({
        port: 0,
        host: '127.0.0.1',
        data: join(folder, name),
        keyFile: join(folder, 'key'),
        demo: false,
        databaseUrl: database.url,
        out: (line) => {
          if (!line.startsWith('xzx 已启动')) return
          const one = {
            async stop() {
              end.abort()
              await ended
            },
          }
          running.push(one)
          resolve(one)
        },
        err: (line) => said.push(line),
        signal: end.signal,
      })
      ended.catch(reject)
    })
  const refusal = async (name: string) => {
    const error = await start(name).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CannotStart)
    return (error as Error).message
  }

  test('another folder is refused in words, a copy of it too; the same one may serve twice', async () => {
    const first = await start('a')
    expect(await refusal('b')).toMatch(
      /正由另一个数据目录的服务使用（xzx .*），.*请先停止它.*几个服务并行须用 PostgreSQL（DATABASE_URL），并共用同一个数据目录和密钥文件$/,
    )
    expect(existsSync(join(folder, 'b/serve.id'))).toBe(false)
    cpSync(join(folder, 'a'), join(folder, 'copy'), { recursive: true })
    expect(await refusal('copy')).toContain('另一个数据目录')
    const second = await start('a')
    await first.stop()
    expect(await refusal('b')).toContain('另一个数据目录')
    await second.stop()
    await (await start('b')).stop()
  })

  test('of two that start at once one is refused', async () => {
    const tries = await Promise.allSettled([start('c'), start('d')])
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    for (const one of tries) if (one.status === 'fulfilled') await one.value.stop()
  })

  test('PostgreSQL that ends the connection takes the lock away for a moment only', async () => {
    const first = await start('a')
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const holder = async () =>
      (
        await client.query(
          `select pid from pg_locks where locktype = 'advisory' and classid = 7301002
           and database = (select oid from pg_database where datname = current_database())`,
        )
      ).rows[0]?.pid
    const before = await holder()
    expect(before).toEqual(expect.any(Number))
    await client.query('select pg_terminate_backend($1)', [before])
    await vi.waitFor(async () => expect([undefined, before]).not.toContain(await holder()), 10_000)
    expect(await refusal('b')).toContain('另一个数据目录')
    await client.end()
    await first.stop()
  })
})
