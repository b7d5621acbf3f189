import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Interrupted } from '../../cli/errors.ts'
import { onData } from '../../cli/server-data.ts'
import { createApp } from '../../server/app.ts'
import { keepings, programPath } from '../../server/backup/database.ts'
import { checkSource } from '../../server/backup/make.ts'
import { asFault, type Manifest, signManifest } from '../../server/backup/manifest.ts'
import { refuseHalfFilled } from '../../server/db/half-restored.ts'
import { holdRestore } from '../../server/db/one-starter.ts'
import { openPostgres, openReader, openSqlite } from '../../server/db/open.ts'
import { isLockFile } from '../../server/folder/locks.ts'
import { withHere } from '../../server/here.ts'
import { headAnchor } from '../../server/log-anchor.ts'
import { checkLog } from '../../server/log-check.ts'
import { openSecret } from '../../server/secret.ts'
import { CannotStart, openParts, serve } from '../../server/serve.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { databases, newPostgres } from '../support/databases.ts'
import { adminPassword } from '../support/process.ts'
import { everyRow } from '../support/rows.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The manifest of a backup with one of its files stored as it lies there now, under its own name. */
function laidOpen(folder: string, path: string): Manifest {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const bytes = readFileSync(join(folder, path))
  const now = { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  const entry = { ...now, stored: { ...now, how: 'plain' as const } }
  return { ...manifest, files: manifest.files.map((one) => (one.path === path ? entry : one)) }
}

describe.each(databases)('a backup of a server on %s', (database) => {
  let server: TestServer
  let home: CliHome
  let admin: Person
  let column: number
  let env: Record<string, string>
  let data: string

  beforeAll(async () => {
    server = await startServer(database)
    data = server.parts.dataDir
    column = await makeColumn(server)
    admin = await server.person({ roles: ['admin'], password: adminPassword })
    const form = new FormData()
    form.append('file', new Blob([picture]), 'a.png')
    const sent = await server.raw('/api/file/upload/name?type=image', {
      method: 'POST',
      headers: { authorization: admin.token },
      body: form,
    })
    expect(sent.errorCode).toBe('0')
    const address = server.parts.site.site.database
    env = address.startsWith('postgres') ? { DATABASE_URL: address } : {}
  })
  afterAll(() => server.close())
  beforeEach(() => {
    home = cliHome({ env })
  })
  afterEach(() => home.remove())

  const save = async (n: number): Promise<string> => {
    const saved = await admin.call('article.saveAdmin', anArticle(column, { title: `备份中 ${n}` }))
    expect(saved.errorCode).toBe('0')
    return saved.value.articleId
  }
  const backUp = async (more = '') => {
    const ran = await home.xzx(`backup --data ${data} --out kept --json ${more}`)
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('备份完成')])
    return ran.json() as { folder: string; counts: { article: number; log: number }; removed: string[] }
  }
  const kept = () => (existsSync(join(home.dir, 'kept')) ? readdirSync(join(home.dir, 'kept')) : [])

  test('is made while others write, and put back it is a server with all that had been acknowledged', async () => {
    const before = [await save(1), await save(2)]
    let writing = true
    const during = Array.from({ length: 4 }, async (_, hand) => {
      for (let n = 0; writing; n += 1) await save(100 * hand + n)
    })
    const { folder, counts } = await backUp()
    writing = false
    await Promise.all(during)
    // of after the backup: the record of the restore says what became of those rows
    const head = await headAnchor(server.parts.db.read, server.parts.secret.log, server.clock.now)
    const ahead = head ? [head.anchor] : []
    expect(head?.anchor.rows).toBeGreaterThanOrEqual(counts.log)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0)

    const fresh = database === 'postgres' ? await newPostgres() : null
    const into = { env: { ...env, ...(fresh && { DATABASE_URL: fresh.url }) } }
    const ran = await home.xzx(`restore ${folder} --data again`, into)
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('恢复完成')])
    expect(ran.out).toBe(`${join(home.dir, 'again')}\n`)
    const silent = () => {}
    const parts = await openParts({
      port: 0,
      host: '127.0.0.1',
      data: join(home.dir, 'again'),
      demo: false,
      databaseUrl: fresh?.url,
      out: silent,
      err: silent,
      signal: new AbortController().signal,
    })
    const app = await createApp(parts)
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    try {
      const rows = await parts.db.read.selectFrom('article').select('id').execute()
      expect(rows).toHaveLength(counts.article)
      expect(rows.map((row) => String(row.id))).toEqual(expect.arrayContaining(before))
      // one more: that it was restored
      expect(await checkLog(parts.db.read, parts.secret.log, ahead)).toMatchObject({
        whole: true,
        rows: counts.log + 1,
      })
      const [upload = ''] = readdirSync(join(data, 'uploads'))
      expect(readFileSync(join(home.dir, 'again/uploads', upload))).toEqual(readFileSync(join(data, 'uploads', upload)))
      // who was signed in then has to sign in anew, with the same password
      const list = (token: string) =>
        fetch(`${url}/api/article/list`, {
          method: 'POST',
          headers: { authorization: token, 'content-type': 'application/json' },
          body: '{}',
        })
      expect((await list(admin.token)).status).toBe(401)
      const query = new URLSearchParams({ username: admin.account, password: adminPassword })
      const { value } = (await (await fetch(`${url}/user/loginNoCode?${query}`, { method: 'POST' })).json()) as {
        value: string
      }
      expect((await list(value)).status).toBe(200)
    } finally {
      await app.close()
      await parts.site.stop()
      await parts.db.close()
      await fresh?.drop()
    }
  })

  test('files that are gone are named, in the backup, in its check and by doctor; nothing of before is removed for it', async () => {
    await backUp()
    const [upload = ''] = readdirSync(join(data, 'uploads'))
    renameSync(join(data, 'uploads'), join(data, 'uploads-away'))
    try {
      const ran = await home.xzx(`backup --data ${data} --out kept --keep 1 --json`)
      expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(`图片和视频 1 个不见了（如 uploads/${upload}）`)])
      expect(kept()).toHaveLength(2)
      const short = await home.xzx(`restore ${ran.json().folder} --check --json`)
      expect([short.code, short.err]).toEqual([1, expect.stringContaining('备份中文件有缺')])
      expect(short.json()).toMatchObject({ wanting: null, lost: expect.stringContaining('图片和视频 1 个') })
      const { list: found } = (await home.xzx(`doctor --data ${data} --json`)).json()
      expect(found.find(({ name }: { name: string }) => name === 'files')).toMatchObject({ state: 'bad' })
      // nobody finds it any more
      mkdirSync(join(data, 'uploads'))
      writeFileSync(join(data, 'uploads', upload), '')
      await backUp()
    } finally {
      rmSync(join(data, 'uploads'), { recursive: true, force: true })
      renameSync(join(data, 'uploads-away'), join(data, 'uploads'))
    }
    const after = await backUp('--keep 1')
    expect([kept().length, (await home.xzx(`restore ${after.folder} --check`)).code]).toEqual([1, 0])
  })

  test('put back, it revives no token of a script, unless that is asked for', async () => {
    const made = await admin.call('auth.scriptAdd', { name: '夜间任务', keys: ['article_list'] })
    await server.parts.db.write
      .insertInto('partner')
      .values({
        ...{ name: '恢复的单位', key: 'k'.repeat(24), secretHash: 'x', kinds: 'common', state: 0 },
        ...{ createdAt: 1, updatedAt: 1, version: 1 },
      })
      .execute()
    const { folder } = await backUp()
    expect((await admin.call('auth.scriptDel', { id: made.value.sessionId })).errorCode).toBe('0')
    for (const [flag, names, says] of [
      ['', [], '脚本令牌和互通单位已全部停用'],
      ['--keep-tokens', ['夜间任务'], '脚本令牌仍然有效'],
    ] as const) {
      const fresh = database === 'postgres' ? await newPostgres() : null
      const into = { env: { ...env, ...(fresh && { DATABASE_URL: fresh.url }) } }
      const ran = await home.xzx(`restore ${folder} --data again${flag} ${flag}`, into)
      expect([ran.code, ran.err]).toEqual([0, expect.stringContaining(says)])
      const db = fresh ? await openPostgres(fresh.url) : openSqlite(join(home.dir, `again${flag}`, 'xzx.db'))
      const left = await db.read.selectFrom('session').select(['kind', 'name']).execute()
      expect(left).toEqual(names.map((name) => ({ kind: 'script', name })))
      const partners = await db.read.selectFrom('partner').select('state').where('name', '=', '恢复的单位').execute()
      expect(partners).toEqual([{ state: flag === '' ? 1 : 0 }])
      // passes are known by the numbers of sessions, and none of before stands for another one
      const { n } = (
        await (fresh
          ? sql<{ n: number }>`select last_value as n from session_id_seq`
          : sql<{ n: number }>`select seq as n from sqlite_sequence where name = 'session'`
        ).execute(db.read)
      ).rows[0] as { n: number }
      expect(Number(n)).toBeGreaterThan(1_000_000)
      await db.close()
      await fresh?.drop()
    }
  })

  test('of a newer xzx is refused before anything is done, and so is what works on its data', async () => {
    const { folder } = await backUp()
    const { db } = server.parts
    const later = { name: '9999-later', timestamp: '2099' }
    await sql`insert into kysely_migration (name, timestamp) values (${later.name}, ${later.timestamp})`.execute(
      db.write,
    )
    const rows = await everyRow(server.parts)
    // the search's index comes by itself, when nothing has been written for a while
    const files = () =>
      readdirSync(data)
        .filter((name) => !name.startsWith('search.db'))
        .sort()
    const before = files()
    try {
      for (const line of [
        `backup --data ${data} --out newer`,
        `backup --data ${data} --out newer --dry-run`,
        `log accept --data ${data} --reason 快照 --yes`,
      ]) {
        const ran = await home.xzx(line)
        const says = '数据库由更新版本的 xzx 使用过（9999-later），没有作任何修改（1）'
        expect([ran.code, ran.out, ran.err], line).toEqual([1, '', expect.stringContaining(says)])
      }
      expect([await everyRow(server.parts), files()]).toEqual([rows, before])
      expect(existsSync(join(home.dir, 'newer')) ? readdirSync(join(home.dir, 'newer')) : []).toEqual([])
      // as that version would have made it
      const { file, save } = keepings[database]
      const source = { data, databaseUrl: env.DATABASE_URL }
      await save(source, join(folder, file), { signal: new AbortController().signal })
    } finally {
      await sql`delete from kysely_migration where name = ${later.name}`.execute(db.write)
    }
    const signed = signManifest(openSecret(join(folder, 'key')).backup, laidOpen(folder, keepings[database].file))
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(signed))
    const fresh = database === 'postgres' ? await newPostgres() : null
    for (const line of ['--data again', '--data again --dry-run']) {
      const ran = await home.xzx(`restore ${folder} ${line}`, { env: { ...(fresh && { DATABASE_URL: fresh.url }) } })
      const says = '备份来自更新版本的 xzx（9999-later），无法恢复，没有作任何修改（1）'
      expect([ran.code, ran.out, ran.err], line).toEqual([1, '', expect.stringContaining(says)])
      expect(existsSync(join(home.dir, 'again'))).toBe(false)
    }
    if (!fresh) return
    const empty = await openPostgres(fresh.url)
    const { rows: tables } = await sql`select 1 from information_schema.tables where table_schema = 'public'`.execute(
      empty.read,
    )
    expect(tables).toEqual([])
    await empty.close()
    await fresh.drop()
  })

  test('that is damaged is refused by the name of the file, and nothing is made of it', async () => {
    const damage: readonly (readonly [string, (folder: string) => void])[] = [
      ['key', (folder) => appendFileSync(join(folder, 'key'), ' ')],
      ['uploads/', (folder) => rmSync(join(folder, 'uploads'), { recursive: true })],
      [
        database === 'postgres' ? 'postgres.dump' : 'xzx.db',
        (folder) => {
          const file = join(folder, database === 'postgres' ? 'postgres.dump.zst' : 'xzx.db.zst')
          const bytes = readFileSync(file)
          bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
          writeFileSync(file, bytes)
        },
      ],
      ['manifest.json', (folder) => writeFileSync(join(folder, 'manifest.json'), '{"format":1')],
      ['manifest.json', (folder) => rmSync(join(folder, 'manifest.json'))],
    ]
    for (const [name, spoil] of damage) {
      const { folder } = await backUp()
      spoil(folder)
      for (const line of [`restore ${folder} --check`, `restore ${folder} --data again`]) {
        const ran = await home.xzx(line)
        // on PostgreSQL the place is looked at first, and it is not empty
        if (database === 'postgres' && !line.includes('--check') && name !== 'manifest.json') continue
        expect([ran.code, ran.err], line).toEqual([1, expect.stringContaining(name)])
      }
      expect(existsSync(join(home.dir, 'again'))).toBe(false)
    }
  })

  test('names what came to lie in it afterwards, and does not put that back', async () => {
    const { folder } = await backUp()
    for (let n = 0; n < 2; n += 1) {
      const clean = await home.xzx(`restore ${folder} --check --json`)
      expect([clean.code, clean.json().foreign, clean.err.includes('不属于')]).toEqual([0, [], false])
    }
    writeFileSync(join(folder, 'uploads/带进来的.exe'), 'x')
    const ran = await home.xzx(`restore ${folder} --check`)
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('1 个文件不属于这份备份')])
    expect(ran.err).toContain('uploads/带进来的.exe')
  })

  test('goes only where nothing is', async () => {
    const { folder } = await backUp()
    mkdirSync(join(home.dir, 'again'))
    writeFileSync(join(home.dir, 'again/mine'), '1')
    const ran = await home.xzx(`restore ${folder} --data again`)
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('不是空的')])
    expect(readdirSync(join(home.dir, 'again'))).toEqual(['mine'])
    if (database === 'sqlite') return
    const taken = await home.xzx(`restore ${folder} --data other`)
    expect([taken.code, taken.err]).toEqual([1, expect.stringContaining('不是空的')])
    expect(existsSync(join(home.dir, 'other'))).toBe(false)
  })

  test('what a killed restore left is taken away by the next one, or named', async () => {
    const { folder } = await backUp()
    const fresh = database === 'postgres' ? await newPostgres() : null
    const into = { env: { ...env, ...(fresh && { DATABASE_URL: fresh.url }) } }
    const left = join(home.dir, 'again/.restore.999999999.part')
    mkdirSync(left, { recursive: true })
    writeFileSync(join(left, 'xzx.db'), '1')
    writeFileSync(join(home.dir, 'again/key'), '1')
    const taken = await home.xzx(`restore ${folder} --data again`, into)
    expect([taken.code, taken.err]).toEqual([
      1,
      expect.stringMatching(/不是空的.*\.restore\.999999999\.part 是中断的恢复/),
    ])
    rmSync(join(home.dir, 'again/key'))
    const mine = join(home.dir, `again/.restore.${process.pid}.part`)
    mkdirSync(mine)
    const release = holdRestore(join(home.dir, 'again'))
    const busy = await home.xzx(`restore ${folder} --data again`, into)
    expect([busy.code, busy.err]).toEqual([1, expect.stringContaining('另一个恢复正在写入')])
    // by its number it would run: in a container the next process has that of the last one
    release?.()
    expect((await startOf(into.env.DATABASE_URL)).ended).toMatchObject({
      ...{ passing: false, message: expect.stringContaining('again 中的恢复没有完成') },
    })
    const dry = await home.xzx(`restore ${folder} --data again --dry-run`, into)
    expect([dry.code, existsSync(left)]).toEqual([0, true])
    const ran = await home.xzx(`restore ${folder} --data again`, into)
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('恢复完成')])
    expect(readdirSync(join(home.dir, 'again')).filter((name) => name.endsWith('.part'))).toEqual([])
    await fresh?.drop()
  })

  /** Puts a backup into `again`, and does something when its database has been put back and nothing stands in its place yet. */
  const restoredWhile = async (
    meanwhile: (into: { databaseUrl: string | undefined; again(line: string): ReturnType<CliHome['xzx']> }) => unknown,
    {
      behind = () => {},
      signal = new AbortController().signal,
    }: { behind?: typeof meanwhile; signal?: AbortSignal } = {},
  ) => {
    const { folder } = await backUp()
    const fresh = database === 'postgres' ? await newPostgres() : null
    const at = { env: { ...env, ...(fresh && { DATABASE_URL: fresh.url }) } }
    const into = { databaseUrl: fresh?.url, again: (line: string) => home.xzx(line, at) }
    const { load } = keepings[database]
    const loads = vi.spyOn(keepings[database], 'load').mockImplementationOnce(async (...given) => {
      const db = await load(...given)
      await meanwhile(into)
      return db
    })
    try {
      const ran = await home.xzx(`restore ${folder} --data again`, { ...at, signal })
      expect(loads).toHaveBeenCalledOnce()
      await behind(into)
      return ran
    } finally {
      loads.mockRestore()
      await fresh?.drop()
    }
  }
  const startOf = async (databaseUrl: string | undefined, newDatabase = false) => {
    const said: string[] = []
    const hear = (line: string) => said.push(line)
    const ended = await serve({
      ...{ port: 0, host: '127.0.0.1', data: join(home.dir, 'again'), demo: false, databaseUrl, newDatabase },
      ...{ out: hear, err: hear, signal: AbortSignal.abort() },
    }).catch((thrown: unknown) => thrown)
    return { ended, said: said.join('\n') }
  }
  const standing = () => readdirSync(join(home.dir, 'again')).filter((name) => !isLockFile(name))

  test('a folder into which one is being put back is refused to servers, commands and another restore', async () => {
    const ran = await restoredWhile(
      async ({ databaseUrl, again }) => {
        const before = standing()
        expect(before).toEqual([`.restore.${process.pid}.part`])
        const options = { port: 0, host: '127.0.0.1', data: join(home.dir, 'again'), demo: false, databaseUrl }
        const silent = { out: () => {}, err: () => {}, signal: AbortSignal.abort() }
        for (const ended of [
          (await startOf(databaseUrl)).ended,
          (await startOf(databaseUrl, true)).ended,
          // that had looked before the restore began
          await openParts({ ...options, ...silent }).catch((thrown: unknown) => thrown),
        ]) {
          expect(ended).toBeInstanceOf(CannotStart)
          expect(ended).toMatchObject({
            passing: true,
            message: expect.stringMatching(/正在把备份恢复到 .*again（\.restore\.\d+\.part），请等恢复结束后再试/),
          })
        }
        const kept = (await backUp()).folder
        for (const [line, code, says] of [
          [`restore ${kept} --data again`, 1, '另一个恢复正在写入'],
          ['backup --data again --out kept', 5, '正在把备份恢复到'],
          ['log accept --data again --reason 恢复 --yes', 5, '正在把备份恢复到'],
        ] as const) {
          const ran = await again(line)
          expect([ran.code, ran.err], line).toEqual([code, expect.stringContaining(says)])
        }
        const { list } = (await again('doctor --data again --json')).json()
        expect(list.find(({ name }: { name: string }) => name === 'data')).toMatchObject({
          ...{ state: 'bad', says: expect.stringContaining('正在把备份恢复到') },
        })
        expect(standing()).toEqual(before)
      },
      {
        async behind({ databaseUrl }) {
          const { ended, said } = await startOf(databaseUrl)
          expect([ended, said]).toEqual([0, expect.not.stringContaining('首次启动')])
        },
      },
    )
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('恢复完成')])
  })

  test('what came into the folder meanwhile stays, and nothing is put beside it', async () => {
    const key = join(home.dir, 'again/key')
    const ran = await restoredWhile(() => writeFileSync(key, 'another'))
    expect([ran.code, ran.err]).toEqual([1, expect.stringMatching(/again 中出现了别的内容（key），它们没有改动/)])
    expect([ran.err.includes('恢复完成'), standing(), readFileSync(key, 'utf8')]).toEqual([false, ['key'], 'another'])
  })

  test('one that is asked to stop behind the database is not put in place', async () => {
    const stop = new AbortController()
    const ran = await restoredWhile(() => stop.abort(new Interrupted('SIGTERM')), {
      signal: stop.signal,
      // sessions of then are alive in it
      async behind({ databaseUrl }) {
        if (databaseUrl === undefined) return
        const reader = await openReader(databaseUrl)
        await expect(refuseHalfFilled(reader).finally(reader.close)).rejects.toThrow('没有完成')
      },
    })
    expect([ran.code, ran.err]).toEqual([143, expect.not.stringContaining('恢复完成')])
    expect(existsSync(join(home.dir, 'again'))).toBe(false)
  })

  test('a folder in which a restore was broken off is not served, unless all of it is in place', async () => {
    const left = join(home.dir, 'again/.restore.999999999.part')
    mkdirSync(left, { recursive: true })
    for (const anew of [false, true]) {
      const { ended } = await startOf(env.DATABASE_URL, anew)
      expect(ended).toMatchObject({
        passing: false,
        message: expect.stringMatching(
          /again 中的恢复没有完成（.*请确认没有恢复在运行后，删除 .*999999999\.part，重新恢复/,
        ),
      })
    }
    expect(readdirSync(join(home.dir, 'again'))).toEqual(['.restore.999999999.part'])
    if (database === 'postgres') return
    rmSync(left, { recursive: true })
    expect((await startOf(undefined)).ended).toBe(0)
    mkdirSync(left)
    expect((await startOf(undefined)).ended).toBe(0)
  })

  test('--keep removes the oldest of its own, and nothing else', async () => {
    mkdirSync(join(home.dir, 'kept/xzx-20200101-0000'), { recursive: true })
    writeFileSync(join(home.dir, 'kept/notes.txt'), '1')
    const made = [await backUp(), await backUp(), await backUp()].map(({ folder }) => folder.split('/').at(-1))
    const dry = await home.xzx(`backup --data ${data} --out kept --keep 2 --dry-run`)
    expect([dry.code, dry.err]).toEqual([0, expect.stringContaining(`，并删除较早的备份：${made[0]}、${made[1]}\n`)])
    expect(kept()).toHaveLength(5)
    const last = await backUp('--keep 2')
    expect(last.removed).toEqual(made.slice(0, 2))
    expect(kept().sort()).toEqual(['notes.txt', 'xzx-20200101-0000', made[2], last.folder.split('/').at(-1)].sort())
  })

  test('--keep never removes the backup just made, whatever number its name has, nor one dated ahead', async () => {
    const now = Date.parse('2026-11-22T13:50:00Z')
    const at = async (ms: number, more: string) => {
      const ran = await home.xzx(`backup --data ${data} --out kept --json ${more}`, { now: now + ms })
      expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('备份完成')])
      const made = ran.json() as { folder: string; removed: string[]; ahead: string[] }
      return { ...made, name: made.folder.split('/').at(-1) ?? '', err: ran.err }
    }
    await at(0, '')
    await at(0, '')
    for (let n = 0; n < 3; n += 1) {
      const made = await at(0, '--keep 1')
      expect(kept()).toEqual([made.name])
    }
    // a name says nothing of when it was made
    const [first = ''] = kept()
    renameSync(join(home.dir, 'kept', first), join(home.dir, 'kept/xzx-20990101-0000'))
    const plain = await at(60_000, '--keep 1')
    expect([kept(), plain.removed]).toEqual([[plain.name], ['xzx-20990101-0000']])

    const ahead = await at(365 * 86_400_000, '--keep 1')
    expect(kept()).toEqual([ahead.name])
    for (const minute of [2, 3]) {
      const made = await at(minute * 60_000, '--keep 1')
      expect(kept().sort()).toEqual([made.name, ahead.name])
      expect([made.ahead, made.err]).toEqual([[ahead.name], expect.stringContaining('晚于现在')])
    }
  })

  test('that is stopped leaves nothing behind, nor does one that was killed', async () => {
    mkdirSync(join(home.dir, 'kept/.xzx-20261121-0905.999999999.part'), { recursive: true })
    const stop = AbortSignal.abort(new Interrupted('SIGINT'))
    expect((await home.xzx(`backup --data ${data} --out kept`, { signal: stop })).code).toBe(130)
    expect(kept()).toEqual([])
  })
})

