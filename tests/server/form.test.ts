import ExcelJS from 'exceljs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { nodeTransport } from '../../core/client/node.ts'
import { endpoint, spelledAs } from '../../core/contract/endpoint.ts'
import { hotRow } from '../../core/contract/hot.ts'
import { openApi } from '../../core/contract/openapi.ts'
import { documents } from '../../core/contract/replies.ts'
import { bulk, choice, filter, id, row, text } from '../../core/contract/shared.ts'
import { roleEnabled } from '../../core/domain/enums.ts'
import { hot } from '../../server/areas/hot.ts'
import { FileReply, implement } from '../../server/pipeline.ts'
import { sheetOf } from '../../server/rows/sheet.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

/** What a declaration can say of the form of a call, held over real HTTP by calls that are declared here alone. */

const said = z.object({ fileUrl: text('原文件', 200).nullish(), note: filter(text('说明', 20)) })
const search = z.object({ name: filter(text('热词', 30)), enabled: filter(choice('状态', roleEnabled)) })
const plain = { method: 'POST', effect: 'read', access: 'login', says: '试验' } as const
const sources = z.object({
  action: filter(text('动作', 30)),
  source: filter(z.union([z.string(), z.array(z.string())])),
})

const calls = {
  header: endpoint({
    ...plain,
    path: '/x/form/header',
    send: 'body',
    at: { fileUrl: 'header' },
    input: said,
    output: z.unknown(),
  }),
  bare: endpoint({
    ...plain,
    path: '/x/form/bare',
    send: 'body',
    bodyOptional: true,
    input: search,
    output: z.unknown(),
  }),
  any: endpoint({
    ...plain,
    method: 'ANY',
    path: '/x/form/any',
    send: 'body',
    bodyOptional: true,
    urlencoded: true,
    wire: { source: 'source[]' },
    reply: 'raw',
    input: sources,
    output: row({ state: z.string(), list: z.array(z.string()) }),
  }),
  word: endpoint({
    ...plain,
    path: '/x/form/word',
    send: 'query',
    reply: 'docx',
    input: z.object({ id: id() }),
    output: z.instanceof(Uint8Array),
  }),
  excel: endpoint({
    ...plain,
    path: '/x/form/excel',
    send: 'body',
    reply: 'xlsx',
    access: { like: 'hot_list' },
    input: search,
    output: z.instanceof(Uint8Array),
  }),
  about: endpoint({
    ...plain,
    path: '/x/form/about',
    send: 'body',
    input: z.object({ articleId: id('文章').nullish(), columnId: id('栏目').nullish() }),
    output: z.unknown(),
  }),
  some: endpoint({
    ...plain,
    path: '/x/form/some',
    send: 'list',
    input: z.object({ items: z.array(z.object({ itemId: id(), articleId: id().nullish() })) }),
    output: bulk,
  }),
}
interface Operation {
  readonly responses: { readonly 200: { readonly content: object } }
  readonly requestBody?: object
  readonly parameters?: readonly object[]
}

const mine = spelledAs({ articleId: ['id'] }, { about: { ...calls.about, path: '/x/form/mine' } as typeof calls.about })

const form = implement(calls, {
  header: (_ctx, input) => input,
  bare: (_ctx, input) => input,
  any: (_ctx, { action = '', source = [] }) => ({
    state: action === 'bad' ? (7 as never) : action,
    list: [source].flat(),
  }),
  word: () => new FileReply(documents.docx.type, 'PK', '申请.docx'),
  excel: sheetOf(calls.excel, hotRow, { name: '热词', fields: ['name', 'enabled', 'createdAt'] }, hot.list as never),
  about: (_ctx, input) => input,
  some: (_ctx, { items }) => ({ done: items.map((one) => JSON.stringify(one)), failed: [] }),
})
const own = implement(mine, { about: (_ctx, input) => input })
const areas = { form: { calls, handlers: form as never }, own: { calls: mine, handlers: own as never } }

