import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPage, shapeFor } from '../../cli/from-contract/replies.ts'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { auth } from '../../core/contract/auth.ts'
import { type Endpoint, pathFields, placeOf, wireName } from '../../core/contract/endpoint.ts'
import { exportTask } from '../../core/contract/exportTask.ts'
import { openApi } from '../../core/contract/openapi.ts'
import { encode, inputFields } from '../../core/contract/wire.ts'
import { isErrorCode } from '../../core/errors.ts'
import { partnersOf } from '../support/partners.ts'
import { type Person, type Reply, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

/** What a declaration buys: promises that hold for every call there is or will be. */

const calls = [...eachEndpoint(await wholeContract())].map(([area, call, e]) => ({ name: `${area}.${call}`, e }))

const path = (e: Endpoint, value = '0') =>
  pathFields(e.path).reduce<string>((p, field) => p.replace(`{${field}}`, value), e.path)
const post = (body?: BodyInit, type = 'application/json'): RequestInit => ({
  method: 'POST',
  ...(body !== undefined && { body, headers: { 'content-type': type } }),
})
const method = (e: Endpoint, init: RequestInit): RequestInit =>
  e.method === 'GET' ? { headers: init.headers ?? {} } : init
const withToken = (init: RequestInit, token: string): RequestInit => ({
  ...init,
  headers: { ...init.headers, authorization: token },
})

let server: TestServer
let admin: Person
let visitor: string
let partner: string
beforeAll(async () => {
  server = await startServer()
  admin = await server.person({ roles: ['admin'] })
  visitor = await visitorsOf(server).signIn('13900000000')
  partner = await (await partnersOf(server, () => admin).program()).token()
})
afterAll(() => server.close())

const refused = (reply: Reply) => {
  expect(reply.status, reply.text).toBe(200)
  expect(isErrorCode(reply.errorCode), reply.text.slice(0, 200)).toBe(true)
  expect(reply.errorMsg).toMatch(/[\u4e00-\u9fff]/)
  expect(reply.requestId).not.toBe('')
  expect(reply.text).not.toMatch(/at .+\.ts:\d+|node_modules|sqlite|select |SQLITE/i)
}

test('every call that is open to strangers says why, on the page of all of them too; no other does', async () => {
  const open = calls.filter(({ e }) => e.access === 'public')
  expect(open.filter(({ e }) => !/^[\u4e00-\u9fff].{4,}/.test(e.open ?? '')).map(({ name }) => name)).toEqual([])
  expect(calls.filter(({ e }) => e.access !== 'public' && e.open !== undefined)).toEqual([])
  const page = await readFile('docs/generated/open.md', 'utf8')
  for (const { name, e } of open) expect(page).toContain(`| \`${name}\` | ${e.says} | ${e.open} |`)
})

test('no password, code or token travels in an address that our clients build', () => {
  const confidential = /passw|pwd|secret|token|verifyCode|smsCode|device/i
  for (const { name, e } of calls)
    for (const field of inputFields(e).filter((one) => confidential.test(one)))
      expect(['body', 'header'], `${name} ${field}`).toContain(placeOf(e, field))
  const { body, query } = encode(auth.loginNoCode, { username: 'a', password: '密码' })
  expect([body, query]).toEqual([{ username: 'a', password: '密码' }, []])
  const { post } =
    (openApi({ auth }) as { paths: Record<string, { post: { parameters: object[] } }> }).paths['/user/login'] ?? {}
  expect(post?.parameters).toContainEqual(expect.objectContaining({ name: 'password', in: 'query', required: false }))
})

test('every list can be read on and on by the ids of its rows, as --all and exports do', async () => {
  const pages = calls.filter(
    ({ e }) => e.effect === 'read' && isPage(e) && !['visitor', 'partner'].includes(String(e.access)),
  )
  expect(pages.length).toBeGreaterThan(15)
  for (const { name, e } of pages) {
    const { idField } = shapeFor(e)
    const { errorMsg } = await admin.call(name, {
      id: 1,
      articleId: 1,
      pile: 'article.toAccept',
      sortField: idField,
      sortOrder: 'asc',
    })
    expect([name, errorMsg]).not.toEqual([name, expect.stringContaining('sortField')])
  }
})

test('every write is told by a sentence in the log, or by a line that is one', () => {
  /** Writes about nothing that has a name: their line says all. */
  const plain = ['auth', 'file', 'generate']
  const without = calls.filter(({ e }) => e.effect === 'write' && e.tells === undefined).map(({ name }) => name)
  expect(without.filter((name) => !plain.includes(name.split('.')[0] as string))).toEqual([])
})

test('a call that shares the right of another names a right that there is', () => {
  const granted = new Set(calls.filter(({ e }) => e.access === 'granted').map(({ name }) => name.replace('.', '_')))
  const shared = calls.flatMap(({ name, e }) => (typeof e.access === 'object' ? [[name, e.access.like] as const] : []))
  expect(shared.filter(([, like]) => !granted.has(like))).toEqual([])
  expect(calls.filter(({ e }) => e.roles && e.access !== 'granted').map(({ name }) => name)).toEqual([])
})

test('every call has a Chinese line, a path of its own, and access', () => {
  const seen = new Set<string>()
  for (const { name, e } of calls) {
    expect(e.says, name).toMatch(/^[\u4e00-\u9fff]/)
    expect(seen.has(`${e.method} ${e.path}`), e.path).toBe(false)
    seen.add(`${e.method} ${e.path}`)
    if (e.own) expect(e.path).toMatch(/^\/x\//)
  }
})

describe.each(calls.filter(({ e }) => e.access !== 'public'))('$name', ({ e }) => {
  test('answers 401 to strangers before anything of the request is judged', async () => {
    for (const init of [post(), post('{"a":'), post('x'.repeat(100), 'text/plain')])
      for (const value of ['0', 'abc', '%zz', '%00']) {
        const reply = await server.raw(path(e, value), method(e, init))
        expect(reply).toMatchObject({ status: 401, errorCode: 'NOT_SIGNED_IN' })
        if (pathFields(e.path).length === 0) break
      }
    const reply = await server.raw(path(e), method(e, withToken(post('{}'), 'x'.repeat(43))))
    expect(reply).toMatchObject({ status: 401, errorCode: 'SESSION_OVER' })
  })
})

const withBody = calls.filter(
  ({ e }) => e.method !== 'GET' && (e.send === 'body' || e.send === 'list') && !e.bodyOptional,
)

describe.each(withBody)('$name', ({ name, e }) => {
  const send = (init: RequestInit) => {
    const tokens: Readonly<Record<string, string>> = { visitor, partner }
    return server.raw(path(e), withToken(init, tokens[String(e.access)] ?? admin.token))
  }

  test('refuses a missing body by its name', async () => {
    const reply = await send(post())
    refused(reply)
    expect(reply.errorCode).toBe('MISSING_PARAMETER')
    expect(reply.errorMsg).toContain(e.payload ?? 'body')
  })

  test('refuses hostile bodies in the envelope', async () => {
    const deep = `${'['.repeat(40)}${']'.repeat(40)}`
    const field = wireName(e, inputFields(e)[0] ?? 'x')
    const list = e.send === 'list'
    const wrap = (value: string) => (list ? `[{"articleId":${value}}]` : `{"${field}":${value}}`)
    const bodies: [string, RequestInit][] = [
      ['invalid JSON', post('{"a":')],
      ['a bare word', post('"x"')],
      ['the wrong shape', post(list ? '{"a":1}' : '[1]')],
      ['invalid UTF-8', post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))],
      ...(e.urlencoded
        ? []
        : [['another type', post('a=1', 'application/x-www-form-urlencoded')] as [string, RequestInit]]),
      ['another charset', post('{}', 'application/json; charset=gbk')],
      ['over 2 MB', post(`{"${field}":"${'x'.repeat(2 * 1024 * 1024)}"}`)],
    ]
    if (field !== 'x')
      bodies.push(
        ['too deep', post(wrap(deep))],
        ['a control character', post(wrap('"\\u0000"'))],
        ['half a surrogate', post(wrap('"\\ud800"'))],
      )
    for (const [what, init] of bodies) {
      const reply = await send(init)
      expect(reply.errorCode, `${name}: ${what}`).toMatch(/^(BAD_INPUT|TOO_LARGE|MISSING_PARAMETER)$/)
      refused(reply)
    }
  })
})

