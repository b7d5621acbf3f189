import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { isForOwnPages } from '../../core/contract/guard.ts'
import { passGuard } from '../../server/access/guard.ts'
import type { Ctx } from '../../server/context.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const evil = 'https://evil.example.com'
const refused = { errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('请在本网站的页面上') }
const asked = { code: 'ABCD-EFGH-JKLM', phone: '13800138000' }

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startServer()
  admin = await server.person({ roles: ['admin'] })
})
afterAll(() => server.close())

/** What was counted of limits so far. */
const uses = async () => {
  const query = server.parts.db.read.selectFrom('guardUse').select((eb) => eb.fn.countAll<number>().as('n'))
  return Number((await query.executeTakeFirstOrThrow()).n)
}
/** A letter is asked for by its code, as a page makes a browser do it. */
const look = (headers: Record<string, string>, type = 'application/json') =>
  server.raw('/web/mail/code', {
    method: 'POST',
    headers: { ...(type && { 'content-type': type }), ...headers },
    body: new Blob([JSON.stringify(asked)]),
  })
const page = (headers: Record<string, string>) => server.raw('/x/form/page?form=mail', { headers })

test('a page of another site uses up nothing of what is counted, by whatever call', async () => {
  const forOwn = [...eachEndpoint(await wholeContract())].filter(([, , e]) => isForOwnPages(e))
  const open = [...eachEndpoint(await wholeContract())].filter(([, , e]) => e.access === 'public' && e.guard)
  expect(open.length - forOwn.length, 'all but visits, which have no limit').toBe(3)
  const ctx = { call: { foreign: true, name: 'x', address: '127.0.0.1' }, parts: server.parts } as unknown as Ctx
  for (const [area, call, e] of forOwn)
    await expect(passGuard(ctx, e as Endpoint, {}), `${area}.${call}`).rejects.toMatchObject({ code: 'NO_PERMISSION' })
  const before = await uses()
  expect(await look({ origin: evil, 'sec-fetch-site': 'cross-site' })).toMatchObject(refused)
  // without a type, as a page may send it unasked; a browser on plain HTTP tells of the origin alone
  expect(await look({ origin: evil }, '')).toMatchObject(refused)
  expect(await look({ origin: 'null' })).toMatchObject(refused)
  const form = new URLSearchParams({ of: 'mail', act: 'look', ...asked })
  const sent = await fetch(`${server.url}/x/form/query/send`, {
    ...{ method: 'POST', body: form, headers: { origin: evil, 'sec-fetch-site': 'cross-site' } },
  })
  expect(await sent.text()).toContain('请在本网站的页面上')
  const file = new FormData()
  file.append('file', new Blob(['%PDF-1.4']), '现场.pdf')
  const upload = { method: 'POST', body: file, headers: { origin: evil, 'sec-fetch-site': 'cross-site' } }
  expect(await server.raw('/x/mail/upload', upload)).toMatchObject(refused)
  for (const into of ['image', 'iframe', 'script'])
    expect((await page({ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': into })).text).toContain(
      '请在本网站的页面上',
    )
  expect(await uses()).toBe(before)
})

test('own pages may, and programs, and who follows a link; and pages of the site on another origin', async () => {
  const own = new URL(server.url).origin
  for (const headers of [
    {},
    { origin: own },
    { origin: own, 'sec-fetch-site': 'same-origin' },
    // behind a proxy that speaks TLS
    { origin: own.replace('http:', 'https:') },
  ] as Record<string, string>[])
    expect(await look(headers), JSON.stringify(headers)).toMatchObject({ errorCode: 'NOT_FOUND' })
  for (const headers of [{}, { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }] as Record<
    string,
    string
  >[])
    expect((await page(headers)).text).toContain('<form')
  const site = 'https://www.example.gov.cn'
  expect(await look({ origin: site, 'sec-fetch-site': 'cross-site' })).toMatchObject(refused)
  await admin.call('setting.save', {
    items: [
      { name: 'site.base', value: `${site}/` },
      { name: 'site.service', value: 'https://fw.example.gov.cn/' },
    ],
  })
  expect(await look({ origin: site, 'sec-fetch-site': 'cross-site' })).toMatchObject({ errorCode: 'NOT_FOUND' })
  // a proxy has told no host
  expect(await look({ origin: 'https://fw.example.gov.cn' })).toMatchObject({ errorCode: 'NOT_FOUND' })
  expect(await look({ origin: evil, 'sec-fetch-site': 'same-site' })).toMatchObject(refused)
})
