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
import { type AreaName, areas } from '../../core/contract/areas.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { actsOf, type ByCodeName, byCode } from '../../core/domain/by-code.ts'
import { type VisitorForm, visitorForms } from '../../core/domain/visitor-forms.ts'
import { answerCaptchas, solution } from '../support/captchas.ts'
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

interface Answer {
  readonly errorCode: string
  readonly value: Readonly<Record<string, string>>
}

/** The first block of the README that is a server of nginx. */
const fromReadme = () =>
  /```\n(server \{[\s\S]*?\n\}\n)```/.exec(readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8'))?.[1] ??
  ''

/** The paths that the README has nginx hand on. */
const handedOn = () => {
  const [, pattern = ''] = /location ~ (\^\/\(api.*\)\$) \{/.exec(fromReadme()) ?? []
  return new RegExp(pattern)
}

/** What the pages of the site call: their forms, what is asked for by code, and what their scripts and templates name. */
async function calledByPages(): Promise<Set<string>> {
  const paths = new Set<string>()
  for (const form of Object.values(visitorForms) as VisitorForm[])
    for (const path of [form.path, form.files?.path]) if (path) paths.add(path)
  for (const [name, { look }] of Object.entries(byCode)) {
    const calls = (await areas[name as ByCodeName].load()) as unknown as Record<string, Endpoint>
    paths.add((calls[look] as Endpoint).path)
    for (const { path } of Object.values(actsOf(name as ByCodeName))) paths.add(path)
  }
  for (const name of ['theme', 'llTheme', 'xaxTheme'] as const) paths.add((await areas[name].load()).webCode.path)
  const skins = join(import.meta.dirname, '../../server/site/skins')
  for (const name of readdirSync(skins, { recursive: true }) as string[]) {
    if (!/\.(js|liquid)$/.test(name)) continue
    const text = readFileSync(join(skins, name), 'utf8')
    const named =
      /["'`](?:\$\{siteService\}|\{\{ (?:site\.)?service \}\})?(\/(?:x|web|api|hot|suggest|questAnswer)\/[\w/]+)/g
    for (const [, path] of text.matchAll(named)) paths.add(path as string)
  }
  return paths
}

test('the README has nginx hand on what the pages call, and nothing that asks for a session', async () => {
  const pattern = handedOn()
  const called = await calledByPages()
  expect(called.size).toBeGreaterThan(30)
  expect([...called].filter((path) => !pattern.test(path))).toEqual([])
  for (const name of Object.keys(areas) as AreaName[])
    for (const e of Object.values(await areas[name].load()) as Endpoint[])
      if (e.access !== 'public') expect([e.path, pattern.test(e.path)]).toEqual([e.path, false])
  for (const path of ['/user/loginNoCode', '/user/login', '/web/', '/web/main']) expect(pattern.test(path)).toBe(false)
})

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

  test('a letter is written with an attachment, and read again by its code, with scripts and without', async () => {
    expect(await (await get('/x/form/page?form=mail')).text()).toContain('<form')
    const body = new FormData()
    body.append('file', new Blob(['%PDF-1.4\n', new Uint8Array(2_000_000), '\n%%EOF']), '现场.pdf')
    const sent = (await (await get('/x/mail/upload', { method: 'POST', body })).json()) as Answer
    expect(sent, JSON.stringify(sent)).toMatchObject({ errorCode: '0' })
    const captcha = (await (await get('/suggest/code')).json()) as Answer
    await answerCaptchas(server)
    const post = async (path: string, given: object) => {
      const headers = { 'content-type': 'application/json' }
      return (await (await get(path, { method: 'POST', headers, body: JSON.stringify(given) })).json()) as Answer
    }
    const letter = {
      type: 1,
      title: '路灯不亮',
      content: '东街的路灯不亮',
      name: '周小雨',
      phone: '13900001234',
      openFlag: 0,
    }
    const verify = { verifyCode: solution, codeId: captcha.value.codeId }
    const files = [{ id: sent.value.id, pass: sent.value.pass }]
    const written = await post('/web/mail/add', { ...letter, ...verify, files })
    expect(written, JSON.stringify(written)).toMatchObject({ errorCode: '0' })
    const read = await post('/web/mail/code', { code: written.value.code, phone: letter.phone })
    expect(read.value).toMatchObject({ title: '路灯不亮', state: 0 })
    const asked = new URLSearchParams({ of: 'mail', act: 'look', code: written.value.code ?? '', phone: letter.phone })
    expect(await (await get('/x/form/query/send', { method: 'POST', body: asked })).text()).toContain('路灯不亮')
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
