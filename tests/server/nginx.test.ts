import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { packed, sendFile } from '../support/files.ts'
import { anArticle, makeColumn, startServer, type TestServer } from '../support/server.ts'

const nginx = '/usr/sbin/nginx'
// nginx changes its user only as root
const here = existsSync(nginx) && process.getuid?.() === 0
if (!here) console.warn(`没有 ${nginx} 或不是 root，跳过 README 中 nginx 配置的测试`)

/** A port that was free just now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** The first block of the README that is a server of nginx. */
const fromReadme = () =>
  /```\n(server \{[\s\S]*?\n\}\n)```/.exec(readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8'))?.[1] ??
  ''

describe.runIf(here)('nginx with the configuration of the README, as another user', () => {
  let dir: string
  let server: TestServer
  let child: ChildProcess
  let url: string
  let articleId: string
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'xzx-nginx-'))
    chmodSync(dir, 0o755)
    server = await startServer('sqlite', {}, { site: join(dir, 'www') })
    const admin = await server.person({ roles: ['admin'] })
    const files = [
      (await sendFile(server, admin, 'article', '办法.pdf')).value.id,
      (await sendFile(server, admin, 'article', '公文.ofd', packed('OFD.xml'))).value.id,
    ]
    articleId = (await admin.call('article.saveAdmin', anArticle(await makeColumn(server), { files }))).value.articleId
    for (const move of ['accept', 'approve']) await admin.call(`article.${move}`, { items: [{ articleId }] })
    await server.parts.site.start()
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const block = fromReadme()
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replaceAll('/srv/xzx', join(dir, 'www'))
      .replaceAll('http://127.0.0.1:8080', server.url)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const paths = temporary.map((name) => `${name}_temp_path ${join(dir, name)};`).join(' ')
    const config = `user nobody nogroup; pid ${dir}/pid; error_log ${dir}/error.log; events {}
      http { types { text/html html; text/css css; image/jpeg jpg; application/pdf pdf; } access_log off; ${paths} ${block} }`
    writeFileSync(join(dir, 'nginx.conf'), config)
    child = spawn(nginx, ['-c', join(dir, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'inherit' })
    await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), { timeout: 10_000 })
  })
  afterAll(async () => {
    if (child) {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    }
    await server?.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const get = (path: string, init?: RequestInit) => fetch(url + path, { redirect: 'manual', ...init })

  test('serves pages and uploads with the headers that the server itself would send', async () => {
    writeFileSync(join(server.parts.dataDir, 'uploads/a.jpg'), 'x', { mode: 0o644 })
    chmodSync(join(server.parts.dataDir, 'uploads/a.jpg'), 0o644)
    for (const [path, type] of [
      ['/', 'text/html'],
      ['/assets/style.css', 'text/css'],
      ['/uploads/a.jpg', 'image/jpeg'],
    ] as const) {
      const reply = await get(path)
      expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 200, type])
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect((await get('/')).headers.get('content-security-policy')).toContain("default-src 'self'")
    expect((await get('/uploads/a.jpg')).headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const page = readdirSync(join(dir, 'www/site'), { recursive: true }).find((name) =>
      `${name}`.endsWith(`${articleId}.html`),
    )
    expect(await (await get(`/${page}`)).text()).toContain('县政协召开常委会会议')
    const none = await get('/none.html')
    expect([none.status, await none.text()]).toEqual([404, expect.stringContaining('<h1')])
  })

  test('hands out attachments to be kept, and never shows them', async () => {
    const page = await (await get(`/a/0/${articleId}.html`)).text()
    const paths = [...page.matchAll(/href="([^"]*)" download/g)].map(([, path]) =>
      (path as string).replace('/site', ''),
    )
    for (const [i, type] of ['application/pdf', 'application/octet-stream'].entries()) {
      const reply = await get(paths[i] as string)
      expect([reply.status, Object.fromEntries(reply.headers)]).toMatchObject([
        200,
        {
          'content-type': type,
          'content-disposition': 'attachment',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
        },
      ])
    }
    const none = await get(`/a/0/${articleId}/none.pdf`)
    expect([none.status, none.headers.get('content-disposition')]).toEqual([404, null])
    expect((await get(`/a/0/${articleId}/`)).status).toBe(403)
  })

  test('hands on what the pages ask for, and nothing else', async () => {
    expect(await (await get('/site_search/server.json')).json()).toEqual({ server: true })
    const found = await get('/api/article/queryEsArticle?keyword=%E5%B8%B8%E5%A7%94&pageNumber=1&pageSize=10')
    expect(await found.json()).toMatchObject({ errorCode: '0' })
    expect(await (await get(`/api/article/hit?articleID=${articleId}`)).json()).toMatchObject({ errorCode: '0' })
    // no such link; what matters is who answers
    const click = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"id":1}' }
    expect(await (await get('/x/popula/click', click)).json()).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(await (await get('/hot/top?size=3', { method: 'POST' })).json()).toMatchObject({ errorCode: '0' })
    expect(await (await get('/suggest/code')).json()).toMatchObject({ errorCode: '0' })
    for (const path of ['/web/', '/api/article/list', '/user/loginNoCode', '/readyz'])
      expect((await get(path)).status, path).toBe(404)
  })

  test('reads no other file: neither by a link, nor beside the place', async () => {
    symlinkSync(join(dir, 'nginx.conf'), join(dir, 'www/site/link.html'))
    expect((await get('/link.html')).status).toBe(403)
    for (const path of [
      '/../nginx.conf',
      '/uploads/../../nginx.conf',
      '/%2e%2e/nginx.conf',
      '/.tmp',
      '/.xzx-owner',
      '/site.pages',
    ])
      expect((await get(path)).status, path).toBeGreaterThanOrEqual(400)
  })
})
