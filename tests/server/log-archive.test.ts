import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { works } from '../../server/jobs/works.ts'
import { appendLog } from '../../server/log.ts'
import { archiveFolder, checkArchive } from '../../server/log-archive/file.ts'
import { cliHome } from '../support/cli.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const day = 86_400_000
const watch = { progress: () => undefined, stopped: () => false, signal: new AbortController().signal } as never

describe.each(databases)('months of the log that leave the database, on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeEach(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterEach(() => server.close())

  /** One row in so many days, as a server that ran all the time would have written them. */
  async function lived(days: number, every = 3) {
    const { db, secret } = server.parts
    const call = { name: 'test.lived', says: '过了几天', address: '本机', requestId: '' }
    const end = server.clock.now + days * day
    await db.transaction(async (trx) => {
      for (let at = server.clock.now; at <= end; at += every * day)
        await appendLog(trx, secret.log, { call, who: null, now: at, change: { kind: 'system', after: { at } } })
    })
    server.clock.now = end
    admin = await server.person({ roles: ['admin'] })
  }
  const keep = async (years: string) =>
    expect((await admin.call('setting.save', { items: [{ name: 'log.keepYears', value: years }] })).errorCode).toBe('0')
  const archive = () => works.logArchive.run(server.parts, watch)
  const due = async () => (await admin.call('log.due')).value
  const months = async () => (await due()).months.map((one: { month: string }) => one.month)
  const archived = async () => (await admin.call('log.archives')).value
  const verify = async () => (await admin.call('log.check', {})).value
  const count = async () =>
    Number(
      (
        await server.parts.db.read
          .selectFrom('log')
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  const databaseEnv = (): Record<string, string> => {
    const address = server.parts.site.site.database
    return address.startsWith('postgres') ? { DATABASE_URL: address } : {}
  }
  const fileOf = (name: string) => join(server.parts.dataDir, archiveFolder, name)

  test('whole ones, and only when they are old enough; the rest is still proved, from where the files end', async () => {
    await lived(500)
    await keep('1')
    const before = await verify()
    expect(before.whole).toBe(true)
    // 2026-11-21 and 500 days: 2028-04-04; a year and a week before that is 2027-03-28
    const wanted = ['2026-11', '2026-12', '2027-01', '2027-02']
    expect(await months()).toEqual(wanted)
    const rows = await count()
    expect(await archive()).toMatchObject({ state: 'done', says: expect.stringContaining('2026-11、2026-12') })
    const list = await archived()
    expect(list.map((one: { month: string }) => one.month)).toEqual([...wanted].reverse())
    const gone = list.reduce((sum: number, one: { count: number }) => sum + one.count, 0)
    // a row tells of each month
    expect(await count()).toBe(rows - gone + wanted.length)
    expect(await verify()).toMatchObject({ whole: true, says: expect.stringContaining(`其中 ${gone} 条已归档`) })
    for (const { file } of list)
      expect(await checkArchive(server.parts.secret.log, fileOf(file))).toMatchObject({ whole: true, brokenAt: null })
    expect(await months()).toEqual([])
    expect((await archive()).says).toBe('没有要做的')
    const { value } = await admin.call('log.list', { call: 'log.archived' })
    expect(value.total).toBe(wanted.length)
    expect(value.list[0].after).toMatchObject({ month: '2027-02', file: 'log-2027-02.ndjson.gz' })
    // the next months go on from there
    await lived(70)
    expect(await months()).toEqual(['2027-03', '2027-04', '2027-05'])
    expect(await archive()).toMatchObject({ state: 'done' })
    expect((await verify()).whole).toBe(true)
  })

  test('none that is younger than a year, whatever the table of settings says', async () => {
    await lived(360)
    await server.parts.db.write.insertInto('setting').values({ name: 'log.keepYears', value: '-5' }).execute()
    expect(await months()).toEqual([])
    expect(await archive()).not.toMatchObject({ receipt: expect.anything() })
    expect(await archived()).toEqual([])
    expect((await admin.call('setting.save', { items: [{ name: 'log.keepYears', value: '0' }] })).errorCode).not.toBe(
      '0',
    )
  })

  test('a clock that was set ahead makes no row older: they stay, and it is said why', async () => {
    await lived(20)
    server.clock.now += 3000 * day
    admin = await server.person({ roles: ['admin'] })
    expect(await due()).toMatchObject({ months: [], held: expect.stringContaining('时间可能被调过') })
    expect((await archive()).says).toContain('暂不归档')
    expect(await archived()).toEqual([])
  })

  test('a run that was ended between writing and taking out is finished by the next one', async () => {
    await lived(9, 0.02)
    await lived(421)
    await keep('1')
    const rows = await count()
    let asked = 0
    // ends as a server does that is stopped: the file is there, and its rows are, too
    const ended = { ...(watch as object), stopped: () => ++asked > 1 } as never
    await works.logArchive.run(server.parts, ended)
    const [{ file, lastId }] = await archived()
    expect(existsSync(fileOf(file))).toBe(true)
    const left = await server.parts.db.read.selectFrom('log').select('id').orderBy('id').limit(1).executeTakeFirst()
    expect(left?.id).toBeLessThan(Number(lastId))
    expect((await verify()).whole).toBe(true)
    expect(await archive()).toMatchObject({ state: 'done' })
    const gone = (await archived()).reduce((sum: number, one: { count: number }) => sum + one.count, 0)
    expect(await count()).toBe(rows - gone + (await archived()).length)
    expect((await verify()).whole).toBe(true)
    expect(readdirSync(join(server.parts.dataDir, archiveFolder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('nothing is taken out whose file does not say the same', async () => {
    await lived(430)
    await keep('1')
    const { db } = server.parts
    const first = (await db.read.selectFrom('log').selectAll().orderBy('id').limit(3).execute())[2]
    await archive()
    const [{ file }] = (await archived()).slice(-1)
    // as after a kill: the base is there, and the last of its rows
    const { hash: _h, ...row } = first as NonNullable<typeof first>
    await db.write
      .insertInto('log')
      .values({ ...row, hash: first?.hash } as never)
      .execute()
    const good = readFileSync(fileOf((await archived())[0].file))
    writeFileSync(fileOf((await archived())[0].file), good.subarray(0, good.length - 40))
    expect(await archive()).toMatchObject({ state: 'failed' })
    expect(await db.read.selectFrom('log').select('id').where('id', '=', row.id).execute()).toHaveLength(1)
    expect(existsSync(fileOf(file))).toBe(true)
  })

  test('a file that somebody changed is found by its first changed row, and so is one that is cut', async () => {
    await lived(430)
    await keep('1')
    await archive()
    const { file } = (await archived())[0]
    const key = server.parts.secret.log
    const lines = gunzipSync(readFileSync(fileOf(file)))
      .toString()
      .split('\n')
    const changed = JSON.parse(lines[2] ?? '')
    const put = (text: string) => writeFileSync(fileOf(file), gzipSync(text))
    put(lines.with(2, JSON.stringify({ ...changed, address: '10.0.0.1' })).join('\n'))
    expect(await checkArchive(key, fileOf(file))).toMatchObject({ whole: false, brokenAt: changed.id })
    put(lines.filter((_, at) => at !== 2).join('\n'))
    expect((await checkArchive(key, fileOf(file))).whole).toBe(false)
    put(lines.slice(0, 4).join('\n'))
    expect((await checkArchive(key, fileOf(file))).whole).toBe(false)
    writeFileSync(fileOf(file), '不是归档')
    expect((await checkArchive(key, fileOf(file))).whole).toBe(false)
  })

  test('one whose end is not as it was written, or with a line without end, is named and stops no check', async () => {
    await lived(500)
    await keep('1')
    await archive()
    const [name = ''] = (await archived()).map(({ file }: { file: string }) => file)
    const lines = gunzipSync(readFileSync(fileOf(name)))
      .toString()
      .trimEnd()
      .split('\n')
    const last = JSON.parse(lines.at(-1) as string)
    const ends = [
      { mac: 'x' },
      { ...last, note: '附注' },
      { ...last, records: [null] },
      { ...last, records: 1 },
      null,
      [],
      7,
    ]
    const long = `${lines[0]}\n${'x'.repeat(40_000_000)}`
    for (const text of [...ends.map((end) => [...lines.slice(0, -1), JSON.stringify(end), ''].join('\n')), long]) {
      writeFileSync(fileOf(name), gzipSync(text))
      expect(await checkArchive(server.parts.secret.log, fileOf(name))).toMatchObject({ whole: false, part: null })
      expect(await verify()).toMatchObject({ whole: false, says: expect.stringContaining(`归档文件 ${name}`) })
    }
  })

  test('one that is gone or was altered is named by every check, by doctor and by a backup, until it is put back or given up', async () => {
    await lived(500)
    await keep('1')
    await archive()
    const names: string[] = (await archived()).map(({ file }: { file: string }) => file).reverse()
    const [first = '', second = '', third = ''] = names
    const kept = new Map(names.map((name) => [name, readFileSync(fileOf(name))]))
    const home = cliHome({ env: { XZX_SERVER: server.url, ...databaseEnv() } })
    const data = server.parts.dataDir
    const run = (line: string) => home.xzx(line)
    const looks = async () => {
      const { list } = (await run(`doctor --data ${data} --json`)).json()
      return (list as { name: string; state: string; says: string }[]).find(({ name }) => name === 'archives')
    }
    expect(await looks()).toMatchObject({ state: 'good' })
    const whole = await run(`backup --data ${data} --out kept --json`)
    expect([whole.code, whole.err]).toEqual([0, expect.stringContaining('备份完成')])
    const good = (whole.json() as { folder: string }).folder
    expect((await run(`restore ${good} --check`)).code).toBe(0)

    // a month that lies between those that are checked is told
    const pair = await run(`log verify ${fileOf(third)} ${fileOf(first)} --data ${data}`)
    expect([pair.code, pair.err]).toEqual([
      0,
      expect.stringMatching(/^注意：2026-11 与 \d{4}-\d\d 之间缺第 \d+–\d+ 号日志的归档，没有核对\n$/),
    ])
    const every = await run(`log verify ${[first, second, third].map(fileOf).join(' ')} --data ${data} --json`)
    expect([every.code, every.err, JSON.parse(every.out).map(({ gap }: { gap: unknown }) => gap)]).toEqual([
      ...[0, '', [null, null, null]],
    ])

    rmSync(fileOf(first))
    const lines = gunzipSync(kept.get(second) as Buffer).toString()
    writeFileSync(fileOf(second), gzipSync(lines.replace('过了几天', '过了三天')))
    writeFileSync(fileOf(third), Buffer.concat([kept.get(third) as Buffer, kept.get(third) as Buffer]))
    const gone = `归档文件 ${first}（2026-11，第 1–`
    const found = await verify()
    expect(found).toMatchObject({ whole: false, says: expect.stringContaining(gone) })
    expect(found.says).toMatch(
      /条）不见了；归档文件 \S+.*被改动或损坏（第 \d+ 号日志被改动过.*重复写入.*xzx log accept/,
    )
    expect(found.says).not.toContain('undefined')
    expect(await works.logCheck.run(server.parts, watch)).toMatchObject({
      state: 'failed',
      says: expect.stringContaining(gone),
    })
    expect(await looks()).toMatchObject({ state: 'bad', says: expect.stringContaining(gone) })
    // is made all the same, and removes none of before
    const bad = await run(`backup --data ${data} --out kept --keep 1 --json`)
    expect([bad.code, bad.err]).toEqual([1, expect.stringMatching(/其中有问题[\s\S]*不见了[\s\S]*没有删除/)])
    const { folder, removed } = JSON.parse(bad.out) as { folder: string; removed: string[] }
    expect([removed, existsSync(good)]).toEqual([[], true])
    const checked = await run(`restore ${folder} --check`)
    expect([checked.code, checked.err]).toEqual([1, expect.stringContaining(gone)])
    expect(checked.err).not.toContain('备份完好')

    for (const name of [second, third]) writeFileSync(fileOf(name), kept.get(name) as Buffer)
    const accepted = await run(`log accept --data ${data} --reason 磁盘坏了 --yes`)
    expect([accepted.code, accepted.err]).toEqual([0, expect.stringContaining(`${first}（2026-11`)])
    expect(await verify()).toMatchObject({
      whole: true,
      says: expect.stringMatching(/2026-11 归档的 \d+ 条（第 1–\d+ 号）已不在，\S+ \S+ 记录了原因/),
    })
    expect(await looks()).toMatchObject({ state: 'good' })
    const again = await run(`backup --data ${data} --out kept --json`)
    expect([again.code, (await run(`restore ${(again.json() as { folder: string }).folder} --check`)).code]).toEqual([
      0, 0,
    ])
    // what was given up is that one alone
    rmSync(fileOf(second))
    expect(await verify()).toMatchObject({ whole: false, says: expect.stringContaining(`归档文件 ${second}`) })
    writeFileSync(fileOf(second), kept.get(second) as Buffer)
    await server.parts.db.write.deleteFrom('logArchive').where('file', '=', second).execute()
    expect(await verify()).toMatchObject({ whole: false, says: expect.stringContaining('归档记录被改写或删除') })
    home.remove()
  })

  test('doctor finds that the log does not go on from its archives, and a folder in the place of one is named', async () => {
    await lived(500)
    await keep('1')
    await archive()
    const home = cliHome({ env: { XZX_SERVER: server.url, ...databaseEnv() } })
    const data = server.parts.dataDir
    const looks = async () => {
      const { list } = (await home.xzx(`doctor --data ${data} --json`)).json()
      return (list as { name: string; state: string; says: string }[]).find(({ name }) => name === 'archives')
    }
    const { write } = server.parts.db
    expect(await looks()).toMatchObject({ state: 'good' })

    const [file = ''] = (await archived()).map(({ file }: { file: string }) => file)
    const kept = readFileSync(fileOf(file))
    rmSync(fileOf(file))
    mkdirSync(fileOf(file))
    const says = expect.stringMatching(new RegExp(`归档文件 ${file}.*的位置上是一个目录，文件不见了`))
    expect(await looks()).toMatchObject({ state: 'bad', says })
    expect(await verify()).toMatchObject({ whole: false, says })
    const backup = await home.xzx(`backup --data ${data} --out kept --json`)
    expect([backup.code, backup.err]).toEqual([1, says])
    expect(existsSync(backup.json().folder)).toBe(true)
    rmSync(fileOf(file), { recursive: true })
    writeFileSync(fileOf(file), kept)
    expect(await looks()).toMatchObject({ state: 'good' })

    const rows = await write.deleteFrom('logArchive').returningAll().execute()
    expect(await looks()).toMatchObject({
      ...{ state: 'bad', says: expect.stringMatching(/没有归档，数据库中却从第 \d+ 号开始，接不上/) },
    })
    await write.insertInto('logArchive').values(rows).execute()
    expect(await looks()).toMatchObject({ state: 'good' })
    const { id } = await write.selectFrom('log').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
    await write.deleteFrom('log').where('id', '=', id).execute()
    expect(await looks()).toMatchObject({ state: 'bad', says: expect.stringContaining(`却从第 ${id + 1} 号开始`) })
    await write.deleteFrom('log').execute()
    expect(await looks()).toMatchObject({ state: 'bad', says: expect.stringMatching(/其后应有 \d+ 条.*一条也没有/) })
    home.remove()
  })

  test('from the command line: foretold, done when it is agreed to, and each file checked by itself', async () => {
    await lived(430)
    await keep('1')
    const home = cliHome({ env: { XZX_SERVER: server.url } })
    try {
      const { account } = await server.person({ roles: ['admin'], password: 'old-Passw0rd-1' })
      await home.xzx(`auth login --user ${account} --password-stdin`, { stdin: 'old-Passw0rd-1' })
      const rows = await count()
      const tried = await home.xzx('log archive --dry-run --json')
      expect(JSON.parse(tried.out).months).toMatchObject([{ month: '2026-11' }, { month: '2026-12' }])
      expect(await archived()).toEqual([])
      expect(await home.xzx('log archive')).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
      expect(await count()).toBe(rows)
      const done = await home.xzx('log archive --yes --json')
      expect(done.code).toBe(0)
      const [{ file }] = JSON.parse(done.out).months
      const path = fileOf(file)
      // whoever searches where they were is told
      for (const line of ['list --since 2026-12-01', 'list --all', 'stats --since 2026-11-01 --until 2027-01-31'])
        expect(await home.xzx(`log ${line}`), line).toMatchObject({
          code: 0,
          err: expect.stringMatching(/2026-12 的 \d+ 条日志已归档，不在其中/),
        })
      expect((await home.xzx('log list')).err).not.toContain('已归档')
      // no server is asked
      const alone = { env: { XZX_SERVER: 'http://127.0.0.1:9', XZX_DATA: server.parts.dataDir } }
      expect(await home.xzx(`log verify ${path}`, alone)).toMatchObject({
        code: 0,
        out: expect.stringContaining('归档完整'),
      })
      // several at once; one under the name of another month is named
      const renamed = join(server.parts.dataDir, 'log-2024-07.ndjson.gz')
      copyFileSync(path, renamed)
      const both = await home.xzx(`log verify ${path} ${renamed}`, alone)
      expect([both.code, both.out.split('归档完整').length - 1]).toEqual([0, 2])
      expect(both.err).toMatch(
        /^注意：[^\n]*log-2024-07\.ndjson\.gz 是 2026-12 的归档，文件名却不是：改回 log-2026-12\.ndjson\.gz[^\n]*\n$/,
      )
      rmSync(renamed)
      // one byte changed in what is compressed, or in its beginning: damaged, however little can be read; others are checked all the same
      const [, { file: next }] = JSON.parse(done.out).months
      const bytes = readFileSync(path)
      for (const at of [1, 12, 20, 100, Math.floor(bytes.length / 2)]) {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ 0xff
        writeFileSync(path, changed)
        const one = await home.xzx(`log verify ${path}`, alone)
        expect([at, one.code, one.err]).toEqual([at, 1, expect.stringMatching(/损坏|改动/)])
      }
      const strange = join(server.parts.dataDir, 'strange.txt')
      writeFileSync(strange, '不是归档')
      const several = await home.xzx(`log verify ${strange} ${path}.gone ${path} ${fileOf(next)}`, alone)
      expect([several.code, several.out]).toEqual([1, expect.stringMatching(/^[^\n]+：归档完整[^\n]+\n$/)])
      for (const says of ['这不是归档文件', '没有这个文件', '损坏']) expect(several.err).toContain(says)
      expect(
        JSON.parse((await home.xzx(`log verify ${strange} ${path} ${fileOf(next)} --json`, alone)).out),
      ).toMatchObject([
        { file: strange, whole: false, says: expect.stringContaining('这不是归档文件') },
        { file: path, whole: false, says: expect.stringMatching(/损坏|改动/) },
        { whole: true, gap: null },
      ])
      const none = await home.xzx(`log verify ${strange} ${fileOf(next)}`, alone)
      expect([none.code, none.err]).toEqual([2, expect.stringContaining('1 个文件没有核对')])
      writeFileSync(path, bytes)
      rmSync(strange)
      const text = gunzipSync(readFileSync(path)).toString()
      writeFileSync(path, gzipSync(text.replace('过了几天', '过了几年')))
      expect(await home.xzx(`log verify ${path}`, alone)).toMatchObject({
        code: 1,
        err: expect.stringContaining('被改动过'),
      })
      expect(JSON.parse((await home.xzx(`log verify ${path} ${path} --json`, alone)).out)).toMatchObject([
        { whole: false, renamed: null },
        { whole: false },
      ])
      // what stands in it unsigned writes nothing of its own on the terminal
      const [head = '', ...others] = text.split('\n')
      const month = '\u001b[2J\n归档完整：2026-11\u001b[8m'
      writeFileSync(path, gzipSync([JSON.stringify({ ...JSON.parse(head), month }), ...others].join('\n')))
      const forged = await home.xzx(`log verify ${path}`, alone)
      expect([forged.code, forged.out, forged.err.includes('\u001b'), forged.err.includes('归档完整')]).toEqual([
        1,
        '',
        false,
        false,
      ])
      expect(await home.xzx(`log verify ${path}.gone`, alone)).toMatchObject({ code: 2 })
    } finally {
      home.remove()
    }
  })

  test('taking rows from the beginning without the key is found', async () => {
    await lived(430)
    await keep('1')
    await archive()
    const { db } = server.parts
    const next = await db.read.selectFrom('log').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
    await db.write.deleteFrom('log').where('id', '=', next.id).execute()
    expect((await verify()).whole).toBe(false)
    await db.write.updateTable('logArchive').set({ count: 1 }).execute()
    expect(await verify()).toMatchObject({ whole: false, says: expect.stringContaining('签名不符') })
  })
})
