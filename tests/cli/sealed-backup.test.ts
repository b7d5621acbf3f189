import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Interrupted } from '../../cli/errors.ts'
import { makeBackup } from '../../server/backup/make.ts'
import { type Manifest, signManifest } from '../../server/backup/manifest.ts'
import { openPostgres, openSqlite } from '../../server/db/open.ts'
import { openSecret } from '../../server/secret.ts'
import { filesBelow } from '../../server/site/write.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { databases, newPostgres } from '../support/databases.ts'
import { adminPassword } from '../support/process.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const title = '关于加密备份的通知'

describe.each(databases)('an encrypted backup of a server on %s', (database) => {
  let server: TestServer
  let admin: Person
  let home: CliHome
  let env: Record<string, string>
  let data: string
  let upload: string

  beforeAll(async () => {
    server = await startServer(database)
    data = server.parts.dataDir
    admin = await server.person({ roles: ['admin'], password: adminPassword })
    const saved = await admin.call('article.saveAdmin', anArticle(await makeColumn(server), { title }))
    expect(saved.errorCode).toBe('0')
    const form = new FormData()
    form.append('file', new Blob([picture]), 'a.png')
    const sent = { method: 'POST', headers: { authorization: admin.token }, body: form }
    expect((await server.raw('/api/file/upload/name?type=image', sent)).errorCode).toBe('0')
    upload = readdirSync(join(data, 'uploads')).find((name) => !name.startsWith('.')) ?? ''
    const address = server.parts.site.site.database
    env = address.startsWith('postgres') ? { DATABASE_URL: address } : {}
  })
  afterAll(() => server.close())
  beforeEach(() => {
    home = cliHome({ env })
  })
  afterEach(() => home.remove())

  const newKeys = async (file = 'my.key') => (await home.xzx(`backup keygen --out ${file}`)).out.trim()
  const backUp = async (...keys: string[]) => {
    const to = keys.map((key) => `--encrypt-to ${key}`).join(' ')
    const ran = await home.xzx(`backup --data ${data} --out kept --json ${to}`)
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('已加密（公钥 age1')])
    return ran.json() as { folder: string; encryptedTo: string[]; bytes: number; contentBytes: number }
  }
  /** Restores into a database of its own, and answers what is there then. */
  const putBack = async (line: string) => {
    const fresh = database === 'postgres' ? await newPostgres() : null
    const ran = await home.xzx(`restore ${line}`, { env: { ...env, ...(fresh && { DATABASE_URL: fresh.url }) } })
    let titles: string[] = []
    if (ran.code === 0) {
      const db = fresh ? await openPostgres(fresh.url) : openSqlite(join(home.dir, 'again/xzx.db'))
      titles = (await db.read.selectFrom('article').select('title').execute()).map((row) => row.title)
      await db.close()
    }
    await fresh?.drop()
    return { ...ran, titles }
  }

  test('tells who has no key when it was made and to whom, and is put back by whoever has one', async () => {
    const [mine, other] = [await newKeys(), await newKeys('other.key')]
    const { folder, encryptedTo } = await backUp(mine, other)
    expect(encryptedTo).toEqual([mine, other])
    const files = filesBelow(folder)
    const stored = readFileSync(join(data, 'uploads', upload))
    for (const path of files) {
      expect(path).toMatch(/^(?:manifest\.json|manifest\.age|SHA256SUMS|files\/\d+\.age)$/)
      expect(statSync(join(folder, path)).mode & 0o077).toBe(0)
      const bytes = readFileSync(join(folder, path))
      for (const word of [upload, title, 'SQLite format 3', 'PGDMP', 'xzx.db', 'uploads'])
        expect(bytes.includes(word), path).toBe(false)
      expect(bytes.includes(stored), path).toBe(false)
    }
    const label = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
    expect(label).toEqual({
      format: 2,
      madeAt: expect.any(String),
      encryptedTo: [mine, other].map((k) => k.slice(0, 16)),
      mac: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    // what lay open for a while lay beside the database, and is gone
    expect(readdirSync(data).filter((name) => name.startsWith('.'))).toEqual([])
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')
    expect(sums.map((line) => line.split('  ')[1]).sort()).toEqual(files.filter((path) => path.endsWith('.age')).sort())

    for (const key of ['my.key', 'other.key']) {
      const check = await home.xzx(`restore ${folder} --check --json --identity ${key}`)
      expect([check.code, check.json()]).toEqual([0, expect.objectContaining({ encryptedTo, foreign: [] })])
    }
    const back = await putBack(`${folder} --data again --identity my.key`)
    expect([back.code, back.err]).toEqual([0, expect.stringContaining('恢复完成')])
    expect(back.titles).toContain(title)
    expect(readFileSync(join(home.dir, 'again/uploads', upload))).toEqual(stored)
    expect(readFileSync(join(home.dir, 'again/key'))).toEqual(readFileSync(join(data, 'key')))
    expect(
      readdirSync(join(home.dir, 'again')).filter((name) => name.includes('backup') || name.endsWith('.dump')),
    ).toEqual([])
  })

  test('that was altered, cut, swapped or robbed of a file is refused by name, and nothing is made of it', async () => {
    const mine = await newKeys()
    const flip = (file: string) => {
      const bytes = readFileSync(file)
      bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
      writeFileSync(file, bytes)
    }
    const label = (folder: string, change: object) => {
      const file = join(folder, 'manifest.json')
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }))
    }
    const older = (await backUp(mine)).folder
    const damage: readonly (readonly [string, (folder: string) => void])[] = [
      ['files/2.age', (folder) => flip(join(folder, 'files/2.age'))],
      ['files/2.age', (folder) => truncateSync(join(folder, 'files/2.age'), 300)],
      ['files/2.age', (folder) => appendFileSync(join(folder, 'files/2.age'), 'x')],
      ['缺少文件', (folder) => rmSync(join(folder, 'files/3.age'))],
      [
        '的内容与备份时不同',
        (folder) => {
          renameSync(join(folder, 'files/1.age'), join(folder, 'files/x'))
          renameSync(join(folder, 'files/2.age'), join(folder, 'files/1.age'))
          renameSync(join(folder, 'files/x'), join(folder, 'files/2.age'))
        },
      ],
      ['files/2.age', (folder) => copyFileSync(join(older, 'files/2.age'), join(folder, 'files/2.age'))],
      ['manifest.age', (folder) => flip(join(folder, 'manifest.age'))],
      ['manifest.age', (folder) => truncateSync(join(folder, 'manifest.age'), 700)],
      ['manifest.age', (folder) => rmSync(join(folder, 'manifest.age'))],
      ['不是同一份备份的', (folder) => label(folder, { madeAt: '2020-01-01 00:00:00' })],
      ['不是同一份备份的', (folder) => label(folder, { encryptedTo: ['age1qqqqqqqqqqqq'] })],
      ['manifest.json', (folder) => label(folder, { format: 3 })],
    ]
    const whole = (await backUp(mine)).folder
    const fresh = database === 'postgres' ? await newPostgres() : null
    const into = { env: { ...env, ...(fresh && { DATABASE_URL: fresh.url }) } }
    for (const [n, [says, spoil]] of damage.entries()) {
      const folder = join(home.dir, `spoiled-${n}`)
      cpSync(whole, folder, { recursive: true })
      spoil(folder)
      const check = await home.xzx(`restore ${folder} --check --identity my.key`)
      expect([check.code, check.err], says).toEqual([1, expect.stringContaining(says)])
      // another try stands before the same empty place
      const back = await home.xzx(`restore ${folder} --data again --identity my.key`, into)
      expect([back.code, back.err, existsSync(join(home.dir, 'again'))]).toEqual([
        ...[1, expect.stringContaining(says), false],
      ])
    }
    await fresh?.drop()
    writeFileSync(join(whole, 'files/9999.age'), 'x')
    const ran = await home.xzx(`restore ${whole} --check --json --identity my.key`)
    expect(ran.json().foreign).toEqual(['files/9999.age'])
  })

  test('whose folder holds pipes or links, or names a file twice, is refused at once, and nothing outside is read', async () => {
    const plain = async () => (await home.xzx(`backup --data ${data} --out plain --json`)).json() as { folder: string }
    const damaged = async (folder: string) => {
      const ran = await home.xzx(`restore ${folder} --check`)
      expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('备份已损坏')])
    }
    const { folder: piped } = await plain()
    rmSync(join(piped, 'manifest.json'))
    execFileSync('mkfifo', [join(piped, 'manifest.json')])
    await damaged(piped)
    const { folder: linked } = await plain()
    const file = join(linked, 'uploads', upload)
    const outside = join(home.dir, 'outside.png')
    renameSync(file, outside)
    symlinkSync(outside, file)
    await damaged(linked)
    const { folder: twice } = await plain()
    const manifest = JSON.parse(readFileSync(join(twice, 'manifest.json'), 'utf8'))
    const doubled = { ...manifest, files: [...manifest.files, manifest.files[0]] }
    const { backup } = openSecret(join(data, 'key'))
    writeFileSync(join(twice, 'manifest.json'), JSON.stringify(signManifest(backup, doubled)))
    await damaged(twice)
  })

  test('without its private key, or with another one, says which is wanted', async () => {
    const [mine, other] = [await newKeys(), await newKeys('other.key')]
    const { folder } = await backUp(mine)
    const wanted = `公钥为 ${mine.slice(0, 16)}…`
    for (const line of ['--check', '--data again', '--data again --dry-run']) {
      const none = await home.xzx(`restore ${folder} ${line}`)
      expect([none.code, none.err], line).toEqual([2, expect.stringContaining(wanted)])
      expect(none.err).toContain('--identity')
      const wrong = await home.xzx(`restore ${folder} ${line}`, {
        env: { XZX_BACKUP_IDENTITY: join(home.dir, 'other.key') },
      })
      expect([wrong.code, wrong.err], line).toEqual([1, expect.stringContaining(wanted)])
      expect(wrong.err).toContain(`other.key 中的私钥属于 ${other.slice(0, 16)}…`)
    }
    expect(existsSync(join(home.dir, 'again'))).toBe(false)
    // a file of several keys opens what one of them opens
    writeFileSync(
      join(home.dir, 'all.key'),
      ['other.key', 'my.key'].map((name) => readFileSync(join(home.dir, name), 'utf8')).join(''),
    )
    const env = { XZX_BACKUP_IDENTITY: join(home.dir, 'all.key') }
    expect((await home.xzx(`restore ${folder} --check`, { env })).code).toBe(0)
  })

  test('that is stopped in the middle leaves nothing, neither where it goes nor in the data', async () => {
    const mine = await newKeys()
    const out = join(home.dir, 'kept')
    const stop = new AbortController()
    const reason = new Interrupted('SIGTERM')
    const made = makeBackup({
      ...{ data, databaseUrl: env.DATABASE_URL, out, recipients: [mine], now: Date.now(), signal: stop.signal },
      progress: () => stop.abort(reason),
    })
    await expect(made).rejects.toThrow()
    expect(stop.signal.aborted).toBe(true)
    expect([readdirSync(out), readdirSync(data).filter((name) => name.startsWith('.'))]).toEqual([[], []])
    // what a killed run left open goes with the next one, whether that encrypts or not
    const left = join(data, '.backup.999999999.part')
    mkdirSync(left)
    writeFileSync(join(left, 'xzx.db'), 'open')
    mkdirSync(join(out, '.xzx-20261121-0905.999999999.part'))
    expect((await home.xzx(`backup --data ${data} --out kept`)).code).toBe(0)
    expect([existsSync(left), readdirSync(out).length]).toEqual([false, 1])
  })
})