test('a backup wants a place that visitors cannot read, and data to copy', async () => {
  const home = cliHome()
  mkdirSync(join(home.dir, 'data'))
  mkdirSync(join(home.dir, 'whole'))
  const whole = new DatabaseSync(join(home.dir, 'whole/xzx.db'))
  whole.exec('create table one (id integer)')
  whole.close()
  mkdirSync(join(home.dir, 'pg'))
  writeFileSync(join(home.dir, 'pg/serve.id'), '1')
  symlinkSync('whole', join(home.dir, 'linked'))
  for (const [line, code, says] of [
    ['backup', 2, '--out'],
    ['backup --out kept --keep 0', 2, '--keep'],
    ['backup --out kept --data none', 2, '没有数据目录'],
    ['backup --out kept', 1, '没有找到数据库'],
    ['backup --data pg --out kept', 1, '没有写明 DATABASE_URL'],
    ['backup --out data/uploads/kept', 1, '访问者'],
    ['backup --out data/site', 1, '访问者'],
    ['backup --data whole --out whole/bk', 1, '数据目录之内'],
    ['backup --data whole --out whole', 1, '数据目录之内'],
    ['backup --data whole --out linked/bk --dry-run', 1, '数据目录之内'],
    // under /proc folders cannot be made, and Node tries for ever to make several at once
    ['backup --data whole --out /proc/none', 2, '/proc/none'],
    ['restore', 2, '备份目录'],
    ['restore data', 1, 'manifest.json'],
  ] as const) {
    const ran = await home.xzx(line)
    expect([ran.code, ran.err], line).toEqual([code, expect.stringContaining(says)])
  }
  expect(existsSync(join(home.dir, 'kept'))).toBe(false)
  home.remove()
})

