import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { refused, startBackend, value } from '../support/backend.ts'
import type { Ran } from '../support/cli.ts'
import { sharedBackend, sharedHome } from '../support/set-up.ts'

const backend = await sharedBackend()
const home = sharedHome({ XZX_SERVER: backend.url, XZX_TOKEN: 'secret-token' })

const list = 'article list --retry 0 --timeout 2s'

/** One message, no stack, nothing on stdout, nothing secret. */
function expectOneMessage(ran: Ran): void {
  expect(ran.out).toBe('')
  expect(ran.err.match(/^错误：/gm)).toHaveLength(1)
  expect(ran.err.split('\n').length).toBeLessThanOrEqual(4)
  expect(ran.err).not.toMatch(/^\s+at /m)
  expect(ran.err).not.toContain('secret-token')
}

type Send = (response: ServerResponse) => unknown
const text = (status: number, type: string, body: string | Buffer, headers: Record<string, string> = {}): Send => {
  return (response) => void response.writeHead(status, { 'content-type': type, ...headers }).end(body)
}

const cases: readonly (readonly [string, Send, number, RegExp])[] = [
  ['an HTML error page', text(502, 'text/html', '<html><body>Bad Gateway</body></html>'), 5, /服务器出错（5）/],
  ['an HTML page as if all were well', text(200, 'text/html', '<!doctype html><p>hi'), 5, /收到的是网页/],
  [
    'a 500 with an envelope',
    text(500, 'application/json', JSON.stringify(refused('FAULT', '服务器异常'))),
    5,
    /请求编号 r-2/,
  ],
  ['a 500 without one', text(500, 'text/plain', 'stack at x.js:1'), 5, /服务器返回 500/],
  [
    'a 503',
    text(503, 'application/json', JSON.stringify(refused('UNAVAILABLE', '磁盘空间不足'))),
    5,
    /^错误：磁盘空间不足（5）\n原因：服务器返回 503（请求编号 r-\d+）\n建议：稍后再试/,
  ],
  ['a 429', text(429, 'text/plain', 'slow down'), 5, /操作过于频繁，请稍后再试（5）/],
  ['a 401', text(401, 'application/json', JSON.stringify(refused('SESSION_OVER', '登录已过期'))), 4, /xzx auth login/],
  ['a 403 of a proxy', text(403, 'text/html', '<h1>Forbidden</h1>'), 1, /服务器返回 403/],
  ['a 400', text(400, 'text/plain', 'bad request'), 1, /bad request/],
  [
    'a redirect',
    text(302, 'text/plain', '', { location: '/api/article/list' }),
    5,
    /服务器返回 302，转向 http.*\/api\/article\/list/,
  ],
  ['invalid JSON', text(200, 'application/json', '{"errorCode":"0","value":'), 5, /不是约定的 JSON/],
  ['an empty answer', text(200, 'application/json', ''), 5, /内容为空/],
  ['JSON that is no envelope', text(200, 'application/json', '[1,2]'), 5, /不是约定的 JSON/],
  ['another charset', text(200, 'application/json; charset=gbk', Buffer.from([0x7b, 0xd6, 0xd0, 0x7d])), 5, /UTF-8/],
  ['a number as errorCode', text(200, 'application/json', '{"errorCode":0,"errorMsg":"","value":{}}'), 1, /操作未成功/],
  ['a refusal', text(200, 'application/json', JSON.stringify(refused('NO_PERMISSION', '没有权限'))), 1, /whoami/],
  ['a foreign refusal', text(200, 'application/json', JSON.stringify(refused('-17', '栏目已停用'))), 1, /栏目已停用/],
  ['a connection cut before the answer', (r) => r.socket?.destroy(), 5, /连接中途断开/],
  [
    'a connection cut in the body',
    (r) => {
      r.writeHead(200, { 'content-type': 'application/json', 'content-length': '9999' })
      r.write('{"errorCode":"0"', () => r.socket?.destroy())
    },
    5,
    /连不上服务器/,
  ],
  [
    'an answer that never ends',
    (r) => void r.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    5,
    /错误：服务器没有在 2 秒内答复（5）/,
  ],
  ['no answer at all', () => undefined, 5, /错误：服务器没有在 2 秒内答复（5）/],
]

