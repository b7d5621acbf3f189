import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSource, makeBackup } from '../../server/backup/make.ts'
import { databaseFault, databaseOf } from '../../server/data.ts'
import { acceptLog } from '../../server/log-accept.ts'
import { CannotStart, type ServeOptions, serve } from '../../server/serve.ts'
import { databases, newPostgres } from '../support/databases.ts'

/** Folders that were served with another database than the one that is there now. */

/** As a database that somebody only opened. */
function tableless(): Buffer {
  const file = join(mkdtempSync(join(tmpdir(), 'xzx-blank-')), 'x.db')
  const db = new DatabaseSync(file)
  db.exec('pragma user_version = 1')
  db.close()
  const bytes = readFileSync(file)
  rmSync(dirname(file), { recursive: true })
  return bytes
}

describe('a folder is not served with the database of another one', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'xzx-other-'))
  })
  const made: Awaited<ReturnType<typeof newPostgres>>[] = []
  const emptyPostgres = async () => {
    const database = await newPostgres()
    made.push(database)
    return database.url
  }
  afterAll(async () => {
    for (const one of made) await one.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = async (name: string, more: Partial<ServeOptions> = {}) => {
    const said: string[] = []
    const ended = await serve({
      ...{ port: 0, host: '127.0.0.1', data: join(folder, name), demo: false, signal: AbortSignal.abort() },
      out: (line) => said.push(line),
      err: (line) => said.push(line),
      ...more,
    }).catch((thrown: unknown) => thrown)
    return { ended, said: said.join('\n') }
  }
  const refusal = async (name: string, more: Partial<ServeOptions> = {}) => {
    const { ended, said } = await start(name, more)
    expect(ended).toBeInstanceOf(CannotStart)
    expect(said).toBe('')
    return (ended as Error).message
  }

  test('one whose embedded database is gone says what to do, and makes none', async () => {
    expect((await start('gone')).ended).toBe(0)
    const data = join(folder, 'gone')
    mkdirSync(join(data, 'attachments'), { recursive: true })
    writeFileSync(join(data, 'attachments/one'), 'x')
    renameSync(join(data, 'xzx.db'), join(folder, 'xzx.db'))
    expect(await refusal('gone')).toMatch(
      /中有原来的日志的锚点、附件，却没有数据库 xzx\.db：请把它放回.*xzx restore.*加 --new-database/,
    )
    expect(existsSync(join(data, 'xzx.db'))).toBe(false)
    renameSync(join(folder, 'xzx.db'), join(data, 'xzx.db'))
    const again = await start('gone')
    expect([again.ended, again.said]).toEqual([0, expect.not.stringContaining('首次启动')])
    rmSync(join(data, 'xzx.db'))
    const anew = await start('gone', { newDatabase: true })
    expect([anew.ended, anew.said]).toEqual([0, expect.stringContaining('首次启动')])
    expect(readdirSync(join(data, 'attachments'))).toEqual(['one'])
  })

  test.each([
    ['of no bytes', () => Buffer.alloc(0)],
    ['without a table', tableless],
  ])(
    'one whose embedded database is a file %s is refused as if it were gone, and nothing of it is touched',
    async (name, made) => {
      const folderName = name.replaceAll(' ', '-')
      expect((await start(folderName)).ended).toBe(0)
      const data = join(folder, folderName)
      for (const beside of ['-wal', '-shm']) rmSync(join(data, `xzx.db${beside}`), { force: true })
      writeFileSync(join(data, 'xzx.db'), made())
      expect(await refusal(folderName)).toMatch(/中有原来的日志的锚点，数据库 xzx\.db 却是空的：.*xzx restore/)
      expect(readFileSync(join(data, 'xzx.db')).equals(made())).toBe(true)
      expect(() => databaseOf(data, undefined)).toThrow('数据库是空的')
    },
  )

  const pagesIn = (site: string) => readdirSync(join(site, 'site'), { recursive: true }).map(String).sort()

  test('an empty one beside the pages of a site is refused, and none of them is taken away', async () => {
    const site = join(folder, 'www')
    // of a web server: nothing of ours
    mkdirSync(join(site, 'site'), { recursive: true })
    mkdirSync(join(site, 'uploads'))
    for (const name of ['index.html', 'site/index.html', 'uploads/readme.txt']) writeFileSync(join(site, name), '欢迎')
    expect((await start('with-site', { site, demo: true })).ended).toBe(0)
    expect((await start('with-site', { site })).ended).toBe(0)
    const pages = pagesIn(site)
    expect(pages.length).toBeGreaterThan(30)
    expect(await refusal('not-mounted', { site })).toMatch(
      /www 中有原来的网页，数据目录 \S+not-mounted 中却没有数据库 xzx\.db：请把它放回.*加 --new-database（原有的附件和上传文件都保留，网页重新生成）/,
    )
    if (databases.includes('postgres'))
      expect(await refusal('not-mounted', { site, databaseUrl: await emptyPostgres() })).toMatch(
        /www 中有原来的网页，DATABASE_URL 所指的数据库却是空的/,
      )
    expect([pagesIn(site), readdirSync(join(folder, 'not-mounted'))]).toEqual([pages, []])
    const uploads = join(folder, 'uploads-alone/uploads')
    mkdirSync(uploads, { recursive: true })
    const picture = join(uploads, '20261121-0f8fad5b-d9cb-469f-a165-70867728950e.jpg')
    writeFileSync(picture, 'x')
    expect(await refusal('not-mounted', { site: dirname(uploads) })).toContain('中有原来的上传文件，')
    expect((await start('not-mounted', { site: dirname(uploads), newDatabase: true })).ended).toBe(0)
    expect(readFileSync(picture, 'utf8')).toBe('x')
  })

  describe.skipIf(!databases.includes('postgres'))('with PostgreSQL', () => {
    test('that of a PostgreSQL is refused without its address, by a backup too, and with an empty one', async () => {
      const databaseUrl = await emptyPostgres()
      expect((await start('served', { databaseUrl })).ended).toBe(0)
      expect(await refusal('served')).toMatch(
        /是使用 PostgreSQL 的服务的数据目录，没有写明 DATABASE_URL：请在前面写上.*加 --new-database/,
      )
      const data = join(folder, 'served')
      expect(existsSync(join(data, 'xzx.db'))).toBe(false)
      expect(await refusal('served', { databaseUrl: await emptyPostgres() })).toContain(
        'DATABASE_URL 所指的数据库却是空的',
      )
      // as an older version left it
      writeFileSync(join(data, 'xzx.db'), '')
      expect(await refusal('served')).toContain('（其中的 xzx.db 是另一个数据库）')
      const backup = { data, out: join(folder, 'backups'), now: Date.now(), signal: new AbortController().signal }
      await expect(makeBackup(backup)).rejects.toThrow('没有写明 DATABASE_URL')
      rmSync(join(data, 'xzx.db'))
      expect((await start('served', { databaseUrl })).ended).toBe(0)
      expect((await start('served', { newDatabase: true })).ended).toBe(0)
      expect((await start('served')).ended).toBe(0)
    })

    test('that of an embedded database is refused with a PostgreSQL, and stays what it is', async () => {
      expect((await start('own')).ended).toBe(0)
      const databaseUrl = await emptyPostgres()
      expect(await refusal('own', { databaseUrl })).toMatch(
        /中有内置数据库 xzx\.db，DATABASE_URL 所指的是另一个数据库：请去掉 DATABASE_URL/,
      )
      expect(existsSync(join(folder, 'own/serve.id'))).toBe(false)
      expect((await start('own')).ended).toBe(0)
    })

    test('nor does any other command work on it with the database of another service', async () => {
      const databaseUrl = await emptyPostgres()
      expect((await start('mine')).ended).toBe(0)
      expect((await start('theirs', { databaseUrl })).ended).toBe(0)
      const [data, out] = [join(folder, 'mine'), join(folder, 'backups-of-mine')]
      const given = { data, out, databaseUrl, now: Date.now(), signal: new AbortController().signal }
      const accept = { ...given, reason: '换过', agree: () => true }
      for (const work of [() => makeBackup(given), () => checkSource(given), () => acceptLog(accept)])
        await expect(work()).rejects.toThrow('mine 中有内置数据库 xzx.db，DATABASE_URL 所指的是另一个数据库')
      expect(existsSync(out)).toBe(false)
      // one that has PostgreSQL, too, is known by its key
      rmSync(join(data, 'xzx.db'))
      for (const work of [() => makeBackup(given), () => checkSource(given), () => acceptLog(accept)])
        await expect(work()).rejects.toThrow('DATABASE_URL 所指的是另一个服务的数据库，密钥与数据库不符')
      const mine = { ...given, data: join(folder, 'theirs') }
      const wrong = { ...mine, databaseUrl: 'mysql://root@localhost/x' }
      await expect(makeBackup(wrong)).rejects.toThrow('DATABASE_URL 不是 PostgreSQL 的地址')
      const empty = { ...mine, databaseUrl: await emptyPostgres() }
      expect(databaseFault(await makeBackup(empty).catch((error: unknown) => error))).toMatchObject({
        message: expect.stringMatching(/^数据库是空的，或不是 xzx 的/),
      })
      expect((await makeBackup(mine)).manifest.database).toBe('postgres')
    })
  })
})