test('data that this user may not read are not said to be missing', async (t) => {
  if (process.getuid?.() !== 0) return t.skip()
  const home = cliHome()
  const data = join(home.dir, 'data')
  mkdirSync(data, { mode: 0o700 })
  for (const name of ['xzx.db', 'key']) writeFileSync(join(data, name), '')
  const signal = new AbortController().signal
  /** Looked at before anything is awaited. */
  const asNobody = (work: () => Promise<unknown>) => {
    process.seteuid?.(65534)
    try {
      return work()
    } finally {
      process.seteuid?.(0)
    }
  }
  const denied = `没有权限读取：${data}`
  await expect(asNobody(() => checkSource({ data, out: '/none/kept', now: 0, signal }))).rejects.toThrow(denied)
  await expect(asNobody(() => withHere({ data }, async () => undefined))).rejects.toThrow(denied)
  home.remove()
})

test('a log that was altered in the backup is found, though every file fits the manifest', async () => {
  const server = await startServer()
  const home = cliHome()
  const admin = await server.person({ roles: ['admin'] })
  await admin.call('article.saveAdmin', anArticle(await makeColumn(server)))
  const { out } = await home.xzx(`backup --data ${server.parts.dataDir} --out kept`)
  const folder = out.trim()
  writeFileSync(join(folder, 'xzx.db'), zstdDecompressSync(readFileSync(join(folder, 'xzx.db.zst'))))
  const db = new DatabaseSync(join(folder, 'xzx.db'))
  db.exec("drop trigger if exists log_no_update; update log set result = '另一个' where id = (select max(id) from log)")
  db.close()
  const manifest = laidOpen(folder, 'xzx.db')
  const put = (altered: Manifest) => writeFileSync(join(folder, 'manifest.json'), JSON.stringify(altered))
  const refused = async (line: string, says: string) => {
    const ran = await home.xzx(`restore ${folder} ${line}`)
    expect([ran.code, ran.err], line).toEqual([1, expect.stringContaining(says)])
    expect(existsSync(join(home.dir, 'again'))).toBe(false)
  }
  // without the key it cannot be signed
  put(manifest)
  for (const line of ['--check', '--data again', '--data again --unsigned']) await refused(line, '签名不符')
  put({ ...manifest, mac: undefined })
  for (const line of ['--check', '--data again']) await refused(line, '没有签名')
  await refused('--data again --unsigned', '操作日志不完整')
  // with it, as it lies in the backup: the log has been altered all the same
  put(signManifest(openSecret(join(folder, 'key')).backup, manifest))
  await refused('--data again', '操作日志不完整')
  home.remove()
  await server.close()
})