describe('a server that fails', () => {
  test.for(cases)('%s', { timeout: 10_000 }, async ([, send, code, words]) => {
    backend.answer = (_seen, response) => {
      send(response)
      return undefined
    }
    const ran = await home.xzx(list)
    expect(ran.err).toMatch(words)
    expect(ran.code).toBe(code)
    expectOneMessage(ran)
  })

  test('a write whose answer did not come may be done, and that is said', async () => {
    backend.answer = (_seen, response) => {
      response.socket?.destroy()
      return undefined
    }
    const ran = await home.xzx('hot add --name 甲')
    expect([ran.code, ran.err]).toEqual([5, expect.stringContaining('没有收到服务器的答复')])
    expect(ran.err).toContain('可能已经完成，请先核对再重试')
  })

  test('a hint names the request only where there is one', async () => {
    backend.answer = (_seen, response) => text(500, 'text/plain', '')(response)
    expect((await home.xzx(list)).err).toContain('仍不行请告诉管理员')
    backend.answer = (_seen, response) => text(500, 'application/json', JSON.stringify(refused('FAULT', '')))(response)
    expect((await home.xzx(list)).err).toContain('仍不行请把请求编号交给管理员')
  })

  test('a proxy that does not answer is named, without its password; one that is none too', async () => {
    const through = (proxy: string) => ({
      env: { XZX_SERVER: 'http://zx.invalid', HTTP_PROXY: proxy, http_proxy: proxy },
    })
    const { err, code } = await home.xzx(list, through('http://u:geheim@127.0.0.1:1'))
    expect([code, err]).toEqual([5, expect.stringContaining('（http://zx.invalid，经代理 127.0.0.1:1）')])
    expect(err).not.toContain('geheim')
    const none = await home.xzx(list, through('nothing'))
    expect([none.code, none.err]).toEqual([1, '错误：环境变量 HTTP_PROXY 不是有效的代理地址（1）\n'])
  })

  test('a stopped server', async () => {
    const gone = await startBackend()
    await gone.close()
    const ran = await home.xzx(`${list} --server ${gone.url}`)
    expect(ran.code).toBe(5)
    expect(ran.err).toContain('连接被拒绝')
    expectOneMessage(ran)
  })

  test('a reply over 64 MB is given up', async () => {
    const piece = Buffer.alloc(1024 * 1024, 0x20)
    backend.answer = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
      return undefined
    }
    const ran = await home.xzx('article list --retry 0 --timeout 60s')
    expect(ran.code).toBe(5)
    expect(ran.err).toContain('超过 64 MB')
  })

  test('the error as JSON', async () => {
    backend.answer = () => refused('STALE', '该内容已由 王芳 修改')
    const ran = await home.xzx(`${list} --json`)
    expect(JSON.parse(ran.err).error).toMatchObject({
      code: 'STALE',
      requestId: 'r-2',
      message: expect.stringContaining('王芳'),
    })
    expect(ran.out).toBe('')
  })
})

describe('repeats', () => {
  test('a time to wait may be given as a date: one beyond the deadline is not waited for', async () => {
    const before = backend.seen.length
    const later = { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }
    backend.answer = (_seen, response) => void response.writeHead(429, later).end()
    expect((await home.xzx('article list --retry 2')).code).toBe(5)
    expect(backend.seen.length - before).toBe(1)
  })

  test('a reading call is tried again, then succeeds', async () => {
    const before = backend.seen.length
    backend.answer = (_seen, response, nth) => {
      if (nth - before < 3) return void response.writeHead(503).end()
      return value({ list: [], total: 0, pageNumber: 1, pageSize: 10 })
    }
    const ran = await home.xzx('article list --retry 2 --format count')
    expect([ran.code, ran.out]).toEqual([0, '0\n'])
    expect(backend.seen.length - before).toBe(3)
  })

  test('a write that may not be sent twice is not', async () => {
    const before = backend.seen.length
    backend.answer = (_seen, response) => void response.writeHead(503).end()
    const ran = await home.xzx(['api', 'article.saveAdmin', '--body', '{"columnId":1,"title":"甲","content":"乙"}'])
    expect(ran.code).toBe(5)
    expect(backend.seen.length - before).toBe(1)
  })
})

test('a write without an answer in time may be done, and that is said; a try of it is not', async () => {
  backend.answer = () => new Promise(() => {})
  const line = ['hot', 'add', '--name', '甲', '--timeout', '300ms']
  const ran = await home.xzx(line)
  expect([ran.code, ran.err]).toEqual([5, expect.stringContaining('服务器没有在 0.3 秒内答复（5）')])
  expect(ran.err).toContain('可能已经完成，请先核对再重试')
  const tried = await home.xzx([...line, '--dry-run'])
  expect([tried.code, tried.err]).toEqual([5, expect.not.stringContaining('可能已经完成')])
})

test('control and direction characters of a server do not reach the terminal', async () => {
  const title = '红\u001b[31m字\u202e反\u009b2J'
  backend.answer = () => value({ list: [{ articleId: '1', title }], total: 1, pageNumber: 1, pageSize: 10 })
  for (const format of ['table', 'csv', 'json', 'ndjson']) {
    const { out } = await home.xzx(`article list --format ${format}`)
    expect(out).not.toMatch(/[\u001b\u202e\u009b]/)
    if (format === 'ndjson') expect(JSON.parse(out).title).toBe(title)
  }
  backend.answer = () => refused('BAD_INPUT', title)
  expect((await home.xzx(list)).err).not.toMatch(/[\u001b\u202e\u009b]/)
})