test('wrong types and unknown ids are refused by name, on every call', async () => {
  for (const { name, e } of calls) {
    for (const bad of [{ a: { b: 1 } }, [[1]], 'abc', -1, 1.5, 2 ** 60]) {
      const fields = Object.fromEntries(inputFields(e).map((field) => [field, bad]))
      if (inputFields(e).length === 0) break
      const reply = await admin.call(name, e.send === 'list' ? { items: [{ articleId: bad }] } : fields)
      expect(reply.status, `${name} ${JSON.stringify(bad)} ${reply.text.slice(0, 200)}`).toBe(200)
    }
  }
})

test('what is no call is refused in the envelope, not by a 4xx', async () => {
  for (const [target, init] of [
    ['/no/such/call', post('{}')],
    ['/api/article/list', {}],
    ['/api/article/list', { method: 'DELETE' }],
    ['/API/ARTICLE/LIST', post('{}')],
    ['/%', {}],
    ['/api/article/view?articleID=%ff', withToken({}, admin.token)],
  ] as const) {
    const reply = await server.raw(target, init)
    expect(reply.status, target).toBe(200)
    refused(reply)
  }
})

test('every refusal keeps the security headers', async () => {
  const reply = await server.raw('/api/article/list', post('{}'))
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  expect(reply.headers.get('set-cookie')).toBeNull()
})

test('a table of export tasks says which wait for their turn', () => {
  expect(shapeFor(exportTask.list).usual).toEqual(expect.arrayContaining(['state', 'says']))
})