test('whatever the manifest says is signed; a backup of an older version wants to be taken by name', async () => {
  const server = await startServer()
  const home = cliHome()
  const { out } = await home.xzx(`backup --data ${server.parts.dataDir} --out kept`)
  const folder = out.trim()
  const file = join(folder, 'manifest.json')
  const made = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  expect(made.mac).toMatch(/^[0-9a-f]{64}$/)
  const nowhere = await home.xzx(`restore ${folder} --data /proc/none/below/data`)
  expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining('/proc/none')])
  const check = async (env: Record<string, string> = {}, more = '') =>
    home.xzx(`restore ${folder} --check ${more}`, { env })
  expect((await check()).err).toContain('签名与备份内的密钥相符')
  const wrong = { path: 'key', how: 'plain', size: 1, sha256: '0'.repeat(64) } as const
  for (const altered of [
    { ...made, madeAt: '2026-11-22 00:00:00' },
    { ...made, counts: { ...made.counts, log: made.counts.log + 1 } },
    { ...made, files: made.files.slice(1) },
    { ...made, files: [...made.files].reverse() },
    ...(['path', 'how', 'size', 'sha256'] as const).map((key) => ({
      ...made,
      files: made.files.map((file) =>
        file.path === 'xzx.db' ? { ...file, stored: { ...file.stored, [key]: wrong[key] } } : file,
      ),
    })),
    { ...made, mac: '0'.repeat(64) },
    { ...made, mac: '' },
  ]) {
    writeFileSync(file, JSON.stringify(altered))
    expect((await check()).err).toContain('签名不符')
  }
  writeFileSync(file, JSON.stringify(made))
  // the server's own key proves more than the one in the backup; another one nothing
  const own = await check({ XZX_KEY_FILE: join(server.parts.dataDir, 'key') })
  expect([own.code, own.err]).toEqual([0, expect.stringContaining('此后没有改动')])
  const other = join(home.dir, 'other-key')
  openSecret(other)
  expect((await check({ XZX_KEY_FILE: other })).err).toContain('签名不符')

  const { mac: _mac, ...old } = made
  writeFileSync(file, JSON.stringify(old))
  expect((await check()).code).toBe(1)
  const taken = await check({}, '--unsigned')
  expect([taken.code, taken.err]).toEqual([0, expect.stringContaining('不能证明没有被人改过')])
  const back = await home.xzx(`restore ${folder} --data again --unsigned`)
  expect(back.code).toBe(0)

  // the key is kept apart, and the backup was not told where
  rmSync(join(home.dir, 'again/key'))
  const without = await home.xzx('backup --data again --out kept')
  expect([without.code, without.err]).toEqual([1, expect.stringContaining('没有找到密钥文件，没有它无法恢复')])
  const apart = await home.xzx('backup --data again --out kept', {
    env: { XZX_KEY_FILE: join(server.parts.dataDir, 'key') },
  })
  expect(apart.err).toContain('密钥不在备份中')
  expect(JSON.parse(readFileSync(join(apart.out.trim(), 'manifest.json'), 'utf8')).mac).toMatch(/^[0-9a-f]{64}$/)
  home.remove()
  await server.close()
})

