import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeFolder } from '../../server/folder/closed.ts'
import { type ServeOptions, serve } from '../../server/serve.ts'
import { cliHome } from '../support/cli.ts'
import { adminOf, startProcess } from '../support/process.ts'
import { startServer, type TestServer } from '../support/server.ts'

const isRoot = process.getuid?.() === 0
const nobody = 65534
/** Does something as a user to whom nothing belongs. */
function asNobody<T>(work: () => T): T {
  process.seteuid?.(nobody)
  try {
    return work()
  } finally {
    process.seteuid?.(0)
  }
}

/** Everything in a folder and the folder itself, as `mode path`; what a link leads to is not looked into. */
function modes(folder: string, only = (_mode: number) => true): string[] {
  const all = [folder]
  for (const path of all)
    if (lstatSync(path).isDirectory())
      for (const name of readdirSync(path))
        if (!lstatSync(join(path, name)).isSymbolicLink()) all.push(join(path, name))
  return all.flatMap((path) => {
    const mode = statSync(path).mode & 0o777
    return only(mode) ? [`${mode.toString(8)} ${relative(folder, path)}`] : []
  })
}
/** What others could read. */
const open = (folder: string) => modes(folder, (mode) => (mode & 0o077) !== 0)

const picture = () =>
  sharp({ create: { width: 1200, height: 300, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
const video = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(100)])

async function upload(url: string, token: string): Promise<string[]> {
  const names: string[] = []
  for (const [type, bytes] of [
    ['image', await picture()],
    ['video', video],
  ] as const) {
    const form = new FormData()
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'a')
    const headers = { authorization: token }
    const sent = await fetch(`${url}/api/file/upload/name?type=${type}`, { method: 'POST', headers, body: form })
    names.push(((await sent.json()) as { value: { newFileName: string } }).value.newFileName)
  }
  return names
}

describe('the data folder is for its owner only', () => {
  let dir: string
  let said: string[]
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'xzx-folder-'))
    // as after a login: everything new is readable
    process.umask(0o022)
  })
  beforeEach(() => {
    said = []
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  /** A start that ends at once, with the site made. */
  const start = (data: string, more: Partial<ServeOptions> = {}) =>
    serve({
      port: 0,
      host: '127.0.0.1',
      data,
      demo: true,
      out: () => {},
      err: (line) => said.push(line),
      signal: AbortSignal.abort(),
      ...more,
    })

  test('whatever a server, a backup and a restore make: folders 0700, files 0600', async () => {
    const data = join(dir, 'served')
    process.umask(0o022)
    const server = await startProcess(data)
    try {
      const post = await adminOf(server.url)
      expect(await upload(server.url, post.token)).toHaveLength(2)
      expect(await post('/x/generate/all', { wait: true })).toMatchObject({ errorCode: '0' })
      // while it runs: journal and locks are there
      expect(readdirSync(data)).toEqual(
        expect.arrayContaining(['xzx.db', 'xzx.db-wal', 'xzx.db-shm', 'serve.lock', 'key']),
      )
      expect(existsSync(join(data, 'site/index.html'))).toBe(true)
      expect(open(data)).toEqual([])

      const home = cliHome()
      const kept = join(dir, 'kept')
      const backup = await home.xzx(`backup --data ${data} --out ${kept} --json`)
      expect([backup.code, open(kept)]).toEqual([0, []])
      expect(modes(kept).length).toBeGreaterThan(6)
      // a place that is there already, open to all
      const again = join(dir, 'again')
      mkdirSync(again)
      chmodSync(again, 0o755)
      expect((await home.xzx(`restore ${backup.json().folder} --data ${again}`)).code).toBe(0)
      expect(open(again)).toEqual([])
      home.remove()
    } finally {
      await server.end('SIGTERM')
    }
    expect(open(data)).toEqual([])
    expect(readdirSync(data)).toContain('log-anchors')
  })

  test('what an older version left open is closed at start, which is said once', async () => {
    const data = join(dir, 'older')
    await start(data)
    expect(said).toEqual([])
    writeFileSync(join(data, 'site.json'), '{}')
    mkdirSync(join(data, 'my-notes'))
    for (const path of readdirSync(data, { recursive: true, withFileTypes: true }))
      chmodSync(join(path.parentPath, path.name), path.isDirectory() ? 0o755 : 0o644)
    chmodSync(data, 0o755)
    const count = open(data).length
    expect(count).toBeGreaterThan(100)
    await start(data)
    expect(said).toEqual([
      expect.stringMatching(/有 \d+ 个文件和目录原可被本机其他用户读取.*--site/),
      expect.stringContaining('site.json 的内容已写入站点设置'),
    ])
    expect(Number(/有 (\d+) 个/.exec(said[0] ?? '')?.[1])).toBeGreaterThanOrEqual(count - 1)
    // an operator's own thing stays as it was: nobody gets to it any more
    expect(open(data)).toEqual(['755 my-notes'])
    chmodSync(join(data, 'site.json'), 0o644)
    await start(data)
    expect(open(data)).toEqual(['755 my-notes'])
    expect(said.slice(2)).toEqual([expect.stringContaining('已不再读取')])
  })

  test.runIf(isRoot)('what belongs to somebody else is named, and holds nothing up', () => {
    const data = join(dir, 'foreign')
    mkdirSync(join(data, 'uploads'), { recursive: true })
    writeFileSync(join(data, 'site.json'), '{}')
    writeFileSync(join(data, 'uploads/a.jpg'), '')
    for (const path of ['', 'site.json', 'uploads', 'uploads/a.jpg']) chmodSync(join(data, path), 0o755)
    for (const path of ['', 'uploads', 'uploads/a.jpg']) chownSync(join(data, path), nobody, nobody)
    chmodSync(dir, 0o755)
    const { closed, foreign } = asNobody(() => closeFolder(data))
    expect(closed).toBe(3)
    expect(foreign).toEqual([join(data, 'site.json')])
  })

  test('a folder that all users share is not taken from them', async () => {
    const data = join(dir, 'shared')
    mkdirSync(data)
    chmodSync(data, 0o1777)
    await start(data)
    expect(statSync(data).mode & 0o1777).toBe(0o1777)
    expect(open(data)).toEqual([expect.stringMatching(/^777 /)])
  })

  test('a key that is kept apart and that others can read is warned of', async () => {
    const keyFile = join(dir, 'a-key')
    await start(join(dir, 'key-apart'), { keyFile })
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(said).toEqual([])
    chmodSync(keyFile, 0o644)
    await start(join(dir, 'key-apart'), { keyFile })
    expect(said).toEqual([expect.stringContaining(`chmod 600 ${keyFile}`)])
  })
})

