import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { browserTransport } from '../../core/client/browser.ts'
import { changes } from '../../core/client/changes.ts'
import { type AreaClient, clientFor } from '../../core/client/client.ts'
import { type NodeTransport, nodeTransport } from '../../core/client/node.ts'
import { dropEmpty } from '../../core/client/prepare.ts'
import { eachRow } from '../../core/client/rows.ts'
import { article } from '../../core/contract/article.ts'
import { auth } from '../../core/contract/auth.ts'
import { column } from '../../core/contract/column.ts'
import { endpoint } from '../../core/contract/endpoint.ts'
import { ApiError } from '../../core/errors.ts'
import { type Backend, startBackend, value } from '../support/backend.ts'

let backend: Backend
let via: NodeTransport
let articles: AreaClient<typeof article>
beforeAll(async () => {
  backend = await startBackend()
  via = nodeTransport({ server: backend.url, token: () => 'abc', retry: 0 })
  articles = clientFor(article, via)
})
afterAll(async () => {
  await via.close()
  await backend.close()
})

const last = () => backend.seen.at(-1)
const failure = (of: Promise<unknown>): Promise<ApiError> =>
  of.then(
    () => expect.fail('should have failed'),
    (error) => error,
  )

describe('what is sent', () => {
  test('the headers: bare token, key, client and version', async () => {
    backend.answer = () => value(null)
    await articles.list({})
    expect(last()?.headers).toMatchObject({
      authorization: 'abc',
      appkey: 'admin',
      clientid: 'ADMIN',
      version: '1.0.0',
    })
  })

  test('empty search filters are dropped, other empty fields are not', async () => {
    await articles.list({ title: '', status: [], columnId: null, pageSize: 20 })
    expect(last()?.body).toEqual({ pageSize: 20 })
    await articles.update({ articleId: '7', summary: '', subtitle: null })
    expect(last()?.body).toEqual({ articleId: '7', summary: '', subtitle: null })
    expect(dropEmpty(article.list, { title: '', keyword: '甲' })).toEqual({ keyword: '甲' })
  })

  test('input goes out as it was given, with the names of the wire', async () => {
    await articles.list({ pageNumber: '2', status: '待审核' } as never)
    expect(last()?.body).toEqual({ pageNumber: '2', status: '待审核' })
    await articles.view({ articleId: 5 })
    expect(String(last()?.query)).toBe('articleID=5')
    await articles.approve({ items: [{ articleId: '5' }] })
    expect(last()?.body).toEqual([{ articleId: '5' }])
    await clientFor(column, via).get({ id: 'a/b' })
    expect(last()?.path).toBe('/column/get/a%2Fb')
  })
})

describe('refused before sending', () => {
  const cases: readonly (readonly [string, () => Promise<unknown>, string])[] = [
    ['undefined', () => articles.view({} as never), 'articleID'],
    ['null', () => articles.view({ articleId: null } as never), 'articleID'],
    ["''", () => articles.view({ articleId: '' }), 'articleID'],
    ['a body field', () => articles.saveAdmin({ columnId: 1, content: 'x' } as never), 'title'],
    ['a path field', () => clientFor(column, via).get({} as never), 'id'],
    ['no body', () => via.send(article.update, undefined), 'body'],
    ['no input', () => articles.update(undefined as never), 'articleId'],
    ['a list', () => articles.approve({} as never), 'body'],
    ['an item of a list', () => articles.approve({ items: [{ articleId: 1 }, {}] } as never), 'articleId'],
    ['a query field', () => clientFor(auth, via).loginNoCode({ username: 'a', password: '' }), 'password'],
  ]
  test.for(cases)('%s', async ([, call, name]) => {
    const before = backend.seen.length
    const error = await failure(call())
    expect(error).toBeInstanceOf(ApiError)
    expect([error.kind, error.code]).toEqual(['local', 'MISSING_PARAMETER'])
    expect(error.message).toMatch(new RegExp(`^缺少必填参数：(\\p{Script=Han}+（${name}）|${name})$`, 'u'))
    expect(error.detail).toEqual({ parameter: name, says: `Missing required parameter: ${name}` })
    expect(backend.seen.length).toBe(before)
  })
})

const upload = endpoint({
  method: 'POST',
  path: '/x/upload',
  send: 'form',
  at: { file: 'file', fileUrl: 'header' },
  input: z.object({ file: z.instanceof(Blob), fileUrl: z.string().optional(), note: z.string().optional() }),
  output: z.unknown(),
  effect: 'write',
  access: 'login',
  says: '上传',
})