/** A backup as it was made before files were compressed: all of them as they are, and a manifest of the first format. */
function ofBefore(folder: string): Manifest {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  for (const { path, stored } of manifest.files)
    if (stored.how === 'zstd') {
      writeFileSync(join(folder, path), zstdDecompressSync(readFileSync(join(folder, stored.path))))
      rmSync(join(folder, stored.path))
    }
  const files = manifest.files.map(({ stored, ...file }) => ({ ...file, stored: { ...file, how: 'plain' as const } }))
  const { mac } = signManifest(openSecret(join(folder, 'key')).backup, { ...manifest, format: 1, files })
  const { encryptedTo, ...said } = manifest
  const plain = { ...said, format: 1, files: files.map(({ stored, ...file }) => file), mac }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(plain))
  return manifest
}

test('what shrinks is stored compressed; a backup of before, where nothing was, is checked and put back all the same', async () => {
  const server = await startServer()
  const home = cliHome()
  const text = Buffer.from('关于召开全体会议的通知。'.repeat(5000))
  mkdirSync(join(server.parts.dataDir, 'attachments'), { recursive: true })
  for (const [name, bytes] of [
    ['1', text],
    ['2', picture],
    ['3', text],
    // of the name that the one before would get
    ['3.zst', text],
  ] as const)
    writeFileSync(join(server.parts.dataDir, 'attachments', name), bytes)
  const made = (await home.xzx(`backup --data ${server.parts.dataDir} --out kept --json`)).json()
  const names = readdirSync(join(made.folder, 'attachments')).sort()
  expect(names).toEqual(['1.zst', '2', '3', '3.zst.zst'])
  expect(zstdDecompressSync(readFileSync(join(made.folder, 'attachments/1.zst')))).toEqual(text)
  expect([made.encryptedTo, made.bytes < made.contentBytes / 3, made.compressed]).toEqual([[], true, 3])
  const check = async (line: string) => {
    const ran = await home.xzx(`restore ${made.folder} ${line}`)
    expect([ran.code, ran.err], line).toEqual([0, expect.stringContaining('未加密')])
    return ran
  }
  await check('--check')
  const { files } = ofBefore(made.folder)
  expect(readdirSync(made.folder)).toContain('xzx.db')
  await check('--check')
  await check('--data again --dry-run')
  await check('--data again')
  for (const { path, sha256 } of files.filter(({ path }) => path.startsWith('attachments/')))
    expect(
      createHash('sha256')
        .update(readFileSync(join(home.dir, 'again', path)))
        .digest('hex'),
    ).toBe(sha256)
  // what an attacker could take from it: nothing of the new format is believed of an old signature
  const file = join(made.folder, 'manifest.json')
  const old = JSON.parse(readFileSync(file, 'utf8'))
  const raised = old.files.map((one: object) => ({ ...one, stored: { ...one, how: 'plain' } }))
  writeFileSync(file, JSON.stringify({ ...old, format: 2, encryptedTo: [], files: raised }))
  expect((await home.xzx(`restore ${made.folder} --check`)).err).toContain('签名不符')
  home.remove()
  await server.close()
})