describe('a place of their own for pages and uploads', () => {
  let dir: string
  let place: string
  let server: TestServer
  const said: string[] = []
  beforeAll(async () => {
    dir = realpathSync(mkdtempSync(join(tmpdir(), 'xzx-place-')))
    place = join(dir, 'www')
    process.umask(0o022)
    server = await startServer('sqlite', {}, { site: place, err: (line) => said.push(line) })
  })
  afterAll(async () => {
    await server.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const again = (data: string, site?: string, keyFile?: string) =>
    serve({
      port: 0,
      host: '127.0.0.1',
      data,
      site,
      keyFile,
      demo: true,
      out: () => {},
      err: (line) => said.push(line),
      signal: AbortSignal.abort(),
    })

  test('a folder above that others may not enter is named, and /readyz says it', async () => {
    expect(said).toEqual([expect.stringContaining(`chmod o+rx ${dir}`)])
    expect(JSON.parse((await server.raw('/readyz', { headers: server.here })).text)).toMatchObject({ site: 'shut' })
    chmodSync(dir, 0o755)
    expect(JSON.parse((await server.raw('/readyz', { headers: server.here })).text)).toMatchObject({ site: 'open' })
  })

  test('others read what visitors get, whole, and nothing else', async () => {
    chmodSync(dir, 0o755)
    const admin = await server.person({ roles: ['admin'] })
    const [image = '', movie = ''] = await upload(server.url, admin.token)
    await server.parts.site.start()
    // whose they are is the servers' own matter
    expect(modes(place).filter((line) => !/^(755|644) /.test(line))).toEqual(['600 site/.xzx-owner'])
    expect(readdirSync(join(place, 'uploads')).filter((name) => name.startsWith('.'))).toEqual([])
    // the server itself serves them as before
    for (const path of ['/site/', `/uploads/${image}`, `/uploads/${movie}`])
      expect((await fetch(server.url + path)).status, path).toBe(200)
    expect(open(server.parts.dataDir)).toEqual([])
    if (!isRoot) return
    asNobody(() => {
      for (const path of ['site/index.html', 'site/assets/style.css', `uploads/${image}`, `uploads/${movie}`])
        expect(readFileSync(join(place, path)).length, path).toBeGreaterThan(0)
      expect(() => readFileSync(join(server.parts.dataDir, 'xzx.db'))).toThrow('EACCES')
    })
  })

  test('what lay in the data folder moves there, a backup finds it, and a start that names no place leaves it', async () => {
    const data = join(dir, 'moved')
    const web = join(dir, 'web')
    await again(data)
    const before = readdirSync(join(data, 'uploads'))
    expect(before.length).toBeGreaterThan(3)
    await again(data, web)
    expect(readlinkSync(join(data, 'uploads'))).toBe(join(web, 'uploads'))
    expect(readdirSync(join(web, 'uploads'))).toEqual(before)
    const closed = modes(web).filter((line) => !/^(755|644) /.test(line))
    expect(closed.sort()).toEqual(['600 site/.xzx-owner', '600 site/.xzx-serve.lock'])
    expect(existsSync(join(web, 'site/index.html'))).toBe(true)
    // also to a further place
    const newer = join(dir, 'newer')
    await again(data, newer)
    await again(data)
    expect(readdirSync(join(newer, 'uploads'))).toEqual(before)
    expect(readdirSync(web)).toEqual([])

    const home = cliHome()
    const backup = await home.xzx(`backup --data ${data} --out ${join(dir, 'kept')} --json`)
    expect(readdirSync(join(backup.json().folder, 'uploads'))).toEqual(before)
    for (const out of [join(newer, 'site/backups'), join(data, 'uploads/backups')])
      expect((await home.xzx(`backup --data ${data} --out ${out}`)).err).toContain('访问者能读到')
    home.remove()
  })

  test('a place that is gone is not made anew: it would be empty', async () => {
    const data = join(dir, 'lost')
    const web = join(dir, 'disk')
    await again(data, web)
    renameSync(web, `${web}-away`)
    for (const site of [undefined, web]) await expect(again(data, site)).rejects.toThrow('请先挂载它所在的磁盘')
    renameSync(`${web}-away`, web)
    expect(await again(data, web)).toBe(0)
  })

  test('a move that was cut short goes on at the next start', async () => {
    const data = join(dir, 'cut')
    const web = join(dir, 'cut-web')
    await again(data)
    const before = readdirSync(join(data, 'uploads'))
    mkdirSync(join(web, 'uploads'), { recursive: true })
    renameSync(join(data, 'uploads', before[0] as string), join(web, 'uploads', before[0] as string))
    await again(data, web)
    expect(readdirSync(join(web, 'uploads'))).toEqual(before)
  })

  test('a place that holds the database, or lies in the data folder, is refused', async () => {
    const data = join(dir, 'both/data')
    for (const site of [data, join(data, 'www'), join(dir, 'both')])
      await expect(again(data, site)).rejects.toThrow('不能互相包含')
    const file = join(dir, 'a-file')
    writeFileSync(file, '')
    await expect(again(data, file)).rejects.toThrow('不能使用')
  })

  test('folders of pages and uploads that lead to the key, or into the data folder, are refused, and nothing is moved', async () => {
    const data = join(dir, 'linked')
    const keys = join(dir, 'keys')
    mkdirSync(keys)
    const start = (site?: string) => again(data, site, join(keys, 'key'))
    await start()
    const uploads = join(data, 'uploads')
    for (const [to, says] of [
      [keys, '中有密钥文件'],
      [dir, '中有密钥文件'],
      [data, '互相包含'],
      [join(data, 'site'), '互相包含'],
    ] as const) {
      rmSync(uploads, { recursive: true })
      symlinkSync(to, uploads)
      for (const site of [undefined, join(dir, 'linked-web')]) await expect(start(site)).rejects.toThrow(says)
    }
    expect(readdirSync(keys)).toEqual(['key'])
    rmSync(uploads)
    writeFileSync(uploads, '')
    await expect(start()).rejects.toThrow('不是目录')
    rmSync(uploads)
    await expect(start(keys)).rejects.toThrow('中有密钥文件')
    // a disk of one's own is no fault
    mkdirSync(join(dir, 'big-disk'))
    symlinkSync(join(dir, 'big-disk'), uploads)
    expect(await start()).toBe(0)
  })

  test('a link below the pages leads nobody out of them', async () => {
    symlinkSync(join(server.parts.dataDir, 'key'), join(place, 'site/key.html'))
    expect((await fetch(`${server.url}/site/key.html`)).status).toBe(404)
    rmSync(join(place, 'site/key.html'))
  })
})