describe.each(databases)('the form of calls on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database, {}, { areas })
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  const ask = (path: string, init: RequestInit = {}, type?: string) =>
    server.raw(path, {
      ...init,
      headers: { authorization: admin.token, ...(type && { 'content-type': type }), ...init.headers },
    })
  const post = (path: string, body?: string, type = 'application/json', headers = {}) =>
    ask(path, { method: 'POST', headers, ...(body !== undefined && { body }) }, body === undefined ? undefined : type)

  test('a field is taken from its header, from body and query too, and from no header that is not declared', async () => {
    const sent = await admin.call('form.header', { fileUrl: '/uploads/图 100%.png', note: '甲' })
    expect(sent.value).toEqual({ fileUrl: '/uploads/图 100%.png', note: '甲' })
    const other = await post('/x/form/header', '{}', undefined, { fileUrl: '/a b%zz', note: 'x' })
    expect(other.value).toEqual({ fileUrl: '/a b%zz' })
    expect((await post('/x/form/header', '{"fileUrl":"/c"}')).value).toEqual({ fileUrl: '/c' })
    expect((await post('/x/form/header?fileUrl=/d', '{}')).value).toEqual({ fileUrl: '/d' })
    expect(await post('/x/form/header', '{}', undefined, { fileUrl: '%00' })).toMatchObject({ errorCode: 'BAD_INPUT' })
  })

  test('a body that is optional may be missing; one that is there is judged', async () => {
    expect((await post('/x/form/bare')).value).toEqual({})
    expect((await post('/x/form/bare', '{"name":"甲"}')).value).toEqual({ name: '甲' })
    expect((await post('/x/form/bare?name=乙')).value).toEqual({ name: '乙' })
    expect(await post('/x/form/bare', '{"enabled":9}')).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect(await post('/x/form/about')).toMatchObject({ errorCode: 'MISSING_PARAMETER' })
  })

  test('a call for any method answers GET and POST alike, as raw JSON; refusals come in the envelope', async () => {
    const told = { state: 'config', list: ['a', 'b'] }
    const raw = (reply: { text: string }) => JSON.parse(reply.text)
    expect(raw(await ask('/x/form/any?action=config&source[]=a&source[]=b'))).toEqual(told)
    expect(raw(await post('/x/form/any', '{"action":"config","source[]":["a","b"]}'))).toEqual(told)
    const pairs = 'action=config&source%5B%5D=a&source%5B%5D=b'
    expect(raw(await post('/x/form/any', pairs, 'application/x-www-form-urlencoded; charset=UTF-8'))).toEqual(told)
    expect(raw(await admin.call('form.any', { action: 'config', source: ['a', 'b'] }))).toEqual(told)
    expect(raw(await ask('/x/form/any', { method: 'PUT' }))).toEqual({ state: '', list: [] })
    expect(await server.raw('/x/form/any')).toMatchObject({ status: 401, errorCode: 'NOT_SIGNED_IN' })
    const long = await post('/x/form/any', `action=${'x'.repeat(40)}`, 'application/x-www-form-urlencoded')
    expect(long).toMatchObject({ status: 200, errorCode: 'BAD_INPUT' })
    const others = await post('/x/form/bare', 'name=a', 'application/x-www-form-urlencoded')
    expect(others).toMatchObject({ errorCode: 'BAD_INPUT' })
    const via = nodeTransport({ server: server.url, token: () => admin.token })
    expect(await via.send(calls.any, { action: 'config', source: ['a'] })).toEqual({ state: 'config', list: ['a'] })
    await expect(via.send(calls.any, { action: 'x'.repeat(40) })).rejects.toMatchObject({ kind: 'refused' })
    await via.close()
  })

  test('a reply that is not what its contract says fails, in the envelope or without it', async () => {
    await expect(admin.call('form.any', { action: 'bad' })).rejects.toThrow('answers other than its contract')
  })

  test('a document has the type of its declaration, in the answer and in the documents', async () => {
    const word = await admin.call('form.word', { id: 1 })
    expect(word.headers.get('content-type')).toBe(documents.docx.type)
    const { paths } = openApi({ form: calls }) as { paths: Record<string, Record<string, Operation>> }
    const types = (path: string) => Object.keys(paths[path]?.post?.responses[200].content ?? {})
    expect(types('/x/form/word')).toEqual(['application/json', documents.docx.type])
    expect(types('/x/form/excel')).toEqual(['application/json', documents.xlsx.type])
    expect(Object.keys(paths['/x/form/any'] ?? {})).toEqual(['get', 'post'])
    expect(paths['/x/form/bare']?.post?.requestBody).toMatchObject({ required: false })
    expect(paths['/x/form/header']?.post?.parameters).toMatchObject([{ name: 'fileUrl', in: 'header' }])
  })

  test('a list as a sheet: the same search, all pages, the words of choices; the log tells the search', async () => {
    for (let i = 0; i < 205; i += 1) await admin.call('hot.add', { name: `供暖${i}`, enabled: i === 0 ? 0 : 1 })
    await admin.call('hot.add', { name: '=停水' })
    const sheet = async (input: object) => {
      const reply = await fetch(`${server.url}/x/form/excel`, {
        method: 'POST',
        headers: { authorization: admin.token, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      expect(reply.headers.get('content-type')).toBe(documents.xlsx.type)
      const book = new ExcelJS.Workbook()
      await book.xlsx.load((await reply.arrayBuffer()) as never)
      const [sheet] = book.worksheets
      return (sheet?.getSheetValues() ?? []).slice(1).map((line) => (line as unknown[]).slice(1))
    }
    const all = await sheet({ name: '供暖' })
    expect([all.length, all[0]]).toEqual([206, ['热词', '状态', '创建时间']])
    expect(all[1]?.slice(0, 2)).toEqual(['供暖204', roleEnabled[1]])
    expect(await sheet({ name: '供暖', enabled: 0 })).toHaveLength(2)
    expect((await sheet({ name: '停水' }))[1]?.[0]).toBe("'=停水")
    const { value } = await admin.call('log.list', { call: 'form.excel', pageSize: 10 })
    expect(value.list.map((one: { after: unknown }) => one.after)).toEqual([null, { enabled: 0 }, null])
  }, 60_000)

  test("an area's spellings hold in that area alone", async () => {
    expect((await post('/x/form/about', '{"id":7,"categoryId":8}')).value).toEqual({ columnId: 8 })
    expect((await post('/x/form/mine', '{"id":7}')).value).toEqual({ articleId: 7 })
    const { value } = await post('/x/form/some', '[{"itemId":1,"id":7,"categoryId":8},"2"]')
    expect(value.done).toEqual(['{"itemId":1}', '{"itemId":2}'])
    const none = await post('/x/form/some', '[{"id":7}]')
    expect(none).toMatchObject({ errorCode: 'MISSING_PARAMETER', errorMsg: expect.stringContaining('itemId') })
  })
})