test('a manifest that names more than the disk has is refused before anything is written, and so are paths that lead out', async () => {
  const server = await startServer()
  const home = cliHome()
  const { out } = await home.xzx(`backup --data ${server.parts.dataDir} --out kept`)
  const folder = out.trim()
  const made = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const put = (change: (file: Manifest['files'][number]) => object) => {
    const files = made.files.map((file) => (file.path === 'xzx.db' ? { ...file, ...change(file) } : file))
    const signed = signManifest(openSecret(join(folder, 'key')).backup, { ...made, files } as Manifest)
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(signed))
  }
  const run = (line: string) => home.xzx(`restore ${folder} ${line}`)
  put(() => ({ size: 1e15 }))
  for (const [line, hint] of [
    ['--check', 'TMPDIR'],
    ['--data again', '--data'],
    ['--data again --dry-run', '--data'],
  ] as const) {
    const ran = await run(line)
    expect([ran.code, ran.err], line).toEqual([5, expect.stringMatching(`磁盘空间不足[^]*${hint}`)])
  }
  for (const path of ['../out', '/etc/passwd', 'a/../../b', '']) {
    put(({ stored }) => ({ stored: { ...stored, path } }))
    expect((await run('--check')).err, path).toContain('manifest.json 无法识别')
    put(() => ({ path }))
    expect((await run('--data again')).err, path).toContain('manifest.json 无法识别')
  }
  expect(existsSync(join(home.dir, 'again'))).toBe(false)
  home.remove()
  await server.close()
})

