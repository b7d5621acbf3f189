import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
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

test('a public call under /web/ that is not there yet is refused in the envelope', async () => {
  expect(await (await get('/web/mail/add', 'POST')).json()).toMatchObject({ errorCode: 'UNKNOWN_CALL' })
})
