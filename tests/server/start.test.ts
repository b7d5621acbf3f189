import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CannotStart, type ServeOptions, serve } from '../../server/serve.ts'

describe('a server that cannot start says why in one line', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'xzx-start-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const start = (more: Partial<ServeOptions>) => {
    const silent = () => {}
    const signal = AbortSignal.abort()
    return serve({
      port: 0,
      host: '127.0.0.1',
      data: join(folder, crypto.randomUUID()),
      demo: false,
      out: silent,
      err: silent,
      signal,
      ...more,
    })
  }
  const reason = async (more: Partial<ServeOptions>) => {
    const error = await start(more).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(CannotStart)
    expect((error as Error).message).not.toContain('\n')
    return (error as Error).message
  }

  test('a taken port', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const data = join(folder, 'taken')
    expect(await reason({ port, data })).toBe(`端口 ${port} 已被占用，请用 --port 换一个端口，或先停止占用它的程序`)
    other.close()
    // nothing has been made: the start that succeeds is the first, and shows the password
    const said: string[] = []
    expect(await start({ data, out: (line) => said.push(line) })).toBe(0)
    expect(said.join('\n')).toMatch(/管理员 {2}admin {2}\w{16}/)
  })

  test('a database that a newer version has used', async () => {
    const data = join(folder, 'newer')
    expect(await start({ data })).toBe(0)
    const db = new DatabaseSync(join(data, 'xzx.db'))
    db.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '2099')")
    db.close()
    expect(await reason({ data })).toContain('更新版本的 xzx')
  })

  test('tokens of scripts that an upgrade ends are named, once', async () => {
    const data = join(folder, 'upgraded')
    const said: string[] = []
    const err = (line: string) => said.push(line)
    expect(await start({ data, err })).toBe(0)
    expect(said.join()).not.toContain('脚本令牌')
    const db = new DatabaseSync(join(data, 'xzx.db'))
    const { id } = db.prepare('select id from user limit 1').get() as { id: number }
    const token = (name: string, keys: string) =>
      db.exec(`insert into session ("tokenHash", kind, name, "userId", keys, "createdAt", "seenAt", "idleMs", "expiresAt")
        values ('${name}', 'script', '${name}', ${id}, '${keys}', 1, 1, 0, 9999999999999)`)
    token('夜间生成', '["article_list"]')
    // as an older version left it
    db.exec("delete from kysely_migration where name = '0131-keyed-sessions'; alter table session drop column seal")
    db.close()
    expect(await start({ data, err })).toBe(0)
    expect(said.filter((line) => line.includes('脚本令牌'))).toEqual([
      '升级后脚本令牌「夜间生成」已停用，用到它们的定时任务会失败（退出码 4）：请用 xzx auth token 重新签发',
    ])
    expect(await start({ data, err })).toBe(0)
    expect(said.filter((line) => line.includes('脚本令牌'))).toHaveLength(1)
  })

  test('a key that is gone, or another one: the log could never be checked again', async () => {
    const data = join(folder, 'keyed')
    expect(await start({ data })).toBe(0)
    const key = readFileSync(join(data, 'key'))
    rmSync(join(data, 'key'))
    expect(await reason({ data })).toContain(`没有密钥文件：${join(data, 'key')}`)
    expect(existsSync(join(data, 'key'))).toBe(false)
    const elsewhere = join(folder, 'not-mounted')
    expect(await reason({ data, keyFile: join(elsewhere, 'xzx/key') })).toContain('没有密钥文件')
    expect(existsSync(elsewhere)).toBe(false)
    writeFileSync(join(data, 'key'), `${'A'.repeat(43)}\n`)
    expect(await reason({ data })).toContain('密钥文件与数据库不符')
    writeFileSync(join(data, 'key'), key)
    expect(await start({ data })).toBe(0)
  })

  test('an address that this machine does not have', async () => {
    expect(await reason({ host: '192.0.2.1' })).toBe('无法监听地址 192.0.2.1，请检查 --host')
  })

  test('a data folder that cannot be made', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    expect(await reason({ data: join(file, 'below') })).toContain('数据目录不可写')
    expect(await reason({ data: '/proc/none' })).toContain('数据目录不可写')
  })

  test('a key that cannot be made: under /proc no folder can, and Node tries for ever to make several at once', async () => {
    const keyFile = '/proc/none/below/key'
    expect(await reason({ keyFile })).toBe(
      `密钥文件 ${keyFile} 不能读取或新建（ENOENT），请检查 XZX_KEY_FILE 和所在目录的权限`,
    )
  })

  test('a lock that cannot be made is no other server', async () => {
    const data = mkdtempSync(join(folder, 'unlocked-'))
    mkdirSync(join(data, 'serve.lock'))
    expect(await reason({ data })).toMatch(/^数据库文件不可写，请检查权限：/)
  })

  test('a damaged database', async () => {
    const data = mkdtempSync(join(folder, 'damaged-'))
    writeFileSync(
      join(data, 'xzx.db'),
      'this is no database, not even nearly one, but it is long enough to be looked at'.repeat(100),
    )
    expect(await reason({ data })).toContain('数据库已损坏')
  })

  test('a site.json that cannot be right, by file and key', async () => {
    for (const [content, says] of [
      ['{', '不是有效的 JSON'],
      ['{"nmae":"甲"}', '没有 nmae'],
      ['{"name":1}', 'name：应为文本'],
      ['{"base":"zx.example.gov.cn"}', '不是有效的网址'],
      ['{"base":"https://zx.example.gov.cn/?from=1"}', 'base：网址中不能有'],
      ['{"base":"https://zx.example.gov.cn/#top"}', 'base：网址中不能有'],
      ['[]', '内容：应为'],
    ] as const) {
      const data = mkdtempSync(join(folder, 'site-'))
      writeFileSync(join(data, 'site.json'), content)
      expect(await reason({ data })).toMatch(new RegExp(`site\\.json 无效：.*${says}`))
    }
  })

  test('a weak administrator password', async () => {
    expect(await reason({ adminPassword: 'passw0rd' })).toBe(
      'XZX_ADMIN_PASSWORD 不能使用：容易猜到：不要用常见的词或拼音加数字、日期、连续的按键，请换一个',
    )
    expect(await reason({ adminPassword: 'short' })).toContain('至少 8 个字符')
  })

  test('a place of backups in which none can be', async () => {
    expect(await reason({ backups: '/proc/none/below' })).toBe(
      '不能备份到 /proc/none/below：不能新建这个目录，检查目录和权限，或换一个目录（--backups）',
    )
    const data = join(folder, 'with-backups')
    expect(await reason({ data, backups: join(data, 'inside') })).toContain('它在数据目录之内')
    expect(await start({ data, backups: join(folder, 'made-backups') })).toBe(0)
    expect(existsSync(join(folder, 'made-backups'))).toBe(true)
  })

  test('a PostgreSQL that is not there', async () => {
    expect(await reason({ databaseUrl: 'postgresql://x@127.0.0.1:1/x' })).toContain('无法连接 PostgreSQL')
  })

  test('site.json names the site on every page, from the next start on; it is taken over once', async () => {
    const data = join(folder, 'named')
    const page = () => readFileSync(join(data, 'site/index.html'), 'utf8')
    expect(await start({ data })).toBe(0)
    expect(page()).toContain('青石县政协')
    writeFileSync(join(data, 'site.json'), '{"name":"白水县政协","base":"https://zx.example.gov.cn/"}')
    expect(await start({ data })).toBe(0)
    expect(page()).toContain('白水县政协')
    expect(page()).toContain('href="/assets/style.css"')
    expect(readFileSync(join(data, 'site/sitemap.xml'), 'utf8')).toContain('<loc>https://zx.example.gov.cn/</loc>')
    const said: string[] = []
    writeFileSync(join(data, 'site.json'), '{"name":"黑水县政协"}')
    expect(await start({ data, err: (line) => said.push(line) })).toBe(0)
    expect(said).toContain(
      `注意：${join(data, 'site.json')} 已不再读取，请在「站点设置」中或用 xzx setting set 修改；可以删除这个文件`,
    )
    expect(page()).toContain('白水县政协')
  })

  test('folders of columns that site.json names and that are not there are told', async () => {
    const data = join(folder, 'folders')
    expect(await start({ data })).toBe(0)
    const db = new DatabaseSync(join(data, 'xzx.db'))
    db.exec(
      `insert into "column" (id, "parentId", title, type, sort, "createdAt", "updatedAt", version) values (1, 0, '甲', 1, 0, 0, 0, 1)`,
    )
    db.close()
    const said: string[] = []
    writeFileSync(join(data, 'site.json'), '{"name":"白水县政协","topics":"zhuanti","interact":"guanyu, c1,"}')
    expect(await start({ data, err: (line) => said.push(line) })).toBe(0)
    expect(said.filter((line) => line.startsWith('注意') && line.includes('site.json'))).toEqual([
      ...['topics：没有目录名为 zhuanti 的栏目', 'interact：没有目录名为 guanyu 的栏目'].map(
        (says) => `注意：${join(data, 'site.json')} 的 ${says}，不起作用`,
      ),
    ])
  })

  test('a first start tells how to sign in, a second says nothing of it', async () => {
    const data = join(folder, 'twice')
    const said: string[] = []
    expect(await start({ data, out: (line) => said.push(line) })).toBe(0)
    expect(said.join('\n')).toMatch(/管理员 {2}admin {2}[a-zA-Z2-9]{16}/)
    const again: string[] = []
    expect(await start({ data, out: (line) => again.push(line) })).toBe(0)
    expect(again.join('\n')).not.toContain('admin')
  })
})

test('one that is ended while it makes its first site does not make it to the end', async () => {
  const data = mkdtempSync(join(tmpdir(), 'xzx-start-'))
  const stop = new AbortController()
  const out = (line: string) => void (line.startsWith('xzx 已启动') && stop.abort())
  const { signal } = stop
  const done = await serve({ port: 0, host: '127.0.0.1', data, demo: true, out, err: () => {}, signal })
  expect([done, existsSync(join(data, 'site', 'index.html'))]).toEqual([0, false])
  rmSync(data, { recursive: true, force: true })
})