test('a key file that is none is named, and is no fault of the program', async () => {
  const server = await startServer()
  const home = cliHome({ env: {} })
  try {
    const keyFile = join(home.dir, 'note.txt')
    writeFileSync(keyFile, 'short\n')
    const backup = await home.xzx(['backup', '--data', server.parts.dataDir, '--out', 'out'], {
      env: { XZX_KEY_FILE: keyFile },
    })
    expect([backup.code, backup.err]).toEqual([1, expect.stringContaining(`密钥文件 ${keyFile} 过短`)])
  } finally {
    home.remove()
    await server.close()
  }
})

test('a full disk is told as such, whether a file or SQLite finds it', async () => {
  const file = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' })
  const db = new DatabaseSync(':memory:')
  db.exec('pragma max_page_count = 2; create table t (x)')
  let full: unknown
  try {
    db.prepare('insert into t values (?)').run('x'.repeat(100_000))
  } catch (error) {
    full = error
  }
  db.close()
  for (const error of [file, full]) {
    expect(String(asFault(error, '/backups'))).toContain('磁盘空间不足')
    const told = onData('BACKUP', () => Promise.reject(asFault(error, '/backups')))
    await expect(told).rejects.toMatchObject({ exit: 5, code: 'BACKUP' })
  }
  const other = new Error('other')
  expect(asFault(other, '/backups')).toBe(other)
})