describe('keys', () => {
  let home: CliHome
  let server: TestServer
  let mine: string
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    home = cliHome()
    mine = (await home.xzx('backup keygen --out my.key')).out.trim()
  })
  afterEach(() => home.remove())
  const write = (name: string, text: string) => writeFileSync(join(home.dir, name), text)

  test('are made into a new file for its owner only, which any age can read', async () => {
    const file = join(home.dir, 'my.key')
    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(new RegExp(`^# public key: ${mine}\nAGE-SECRET-KEY-1[0-9A-Z]{58}\n$`, 'm'))
    expect([statSync(file).mode & 0o777, mine]).toEqual([0o600, expect.stringMatching(/^age1[0-9a-z]{58}$/)])
    const again = await home.xzx('backup keygen --out my.key')
    expect([again.code, again.err, readFileSync(file, 'utf8')]).toEqual([
      2,
      expect.stringContaining('文件已存在'),
      text,
    ])
    const dry = await home.xzx('backup keygen --out new.key --dry-run')
    expect([dry.code, dry.out, existsSync(join(home.dir, 'new.key'))]).toEqual([0, '', false])
    expect((await home.xzx('backup keygen --out my.key --dry-run')).code).toBe(2)
    // the secret is in the file alone
    const told = await home.xzx('backup keygen --out third.key --json --log run.log')
    const secret = /AGE-SECRET-KEY-\S+/.exec(readFileSync(join(home.dir, 'third.key'), 'utf8'))?.[0] ?? 'none'
    expect(`${told.out}${told.err}${readFileSync(join(home.dir, 'run.log'), 'utf8')}`).not.toContain(secret)
    expect(told.json()).toEqual({ recipient: expect.stringMatching(/^age1/), file: join(home.dir, 'third.key') })
    // flags of the command above it are not its own
    expect((await home.xzx('backup keygen --out fourth.key --keep 3')).err).toContain('不支持选项 --keep')
    expect(existsSync(join(home.dir, 'fourth.key'))).toBe(false)
  })

  test('that are none, or the other half, are refused before anything is written, and no secret is repeated', async () => {
    const secret = /AGE-SECRET-KEY-\S+/.exec(readFileSync(join(home.dir, 'my.key'), 'utf8'))?.[0] ?? 'none'
    const mistyped = `${mine.slice(0, -1)}${mine.endsWith('q') ? 'p' : 'q'}`
    write('empty.pub', '# none yet\n')
    write('bad.pub', `${mine}\nnonsense\n`)
    write('my.pub', `# of the office\n${mine}\n`)
    write('secret.txt', `${secret.slice(0, -1)}\n`)
    write('locked.key', '-----BEGIN AGE ENCRYPTED FILE-----\n')
    const backup = `backup --data ${server.parts.dataDir} --out kept`
    const variable = (value: string) => ({ XZX_BACKUP_RECIPIENT: value })
    const before = readdirSync(home.dir)
    for (const [line, says, env] of [
      [`${backup} --encrypt-to ${mistyped}`, '不是公钥'],
      [`${backup} --encrypt-to nonsense`, '不是公钥'],
      [`${backup} --encrypt-to ${mine} --encrypt-to ${secret}`, '是私钥，应为公钥'],
      [`${backup} --encrypt-to ${secret.toLowerCase()}`, '是私钥，应为公钥'],
      [`${backup} --encrypt-to @my.key`, '公钥文件'],
      [`${backup} --encrypt-to @none.pub`, '没有找到公钥文件'],
      [`${backup} --encrypt-to @empty.pub`, '没有公钥'],
      [`${backup} --encrypt-to @bad.pub`, '不是公钥'],
      [`${backup} --encrypt-to @.`, '不能读取公钥文件'],
      [`${backup} --dry-run --encrypt-to nonsense`, '不是公钥'],
      [backup, 'XZX_BACKUP_RECIPIENT 是空的', variable(' ')],
      [backup, '是私钥，应为公钥', variable(secret)],
      [backup, '没有找到公钥文件', variable('@none.pub')],
      [`serve --port 0 --data fresh --backups kept --backups-encrypt-to ${secret}`, '是私钥，应为公钥'],
      [`serve --port 0 --data fresh --backups kept --backups-encrypt-to nonsense`, '不是公钥'],
      ['serve --port 0 --data fresh --backups kept', '不是公钥', variable('nonsense')],
      [`serve --port 0 --data fresh --backups-encrypt-to ${mine}`, '没有 --backups'],
      [`restore kept --check --identity ${secret}`, '收到的是私钥本身'],
      ['restore kept --check --identity my.pub', '是公钥'],
      ['restore kept --check --identity none.key', '没有找到私钥文件'],
      ['restore kept --check --identity secret.txt', '不是私钥文件'],
      ['restore kept --check --identity empty.pub', '不是私钥文件'],
      ['restore kept --check --identity locked.key', '先用 age -d 解开'],
      ['restore kept --check', '收到的是私钥本身', { XZX_BACKUP_IDENTITY: secret }],
    ] as const) {
      const ran = await home.xzx(line, { env: { ...env } })
      expect([ran.code, ran.out, ran.err], line).toEqual([2, '', expect.stringContaining(says)])
      expect(ran.err.toUpperCase(), line).not.toContain(secret.slice(0, 30))
      expect(ran.err, line).toContain('建议：')
    }
    expect(readdirSync(home.dir)).toEqual(before)

    // by a file or the variable, which a flag goes before
    for (const [line, env] of [
      [`${backup} --encrypt-to @my.pub --json`, variable('nonsense')],
      [`${backup} --json`, variable(`@${join(home.dir, 'my.pub')}`)],
      [`${backup} --json`, variable(`${mine}, ${mine}`)],
    ] as const)
      expect((await home.xzx(line, { env })).json().encryptedTo).toEqual([mine])
    const dry = await home.xzx(`${backup} --encrypt-to ${mine} --dry-run`)
    expect(dry.err).toContain(`压缩，已加密（公钥 ${mine.slice(0, 16)}…）`)
    expect((await home.xzx(`${backup} --dry-run`)).err).toContain('压缩，未加密')
    const quiet = await home.xzx(`${backup} --encrypt-to ${mine} --quiet`)
    expect([quiet.code, quiet.out, quiet.err]).toEqual([0, '', ''])
  })

  test('given for a backup that is not encrypted are told to have had no use', async () => {
    const { out } = await home.xzx(`backup --data ${server.parts.dataDir} --out kept`)
    const ran = await home.xzx(`restore ${out.trim()} --check --identity my.key`)
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('没有加密，没有用到私钥')])
    expect(ran.err).toContain('未加密')
  })

  test('--keep counts backups of all kinds by their time, without a key', async () => {
    const at = async (minute: number, more: string) => {
      const now = Date.parse('2026-11-22T13:00:00Z') + minute * 60_000
      const ran = await home.xzx(`backup --data ${server.parts.dataDir} --out kept --json ${more}`, { now })
      expect(ran.code).toBe(0)
      const made = ran.json() as { folder: string; removed: string[] }
      return { ...made, name: basename(made.folder) }
    }
    const first = await at(0, `--encrypt-to ${mine}`)
    const second = await at(1, '')
    const third = await at(2, `--encrypt-to ${mine}`)
    const fourth = await at(3, '--keep 2')
    expect(fourth.removed).toEqual([first.name, second.name])
    expect(readdirSync(join(home.dir, 'kept')).sort()).toEqual([third.name, fourth.name])
  })

  test('--keep leaves those of another installation alone, and those of which nothing tells whose they are', async () => {
    const later = await startServer()
    const at = async (data: string, minute: number, more: string) => {
      const now = Date.parse('2026-11-22T13:00:00Z') + minute * 60_000
      const ran = await home.xzx(`backup --data ${data} --out kept --json ${more}`, { now })
      expect(ran.code).toBe(0)
      const made = ran.json() as { folder: string; removed: string[]; others: string[]; unknown: string[] }
      return { ...made, name: basename(made.folder), err: ran.err }
    }
    const { dataDir: own } = server.parts
    const { dataDir: strange } = later.parts
    const [plain, sealed, old, unsigned, first] = [
      await at(strange, 0, ''),
      await at(strange, 1, `--encrypt-to ${mine}`),
      await at(own, 2, `--encrypt-to ${mine}`),
      await at(own, 3, ''),
      await at(own, 4, `--encrypt-to ${mine}`),
    ]
    // as older versions made them
    for (const { folder } of [old, unsigned]) {
      const { mac, ...rest } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
      expect(mac).toBeDefined()
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify(rest))
    }
    const now = Date.parse('2026-11-22T13:05:00Z')
    const dry = await home.xzx(`backup --data ${own} --out kept --keep 1 --dry-run`, { now })
    const others = `不是本站点的备份，不计入份数，也不会删除：${plain.name}、${sealed.name}\n`
    const unknown = `也不会自动删除：${old.name}、${unsigned.name}；确认无用的请自行删除`
    expect([dry.code, dry.err]).toEqual([0, expect.stringContaining(`，并删除较早的备份：${first.name}\n`)])
    for (const says of [others, unknown]) expect(dry.err).toContain(says)
    const made = await at(own, 5, '--keep 1')
    expect(made).toMatchObject({
      removed: [first.name],
      others: [plain.name, sealed.name],
      unknown: [old.name, unsigned.name],
    })
    for (const says of [others, unknown]) expect(made.err).toContain(says)
    // who has no key can say of none that it is their own, and has made none that could be restored
    rmSync(join(strange, 'key'))
    const keyless = await home.xzx(`backup --data ${strange} --out kept --json --keep 1`, { now: now + 60_000 })
    expect([keyless.code, keyless.json().removed]).toEqual([1, []])
    await later.close()
  })

  test('of a backup whose folder others may read are none of its content', async (t) => {
    if (process.platform === 'win32') return t.skip()
    const { out } = await home.xzx(`backup --data ${server.parts.dataDir} --out kept --encrypt-to ${mine}`)
    // a copy elsewhere has lost its modes
    for (const path of filesBelow(out.trim())) chmodSync(join(out.trim(), path), 0o644)
    expect((await home.xzx(`restore ${out.trim()} --check --identity my.key`)).code).toBe(0)
    const manifest = readFileSync(join(out.trim(), 'manifest.json'), 'utf8')
    expect(Object.keys(JSON.parse(manifest) as Manifest).sort()).toEqual(['encryptedTo', 'format', 'mac', 'madeAt'])
  })
})
