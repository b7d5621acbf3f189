import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsFrom } from '../../server/limits.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer('sqlite', { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
  const site = join(server.parts.dataDir, 'site')
  mkdirSync(join(site, 'news'), { recursive: true })
  writeFileSync(join(site, 'index.html'), '<h1>首页</h1>')
  writeFileSync(join(site, 'news/index.html'), '<h1>要闻</h1>')
})
afterAll(() => server.close())

const get = (path: string, method = 'GET') => fetch(server.url + path, { method, redirect: 'manual' })

test.each([
  ['/', 302, '/site/'],
  ['/site', 302, '/site/'],
  ['/web', 302, '/web/'],
  ['/site/news', 302, '/site/news/'],
])('%s leads on', async (path, status, to) => {
  const reply = await get(path)
  expect([301, status]).toContain(reply.status)
  expect(new URL(reply.headers.get('location') ?? '', server.url).pathname).toBe(to)
})

test.each(['/site/', '/site/news/', '/web/', '/healthz', '/readyz', '/openapi.json'])(
  '%s is there, by GET and HEAD',
  async (path) => {
    expect((await get(path)).status).toBe(200)
    const head = await get(path, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
  },
)

test.each(['/site/none.html', '/site/news/none', '/web/none.js', '/web/assets/none.js', '/uploads/none.png'])(
  '%s is a plain 404',
  async (path) => {
    const reply = await get(path)
    expect(reply.status).toBe(404)
    expect(reply.headers.get('content-type')).toContain('text/html')
  },
)

test('a range or a condition that a file does not meet is answered by its own status, never as a fault', async () => {
  const status = async (path: string, headers: Record<string, string>) =>
    (await fetch(server.url + path, { headers })).status
  expect(await status('/site/', { range: 'bytes=0-3' })).toBe(206)
  expect(await status('/site/', { range: 'bytes=99999-' })).toBe(416)
  expect(await status('/site/', { 'if-match': '"x"' })).toBe(412)
  writeFileSync(join(server.parts.dataDir, 'site/404.html'), '<h1>没有</h1>')
  const missing = await fetch(`${server.url}/site/none`, { headers: { range: 'bytes=99999-', 'if-match': '"x"' } })
  expect([missing.status, await missing.text()]).toEqual([404, '<h1>没有</h1>'])
})

test.each([
  '/healthz',
  '/openapi.json',
  '/site',
  '/site/none',
  '/uploads/none.png',
  '/web/',
  '/web/none',
  '/no/call',
  '/site/%ff',
  '/%',
])('%s carries the headers of every answer', async (path) => {
  const reply = await fetch(server.url + path, { redirect: 'manual', headers: { 'x-forwarded-proto': 'https' } })
  expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('x-frame-options')).toBe('DENY')
  expect(reply.headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect((await get(path)).headers.get('strict-transport-security')).toBeNull()
})

test('only the connection itself or a named proxy says that it is encrypted', async () => {
  const unnamed = await startServer()
  const { headers } = await fetch(`${unnamed.url}/healthz`, { headers: { 'x-forwarded-proto': 'https' } })
  expect(headers.get('strict-transport-security')).toBeNull()
  await unnamed.close()
})

test('links below the site and the uploads lead nowhere, neither out of them nor within', async () => {
  const { dataDir } = server.parts
  const secret = join(dataDir, 'key')
  for (const folder of ['site', 'uploads']) {
    const at = (name: string) => join(dataDir, folder, name)
    mkdirSync(at('real'), { recursive: true })
    writeFileSync(at('real/page.txt'), '正文')
    writeFileSync(at('page.jpg'), '图片')
    symlinkSync(secret, at('key.txt'))
    symlinkSync(dataDir, at('all'))
    symlinkSync(at('page.jpg'), at('again.jpg'))
    symlinkSync(secret, at('key.jpg'))
    symlinkSync(at('real'), at('again'))
    expect((await server.raw(`/${folder}/page.jpg`)).text).toBe('图片')
    for (const path of [
      'key.txt',
      'key.jpg',
      'again.jpg',
      'all/key',
      'all/site.json',
      'again/page.txt',
      'all/',
      'all',
    ]) {
      const reply = await server.raw(`/${folder}/${path}`)
      expect([reply.status, reply.text.includes(readFileSync(secret, 'utf8').trim())], path).toEqual([404, false])
    }
  }
  expect((await server.raw('/site/real/page.txt')).text).toBe('正文')
  rmSync(join(dataDir, 'site/404.html'), { force: true })
  symlinkSync(secret, join(dataDir, 'site/404.html'))
  expect((await server.raw('/site/none')).text).toContain('页面不存在')
})

test('what is no ordinary file is not opened: a pipe would hold a thread for ever', async () => {
  const pipes = ['uploads/pipe.jpg', 'site/pipe.html', 'site/piped/index.html', 'site/404.html']
  mkdirSync(join(server.parts.dataDir, 'site/piped'), { recursive: true })
  for (const path of pipes) {
    const file = join(server.parts.dataDir, path)
    rmSync(file, { force: true })
    execFileSync('mkfifo', [file])
  }
  for (const path of [...pipes, 'site/piped/', 'site/none']) {
    const reply = await fetch(`${server.url}/${path}`, { signal: AbortSignal.timeout(5000) })
    expect([path, reply.status, (await reply.text()).includes('页面不存在')]).toEqual([path, 404, true])
  }
  for (const path of pipes) rmSync(join(server.parts.dataDir, path))
})

test.each(['key', 'notes.txt', 'real.dir/a.jpg', '.hidden.jpg', 'a.jpg.bak'])(
  'of the uploads only pictures and videos are served: not %s',
  async (name) => {
    const file = join(server.parts.dataDir, 'uploads', name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '不公开')
    const { status, text } = await server.raw(`/uploads/${name}`)
    expect([status, text.includes('不公开')]).toEqual([404, false])
  },
)

test('a public call under /web/ that is not there yet is refused in the envelope', async () => {
  expect(await (await get('/web/nothing/add', 'POST')).json()).toMatchObject({ errorCode: 'UNKNOWN_CALL' })
})

test('before the first generation the site says that it is being made, and looks again by itself', async () => {
  const fresh = await startServer()
  const reply = await fetch(`${fresh.url}/`)
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
  const page = await reply.text()
  expect(page).toContain('网站正在生成')
  expect(page).toContain('http-equiv="refresh"')
  await fresh.close()
})

test('a disk with less room than is kept back: /readyz says what is wanted, and is well as soon as it is there', async () => {
  const limits = { ...server.parts.limits, roomBytes: 2 ** 52 }
  const cramped = await startServer('sqlite', { limits })
  const reply = await cramped.raw('/readyz')
  expect([reply.status, reply.errorCode, reply.errorMsg]).toEqual([
    503,
    'UNAVAILABLE',
    '磁盘空间不足：数据目录所在磁盘的剩余空间少于预留的 4294967296 MB。用完之前仍可写入，腾出空间后随即恢复',
  ])
  const near = await cramped.raw('/readyz', { headers: cramped.here })
  expect(near.errorMsg).toMatch(/^磁盘空间不足：数据目录 \S+ 所在的磁盘剩余 \d+ MB，少于预留的 4294967296 MB。/)
  limits.roomBytes = 0
  expect((await cramped.raw('/readyz')).status).toBe(200)
  await cramped.close()
})

test('a page that is replaced while it is looked at comes whole, the one before or the new one', async () => {
  const site = join(server.parts.dataDir, 'site')
  const pages = [`<h1>${'长'.repeat(20_000)}</h1>`, '<h1>短</h1>']
  const put = (n: number) => {
    writeFileSync(join(site, `.${n}.new`), pages[n % 2] as string)
    renameSync(join(site, `.${n}.new`), join(site, 'turns.html'))
  }
  put(0)
  let reading = true
  const replacing = (async () => {
    for (let n = 1; reading; n += 1) {
      put(n)
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const signal = AbortSignal.timeout(20_000)
  const read = async () => (await fetch(`${server.url}/site/turns.html`, { signal })).text()
  for (let i = 0; i < 150; i += 1)
    for (const text of await Promise.all([read(), read(), read(), read()])) expect(pages).toContain(text)
  reading = false
  await replacing
})