test('a program of PostgreSQL that is in no PATH is taken from beside the newest server', () => {
  const base = mkdtempSync(join(tmpdir(), 'xzx-programs-'))
  for (const version of ['9', '15']) {
    mkdirSync(join(base, version, 'bin'), { recursive: true })
    writeFileSync(join(base, version, 'bin', 'pg_dump'), '')
  }
  expect(programPath('pg_dump', '/none', base)).toBe(join(base, '15', 'bin', 'pg_dump'))
  expect(programPath('pg_dump', join(base, '9', 'bin'), base)).toBe('pg_dump')
  expect(programPath('pg_restore', '/none', base)).toBe('pg_restore')
  rmSync(base, { recursive: true, force: true })
})

test('a database that is damaged, cannot be opened or is not there: in words, and 5 where it may pass', async () => {
  const home = cliHome()
  const data = join(home.dir, 'data')
  mkdirSync(data)
  writeFileSync(join(data, 'key'), `${'A'.repeat(43)}\n`)
  writeFileSync(join(data, 'xzx.db'), 'this is no database, not even nearly one, but it is long enough'.repeat(100))
  const damaged = await home.xzx('backup --data data --out kept')
  expect([damaged.code, damaged.err]).toEqual([1, expect.stringMatching(/数据库已损坏（.*）[\s\S]*xzx restore/)])
  rmSync(join(data, 'xzx.db'))
  mkdirSync(join(data, 'xzx.db'))
  const shut = await home.xzx('backup --data data --out kept')
  expect([shut.code, shut.err]).toEqual([1, expect.stringContaining('数据库文件打不开')])
  const env = { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }
  const other = await home.xzx('backup --data data --out kept', { env })
  expect([other.code, other.err]).toEqual([1, expect.stringContaining('DATABASE_URL 所指的是另一个数据库')])
  rmSync(join(data, 'xzx.db'), { recursive: true })
  const away = await home.xzx('backup --data data --out kept', { env })
  expect([away.code, away.err]).toEqual([5, expect.stringContaining('数据库暂不可用：无法连接 PostgreSQL')])
  const accept = await home.xzx('log accept --data data --reason 恢复 --yes', { env })
  expect([accept.code, accept.err]).toEqual([5, expect.stringContaining('数据库暂不可用')])
  home.remove()
})
