import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CannotStart, type ServeOptions, serve } from '../../server/serve.ts'
import { cliHome } from '../support/cli.ts'
import { databases, newPostgres } from '../support/databases.ts'
import { type ServerProcess, startProcess } from '../support/process.ts'

/** Two installations, each with a database that was begun long ago, and one place for pages. */
describe.each(databases)('a place for pages is one installation’s: %s', (database) => {
  let dir: string
  const made: Awaited<ReturnType<typeof newPostgres>>[] = []
  const urls = new Map<string, string>()
  const running: ServerProcess[] = []
  beforeAll(() => {
    dir = realpathSync(mkdtempSync(join(tmpdir(), 'xzx-owner-')))
  })
  afterAll(async () => {
    for (const one of running) await one.end('SIGKILL')
    for (const one of made) await one.drop()
    rmSync(dir, { recursive: true, force: true })
  })

  const emptyDatabase = async () => {
    if (database === 'sqlite') return undefined
    const one = await newPostgres()
    made.push(one)
    return one.url
  }
  /** The database of an installation: each has its own. */
  const urlOf = async (name: string) => {
    const known = urls.get(name) || (await emptyDatabase())
    if (known !== undefined) urls.set(name, known)
    return known
  }
  /** A start that ends when all pages are made. */
  const start = async (name: string, more: Partial<ServeOptions> = {}) =>
    serve({
      ...{ port: 0, host: '127.0.0.1', data: join(dir, name), demo: false, databaseUrl: await urlOf(name) },
      ...{ out: () => {}, err: () => {}, signal: AbortSignal.abort() },
      ...more,
    })
  const refusal = async (name: string, more: Partial<ServeOptions> = {}) => {
    const error = await start(name, more).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CannotStart)
    return (error as Error).message
  }
  /** All that lies in a place, but what keeps two from serving it at once. */
  const contents = (site: string) =>
    readdirSync(site, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== '.xzx-serve.lock')
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path, lstatSync(path).mtimeMs, readFileSync(path, 'base64')])
  const markIn = (site: string) => join(site, 'site/.xzx-owner')
  /** As a version left it that made no mark. */
  const forget = (site: string) => unlinkSync(markIn(site))

  test('another one is refused, says what to do, and leaves all as it is; the first one goes on', async () => {
    const site = join(dir, 'www')
    await start('first', { site, demo: true })
    await start('second', { demo: true })
    const before = contents(site)
    expect(before.length).toBeGreaterThan(30)
    const own = contents(join(dir, 'second/site'))
    expect(await refusal('second', { site })).toMatch(
      /www 不能使用：\S+www\/site 是另一个服务的网站目录，没有作任何修改：请核对 --site（XZX_SITE）和 --data.*加 --new-database（原有的上传文件保留/,
    )
    // with all pages gone it is the first one's still
    expect([contents(site), contents(join(dir, 'second/site'))]).toEqual([before, own])
    expect(lstatSync(join(dir, 'second/site')).isDirectory()).toBe(true)
    expect(await start('first', { site })).toBe(0)
    expect(await start('first')).toBe(0)
    for (const name of readdirSync(join(site, 'site')))
      if (!name.startsWith('.')) rmSync(join(site, 'site', name), { recursive: true })
    expect(await refusal('second', { site })).toContain('是另一个服务的网站目录')
    expect(await refusal('third', { site })).toContain('是另一个服务的网站目录')
    // on purpose; the first one is told then
    expect(await start('second', { site, newDatabase: true })).toBe(0)
    expect(await start('second', { site })).toBe(0)
    expect(await refusal('first', { site })).toContain('是另一个服务的网站目录')
    // by the link that it still has
    const linked = await refusal('first')
    expect(linked).toContain(`链接 ${join(dir, 'first/site')} 通向它，不再用它的，删除这个链接`)
    expect(await refusal('first', { site: join(dir, 'elsewhere') })).toContain('删除这个链接')
    unlinkSync(join(dir, 'first/site'))
    expect(await start('first', { site: join(dir, 'elsewhere') })).toBe(0)
    expect(existsSync(join(dir, 'elsewhere/site/index.html'))).toBe(true)
  })

  test('of before there were marks: whose it was goes on, another one is refused', async () => {
    const site = join(dir, 'unmarked')
    await start('old', { site, demo: true })
    await start('other', { demo: true })
    forget(site)
    const before = contents(site)
    expect(await refusal('other', { site })).toMatch(
      /中有原来的网页，看不出是这个服务的，没有作任何修改：.*--new-database/,
    )
    // one that has made pages there once, and is not who made them last
    cpSync(join(dir, 'other/site'), join(dir, 'other-site'), { recursive: true })
    rmSync(join(dir, 'other/site'), { recursive: true })
    symlinkSync(join(site, 'site'), join(dir, 'other/site'))
    for (const given of [{ site }, {}]) expect(await refusal('other', given)).toContain('看不出是这个服务的')
    expect(contents(site)).toEqual(before)
    expect(await start('old')).toBe(0)
    expect(existsSync(markIn(site))).toBe(true)
    expect(await refusal('other', { site })).toContain('是另一个服务的网站目录')
    // where nothing was noted, as by the oldest versions, the link tells
    forget(site)
    rmSync(join(dir, 'old/site.pages'), { recursive: true })
    expect(await start('old', { site })).toBe(0)
    // a copy of the folder has other times of its inodes
    forget(site)
    cpSync(join(site, 'site'), join(dir, 'copied'), { recursive: true, preserveTimestamps: true })
    rmSync(join(site, 'site'), { recursive: true })
    cpSync(join(dir, 'copied'), join(site, 'site'), { recursive: true, preserveTimestamps: true })
    expect(await start('old', { site })).toBe(0)
    forget(site)
    for (const page of readdirSync(join(site, 'site'), { recursive: true }))
      utimesSync(join(site, 'site', `${page}`), 1, 1)
    expect(await refusal('old', { site })).toContain('看不出是这个服务的')
  })

  test('the same one after a restore and with its folder moved is let in; nobody hands out the mark', async () => {
    const site = join(dir, 'kept')
    const picture = '20261121-0f8fad5b-d9cb-469f-a165-70867728950e.jpg'
    const first = await startProcess(join(dir, 'saved'), { site, databaseUrl: (await urlOf('saved')) ?? '' })
    running.push(first)
    for (const name of ['.xzx-owner', '.xzx-serve.lock'])
      expect([name, (await fetch(`${first.url}/site/${name}`)).ok]).toEqual([name, false])
    expect(statSync(markIn(site)).mode & 0o777).toBe(0o600)
    await first.end('SIGTERM')
    const home = cliHome()
    const env = { ...((await urlOf('saved')) && { DATABASE_URL: await urlOf('saved') }) }
    const backUp = async () =>
      (await home.xzx(`backup --data ${join(dir, 'saved')} --out ${join(dir, 'backups')} --json`, { env })).json()
        .folder
    const restore = async (name: string) => {
      const into = await urlOf(name)
      const ran = await home.xzx(`restore ${await backUp()} --data ${join(dir, name)}`, {
        env: { ...(into && { DATABASE_URL: into }) },
      })
      expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('恢复完成')])
    }
    await restore('restored')
    expect(await start('restored', { site })).toBe(0)
    // without a mark, by the pictures that only its database knows
    await restore('again')
    forget(site)
    expect(await refusal('again', { site })).toContain('看不出是这个服务的')
    await addPicture('saved', picture)
    writeFileSync(join(dir, 'saved/uploads', picture), 'x')
    await restore('with-picture')
    expect(await start('with-picture', { site })).toBe(0)
    expect(await start('saved', { site })).toBe(0)
    cpSync(join(dir, 'saved'), join(dir, 'moved'), { recursive: true, verbatimSymlinks: true })
    urls.set('moved', (await urlOf('saved')) ?? '')
    expect(await start('moved', { site })).toBe(0)
    home.remove()
  })

  const addPicture = async (name: string, picture: string) => {
    const { openPostgres, openSqlite } = await import('../../server/db/open.ts')
    const url = await urlOf(name)
    const db = url ? await openPostgres(url) : openSqlite(join(dir, name, 'xzx.db'))
    const row = { name: picture, kind: 'image', size: 1, createdAt: 1 }
    await db.write.insertInto('file').values(row).execute()
    await db.close()
  }

  test('of two that run at once, a copy of the same installation is refused too, until the first is gone', async () => {
    const site = join(dir, 'busy')
    const first = await startProcess(join(dir, 'live'), { site, databaseUrl: (await urlOf('live')) ?? '' })
    running.push(first)
    const copy = await emptyDatabase()
    const home = cliHome()
    const live = await urlOf('live')
    const saved = await home.xzx(`backup --data ${join(dir, 'live')} --out ${join(dir, 'live-kept')} --json`, {
      env: { ...(live && { DATABASE_URL: live }) },
    })
    await home.xzx(`restore ${saved.json().folder} --data ${join(dir, 'trial')}`, {
      env: { ...(copy && { DATABASE_URL: copy }) },
    })
    home.remove()
    if (copy) urls.set('trial', copy)
    expect(await refusal('trial', { site })).toMatch(
      /busy\/site 正由另一个服务使用：请先停止它，或用 --site 另指定目录/,
    )
    expect(await refusal('trial', { site, newDatabase: true })).toContain('正由另一个服务使用')
    // those of one data folder and one PostgreSQL share it
    if (live) expect(await start('live', { site })).toBe(0)
    expect(await refusal('trial', { site })).toContain('正由另一个服务使用')
    await first.end('SIGKILL')
    expect(await start('trial', { site })).toBe(0)
  })

  test('a place in which a web server has something of its own is taken', async () => {
    const site = join(dir, 'fresh')
    mkdirSync(join(site, 'site'), { recursive: true })
    writeFileSync(join(site, 'site/index.html'), '欢迎')
    await start('begun')
    expect(await start('begun', { site })).toBe(0)
    expect(existsSync(markIn(site))).toBe(true)
    // and moves on with all that is in it
    expect(await start('begun', { site: join(dir, 'further') })).toBe(0)
    expect([readdirSync(site), existsSync(markIn(join(dir, 'further')))]).toEqual([[], true])
  })
})
