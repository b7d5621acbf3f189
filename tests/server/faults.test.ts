import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import { createWork } from '../../server/work/work.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

describe('a server under bad conditions', () => {
  let server: TestServer
  let admin: Person
  let column: number
  beforeAll(async () => {
    server = await startServer()
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server)
  })
  afterAll(() => server.close())

  const open = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => resolve(socket))
      socket.on('error', reject)
    })
  const answerTo = async (bytes: string, more = false) => {
    const socket = await open()
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    if (more) socket.write(bytes)
    else socket.end(bytes)
    await new Promise((resolve) => socket.once('close', resolve))
    return text
  }
  /** What is said on a connection by which more is to come, until it is closed. */
  const heardOn = (bytes: string) => answerTo(bytes, true)

  test('a full disk is said so, leaves nothing half-written, and service goes on when there is room again', async () => {
    const db = server.parts.db.write
    const count = async () => (await admin.call('article.list')).value.total
    const before = await count()
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.lit(Number(rows[0]?.page_count))}`.execute(db)
    const big = anArticle(column, { content: `<p>${'满'.repeat(200_000)}</p>` })
    const full = await admin.call('article.saveAdmin', big)
    expect(full).toMatchObject({
      status: 503,
      errorCode: 'UNAVAILABLE',
      errorMsg: '服务器磁盘空间不足，这次操作没有完成，请管理员清理磁盘后再试',
    })
    expect(await count()).toBe(before)
    await sql`pragma max_page_count = 1000000`.execute(db)
    expect((await admin.call('article.saveAdmin', big)).errorCode).toBe('0')
    expect((await admin.call('log.check')).value.whole).toBe(true)
  })

  test('on a full disk what needs no room goes on: who only reads is not turned away', async () => {
    const db = server.parts.db.write
    const full = sql.lit('database or disk is full')
    await sql`create trigger no_room before update on session begin select raise(fail, ${full}); end`.execute(db)
    try {
      server.clock.now += 5 * 60_000
      expect((await admin.call('article.list')).errorCode).toBe('0')
    } finally {
      await sql`drop trigger no_room`.execute(db)
    }
  })

  test('a thousand idle and half-sent connections keep nobody waiting', async () => {
    const idle = await Promise.all(Array.from({ length: 1000 }, open))
    for (const [i, socket] of idle.entries()) {
      socket.on('error', () => {})
      if (i % 2 === 0) socket.write('POST /api/article/list HTTP/1.1\r\nhost: x\r\ncontent-le')
    }
    const started = performance.now()
    expect((await admin.call('article.list')).errorCode).toBe('0')
    expect(performance.now() - started).toBeLessThan(2000)
    for (const socket of idle) socket.destroy()
  })

  test('a connection on which nothing was asked is closed without a word: a browser opens some ahead, and would take one for the answer to what it asks next', async () => {
    const { headersTimeout } = server.app.server
    server.app.server.headersTimeout = 200
    try {
      expect(await heardOn('')).toBe('')
      expect(await heardOn('POST /api/article/list HTTP/1.1\r\nhost: x\r\ncontent-le')).toMatch(/BAD_INPUT/)
    } finally {
      server.app.server.headersTimeout = headersTimeout
    }
  })

  test('garbage and pipelined garbage get one refusal and a closed connection', async () => {
    for (const bytes of [
      '\x16\x03\x01\x02\x00\x01',
      'GET / HTTP/9.9\r\n\r\n',
      'POST /x HTTP/1.1\r\ncontent-length: -1\r\n\r\n',
      `GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n${'%%%'.repeat(50)}\r\n\r\n`,
    ]) {
      const text = await answerTo(bytes)
      expect(text).toMatch(/BAD_INPUT/)
      expect(text).not.toMatch(/HTTP\/1\.1 4\d\d/)
    }
  })

  test('whatever HTTP allows, or Fastify and Node would refuse by themselves, is answered in the envelope', async () => {
    const long = `/column/get/${'9'.repeat(6000)}`
    for (const [bytes, code] of [
      ['POST /api/article/list HTTP/1.1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n', 'NOT_SIGNED_IN'],
      ['POST /user/info HTTP/1.1\r\nhost: x\r\nexpect: what\r\nconnection: close\r\n\r\n', 'NOT_SIGNED_IN'],
      ['QUERY /user/info HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 'BAD_INPUT'],
      [`POST ${long} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`, 'NOT_SIGNED_IN'],
    ] as const) {
      const text = await answerTo(bytes)
      expect(text).toMatch(/^HTTP\/1\.1 (200|401) /)
      expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n'))), bytes.slice(0, 40)).toMatchObject({ errorCode: code })
      expect(text).toContain("frame-ancestors 'none'")
    }
    expect(await answerTo('GET / HTTP/9.9\r\n\r\n')).toContain('x-content-type-options: nosniff')
  })

  test('a large body is kept only for who is signed in', async () => {
    const body = JSON.stringify({ size: 1, more: 'x'.repeat(9_000) })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    for (const path of ['/hot/top', '/no/such/call'])
      expect(await server.raw(path, init)).toMatchObject({
        status: 200,
        errorCode: 'TOO_LARGE',
        errorMsg: expect.stringContaining('8 KB'),
      })
    const signedIn = { ...init, headers: { ...init.headers, authorization: admin.token } }
    expect((await server.raw('/api/article/list', signedIn)).errorCode).toBe('0')
  })

  test('a caller who leaves in the middle of a sheet is no fault in the log', async () => {
    const lines: string[] = []
    const app = await createApp(
      // what is done aside ends with the app that it was made for
      { ...server.parts, work: createWork() },
      { logger: { level: 'error', stream: { write: (l: string) => lines.push(l) } } },
    )
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const path = '/api/home/deptDataCountExcel'
    const headers = { authorization: admin.token, 'content-type': 'application/json' }
    const ended: Promise<unknown>[] = []
    app.server.on('request', (_, response) => ended.push(once(response, 'close')))
    for (let i = 0; i < 20; i += 1) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${lines.join('')}content-length: 2\r\n\r\n{}`)
      await expect.poll(() => ended.length, { interval: 1 }).toBe(i + 1)
      socket.destroy()
      await once(socket, 'close')
    }
    await Promise.all(ended)
    const whole = await fetch(url + path, { method: 'POST', headers, body: '{}' })
    expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(1000)
    await app.close()
    expect(lines).toEqual([])
  })

  test('a body that is shorter than it says is no half call', async () => {
    const before = (await admin.call('article.list')).value.total
    const body = JSON.stringify(anArticle(column))
    const socket = await open()
    socket.on('error', () => {})
    socket.write(
      `POST /api/article/save/admin HTTP/1.1\r\nhost: x\r\nauthorization: ${admin.token}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body) + 10}\r\n\r\n${body}`,
    )
    await admin.call('article.list')
    socket.destroy()
    expect((await admin.call('article.list')).value.total).toBe(before)
    expect((await admin.call('log.check')).value.whole).toBe(true)
  })

  test('an input that is nested too deep or too long is refused before anything looks at it', async () => {
    let deep: unknown = '1'
    for (let i = 0; i < 40; i += 1) deep = [deep]
    expect(await admin.call('article.list', { status: deep })).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: expect.stringContaining('32 层'),
    })
    // under a name that no field has, too
    const send = (value: string) =>
      server.raw('/api/article/save/admin', {
        method: 'POST',
        headers: { authorization: admin.token, 'content-type': 'application/json' },
        body: `{"noField":${value}}`,
      })
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    for (const levels of [40, 100_000]) expect((await send(nested(levels))).errorMsg).toContain('32 层')
    expect((await send(`[${'1,'.repeat(10_000)}1]`)).errorMsg).toContain('10000 项')
    expect((await send(nested(20))).errorMsg).not.toContain('层')
    const fields = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1])))
    expect((await send(fields(10_001))).errorMsg).toContain('10000 个字段')
    expect((await send(fields(10_000))).errorMsg).not.toContain('个字段')
    expect(await admin.call('article.list', { status: Array(10_001).fill(1) })).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: expect.stringContaining('10000 项'),
    })
  })

  test('what is wrong is said of the field and its kind, never in the words of the sender', async () => {
    const says = async (call: string, input: object) => (await admin.call(call, input)).errorMsg
    expect(await says('article.list', { pageNumber: {} })).toContain('应为文本或数字')
    expect(await says('article.list', { articleIds: true })).toContain('应为数字编号')
    expect(await says('article.accept', { items: [{ articleId: 1 }, null] })).toBe('第 2 项：应为对象')
    const odd = { articleId: 1, [`\u001b[31m${'k'.repeat(1000)}`]: '\u0000' }
    expect(await says('article.accept', { items: [odd] })).toBe('内容：含有不允许的控制字符')
  })

  test('controls of both ranges and what XML forbids are refused, letters of every script are not', async () => {
    for (const bad of ['\u0000', '\u001b', '\u007f', '\u0085', '\u009b', '\ufffe', '\uffff', '\ud800'])
      expect(await admin.call('article.saveAdmin', anArticle(column, { title: `甲${bad}` }))).toMatchObject({
        errorCode: 'BAD_INPUT',
        errorMsg: expect.stringContaining('控制字符'),
      })
    const title = '甲\u00a0é👨‍👩‍👧𠮷\ufeff乙'
    expect((await admin.call('article.saveAdmin', anArticle(column, { title }))).value.title).toBe(title)
  })

  test('files outside the site folder are never served', async () => {
    for (const path of [
      '/site/../key',
      '/site/..%2fkey',
      '/site/%2e%2e/key',
      '/site/..%5ckey',
      '/uploads/../xzx.db',
      '/site/.manifest',
      '/site/%00',
      '/site//etc/passwd',
    ]) {
      const reply = await server.raw(path)
      // 503: the site is not generated yet
      expect([200, 302, 403, 404, 503]).toContain(reply.status)
      if (reply.status === 200) expect(reply.errorCode, path).not.toBe('0')
      expect(reply.text, path).not.toMatch(/SQLite format|root:/)
    }
  })

  test('the pages of the site and of the console carry a strict policy', async () => {
    const reply = await fetch(`${server.url}/web/`)
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
  })
})