describe('uploads', () => {
  test('go as a form, with their header', async () => {
    const server = await startBackend(() => value(null))
    const to = nodeTransport({ server: server.url })
    await to.send(upload, { file: new File(['PNG'], '图.png'), fileUrl: '/a', note: '说明' })
    expect(server.seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(server.seen[0]?.headers.fileurl).toBe('/a')
    expect(server.seen[0]?.body).toContain('filename="图.png"')
    expect(server.seen[0]?.body).toContain('说明')
    await to.close()
    await server.close()
  })

  test('a missing file is refused before sending', async () => {
    expect((await failure(via.send(upload, { note: 'x' }))).message).toBe('缺少必填参数：file')
  })
})

describe.each([
  ['the first call', 0],
  ['a later call, by the pool', 4],
])('%s', (_, before) => {
  /** A transport that has made so many calls already. */
  async function used(server: string) {
    const to = nodeTransport({ server, retry: 0 })
    for (let calls = 0; calls < before; calls += 1) await to.reach().catch(() => null)
    return to
  }

  test('text, form and file arrive alike', async () => {
    const server = await startBackend(() => value([{ a: '一' }]))
    const to = await used(server.url)
    expect(await to.send(column.tree, {})).toEqual([{ a: '一' }])
    const raw = new File(['x'.repeat(300_000)], 'a.bin')
    await to.send(upload, { file: raw })
    expect(server.seen.at(-1)?.body.length).toBeGreaterThan(300_000)
    await to.close()
    await server.close()
  })

  test('nobody there, no HTTP there, a header that cannot be sent: in the same words', async () => {
    const deaf = createServer((socket) => void socket.resume().end('hello\r\n\r\n')).listen(0, '127.0.0.1')
    await once(deaf, 'listening')
    const { port } = deaf.address() as AddressInfo
    const told = async (server: string, token = 'abc') => {
      const to = await used(server)
      const bad = nodeTransport({ server, retry: 0, token: () => token })
      const error = await failure((token === 'abc' ? to : bad).send(column.tree, {}))
      await Promise.all([to.close(), bad.close()])
      return error.message
    }
    expect(await told(`http://127.0.0.1:${port}`)).toContain('对方不是 HTTP 服务')
    expect(await told(`http://127.0.0.1:${port}`, '坏\n')).toContain('请求的地址或请求头含有无效字符')
    deaf.close()
    await once(deaf, 'close')
    expect(await told(`http://127.0.0.1:${port}`)).toContain('连接被拒绝')
  })
})

describe('proxies', () => {
  test('HTTP_PROXY is used, NO_PROXY and this machine are spared', async () => {
    backend.answer = () => value('through')
    const ask = async (server: string, env: Record<string, string>) => {
      const to = nodeTransport({ server, env, retry: 0, timeout: 3000 })
      const before = backend.seen.length
      await to.send(article.counts, {}).catch(() => undefined)
      await to.close()
      return backend.seen.length - before
    }
    const proxy = { HTTP_PROXY: backend.url }
    expect(await ask('http://zx.invalid', proxy)).toBe(1)
    expect(await ask('http://zx.invalid', { ...proxy, NO_PROXY: 'zx.invalid' })).toBe(0)
    expect(await ask('http://127.0.0.1:1', proxy)).toBe(0)
  })
})

describe('what comes back', () => {
  test('unknown fields are kept, another shape does not fail', async () => {
    backend.answer = () => value({ list: [{ articleId: 1, extra: { a: 1 } }], more: true })
    expect(await articles.list({})).toEqual({ list: [{ articleId: 1, extra: { a: 1 } }], more: true })
  })

  test('a bulk reply of another shape counts as all done', async () => {
    backend.answer = () => value('ok')
    expect(await articles.approve({ items: [{ articleId: 1 }, { articleId: '2' }] })).toEqual({
      done: ['1', '2'],
      failed: [],
    })
  })

  test.for([
    [401, 'session'],
    [404, 'session'],
    [499, 'session'],
    [500, 'server'],
    [302, 'other'],
    [400, 'other'],
  ] as const)('status %i is %s', async ([status, kind]) => {
    backend.answer = (_seen, response) => void response.writeHead(status).end()
    const error = await failure(articles.list({}))
    expect([error.kind, error.status]).toEqual([kind, status])
  })

  test('the browser transport obeys the same rules', async () => {
    const told: string[] = []
    const browser = browserTransport({ server: backend.url, retry: 0, onFailure: (error) => told.push(error.kind) })
    backend.answer = () => value({ list: [] })
    expect(await clientFor(article, browser).list({ title: '' })).toEqual({ list: [] })
    expect(last()?.body).toEqual({})
    backend.answer = (_seen, response) => void response.writeHead(302, { location: '/x' }).end()
    expect((await failure(clientFor(article, browser).list({}))).kind).toBe('other')
    expect(told).toEqual(['other'])
  })

  test('a stopped call fails with the reason of its signal', async () => {
    backend.answer = () => new Promise(() => undefined)
    const stop = new AbortController()
    const call = articles.list({}, { signal: stop.signal })
    stop.abort(new Error('enough'))
    expect((await failure(call)).message).toBe('enough')
  })
})

describe('reading every row', () => {
  const rows = Array.from({ length: 7 }, (_, i) => ({ articleId: String(7 - i) }))
  const collect = async (options: object = {}) => {
    const ids: string[] = []
    for await (const row of eachRow(articles.list, {}, { idField: 'articleId', pageSize: 3, ...options }))
      ids.push(row.articleId)
    return ids
  }
  const all = rows.map((row) => row.articleId)

  test('by id, and with a page number each time, which some calls cannot do without', async () => {
    backend.answer = ({ body }) => {
      expect(body.pageNumber).toBe(1)
      const left = rows.filter((row) => body.afterId === undefined || Number(row.articleId) < Number(body.afterId))
      return value({ list: left.slice(0, body.pageSize), total: rows.length, pageSize: body.pageSize })
    }
    expect(await collect()).toEqual(all)
    expect(await collect({ limit: 4 })).toEqual(all.slice(0, 4))
  })

  test('the next page is asked for while one is used, without counting again; nothing beyond a limit is asked for', async () => {
    const asked: { afterId?: string; withTotal?: number }[] = []
    backend.answer = ({ body }) => {
      asked.push(body)
      const left = rows.filter((row) => body.afterId === undefined || Number(row.articleId) < Number(body.afterId))
      return value({ list: left.slice(0, body.pageSize), total: rows.length, pageSize: body.pageSize })
    }
    const reading = eachRow(articles.list, {}, { idField: 'articleId', pageSize: 3 })
    await reading.next()
    await expect.poll(() => asked.length).toBe(2)
    expect(asked.map(({ withTotal }) => withTotal)).toEqual([undefined, 0])
    asked.length = 0
    await collect({ limit: 3 })
    expect(asked.length).toBe(1)
  })

  test('a page that fails while the one before is used fails when it is wanted', async () => {
    let nth = 0
    backend.answer = (_seen, response) => {
      nth += 1
      if (nth > 1) return void response.writeHead(500).end()
      return value({ list: rows.slice(0, 3), total: rows.length, pageSize: 3 })
    }
    const got: string[] = []
    const read = async () => {
      for await (const row of eachRow(articles.list, {}, { idField: 'articleId', pageSize: 3 })) got.push(row.articleId)
    }
    expect((await failure(read())).kind).toBe('server')
    expect(got).toEqual(all.slice(0, 3))
  })

  test('by page number where afterId is ignored', async () => {
    backend.answer = ({ body }) => {
      const from = ((body.pageNumber ?? 1) - 1) * body.pageSize
      return value({ list: rows.slice(from, from + body.pageSize), total: rows.length })
    }
    expect(await collect()).toEqual(all)
  })

  test('ends where both are ignored', async () => {
    backend.answer = () => value({ list: rows.slice(0, 3), total: 3 })
    expect(await collect()).toEqual(all.slice(0, 3))
  })
})

describe('changes', () => {
  const row = { articleId: '7', title: '甲', summary: null as string | null, keywords: ['a'] }
  test('only what changed, plus the id', () => {
    expect(changes(row, { ...row, title: '乙' }, 'articleId')).toEqual({ articleId: '7', title: '乙' })
    expect(changes(row, { keywords: ['a', 'b'] }, 'articleId')).toEqual({ articleId: '7', keywords: ['a', 'b'] })
  })
  test('the two refusals', () => {
    expect(() => changes(row, { ...row, summary: '' }, 'articleId')).toThrow('没有修改内容，无需提交')
    expect(() => changes({ ...row, articleId: '' }, { title: '乙' }, 'articleId')).toThrow('无效的 id-key')
    expect(() => changes(row, { articleId: '8', title: '乙' }, 'articleId')).toThrow('无效的 id-key')
  })
})
