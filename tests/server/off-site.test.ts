import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyDue } from '../../server/areas/article/off-site-checks.ts'
import { visitsFrom } from '../../server/ports/visits.ts'
import { remind } from '../../server/reminders/send.ts'
import { databases } from '../support/databases.ts'
import { pdf, sendFile, uploadPicture } from '../support/files.ts'
import { adminOf, startProcess } from '../support/process.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const day = 24 * 3600_000
const watch = { stopped: () => false, progress: () => {} }

interface Place {
  kind: string
  looked: number
  count: number
  found: string[]
  stays: string[]
  fault: string | null
}
interface Check {
  id: string
  articleId: string
  title: string
  state: number
  left: number
  says: string
  byName: string | null
  at: string | null
  looked: Place[]
}

let web: Server
let address: string
const answers = new Map<string, string>()
/** What else is answered than 200 and 404. */
const statuses = new Map<string, number>()
beforeAll(async () => {
  web = createServer((request, reply) => {
    const body = answers.get(request.url ?? '')
    const status = statuses.get(request.url ?? '')
    if (status !== undefined) {
      reply.writeHead(status, { location: '/elsewhere' }).end()
      return
    }
    reply.writeHead(body === undefined ? 404 : 200).end(body)
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
})
afterAll(() => {
  web.closeAllConnections()
  web.close()
})

describe.each(databases)('what left the site, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  beforeAll(async () => {
    server = await startServer(database)
    server.clock.now = Date.parse('2026-11-21T01:05:00Z')
    Object.assign(server.parts.ports, { visits: visitsFrom({ XZX_VISIT_NETS: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'], name: '管理员甲' })
    column = await makeColumn(server)
  })
  afterAll(() => server.close())

  const move = async (call: string, articleId: string, more: object = {}) => {
    const { value } = await admin.call(`article.${call}`, { items: [{ articleId, ...more }] })
    expect(value).toEqual({ done: [articleId], failed: [] })
    await server.parts.site.idle()
  }
  const publish = async (more: object = {}): Promise<string> => {
    const { value, errorMsg } = await admin.call('article.saveRole', anArticle(column, more))
    expect(errorMsg).toBe('')
    await move('accept', value.articleId)
    await move('approve', value.articleId)
    return value.articleId
  }
  const setAddress = (value: string) => admin.call('setting.save', { items: [{ name: 'offSite.address', value }] })
  const takeDown = (articleId: string) => move('takeDown', articleId, { reason: '内容有误' })
  const checks = async (articleId: string, who = admin): Promise<Check[]> =>
    (await who.call('article.offSite', { articleId })).value.list
  const placeOf = (check: Check | undefined, kind: string) => check?.looked.find((one) => one.kind === kind)
  /** A file as somebody would have left it in the folder of the site. */
  const plant = (path: string, text: string) => {
    const file = join(server.parts.site.site.folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return () => rmSync(file)
  }
  const pageOf = (id: string) => `a/${Math.floor(Number(id) / 1000)}/${id}.html`
  const folderOf = (id: string) => `a/${Math.floor(Number(id) / 1000)}/${id}`
  const shows = (...urls: string[]) => urls.map((url) => `<p><img src="${url}" alt="会场"></p>`).join('')

  test('is looked after by itself: pages, lists, feeds, index, attachments and pictures; what others show stays and is named', async () => {
    const [own, shared] = [await uploadPicture(server, admin, 800, 450), await uploadPicture(server, admin, 800, 450)]
    const file = (await sendFile(server, admin, 'article', '办法.pdf', pdf('办法'))).value.id
    const id = await publish({ title: '要下架的通知', content: shows(own, shared), files: [file] })
    await publish({ title: '留着的', content: `${shows(shared)}<p><a href="/${pageOf(id)}">见通知</a></p>` })
    expect(await checks(id)).toEqual([])
    await takeDown(id)
    expect(await checks(id)).toMatchObject([{ articleId: id, state: 0, at: null, says: null, looked: [] }])
    expect(await verifyDue(server.parts, watch)).toMatchObject({ says: '核实 1 篇，均已从网站上消失' })
    const [check, ...more] = await checks(id)
    expect(more).toEqual([])
    expect(check).toMatchObject({ title: '要下架的通知', state: 1, left: 0, byName: null })
    expect(check?.looked.map(({ kind, count, fault }) => [kind, count, fault])).toEqual([
      ['page', 0, null],
      ['files', 0, null],
      ['pictures', 0, null],
      ['front', 0, null],
      ['lists', 0, null],
      ['feeds', 0, null],
      ['search', 0, null],
      ['links', 1, null],
    ])
    for (const kind of ['page', 'front', 'lists', 'feeds', 'search'])
      expect(placeOf(check, kind)?.looked, kind).toBeGreaterThan(0)
    expect(check?.says).toBe('没有发现残留；另有 1 个页面仍链接到它')
    const stays = placeOf(check, 'pictures')?.stays ?? []
    expect(stays.length).toBeGreaterThan(0)
    const stem = /\d{8}[\da-f-]{37}/.exec(shared)?.[0] ?? ''
    expect(stays.every((name) => name.includes(stem))).toBe(true)
    // nothing is left to be looked for
    expect(await verifyDue(server.parts, watch)).not.toHaveProperty('receipt')
    expect(await checks(id)).toHaveLength(1)
  })

  test('what still stands is named, told of to who may take down, and looked for again the next day', async () => {
    const id = await publish({ title: '没有清干净的' })
    await takeDown(id)
    const clear = [
      plant(pageOf(id), '<p>旧页</p>'),
      plant(`${folderOf(id)}/0123.pdf`, '附件'),
      plant('gone/index.html', `<a href="/site/${pageOf(id)}">没有清干净的</a>`),
      plant('sitemap2.xml', `<loc>http://x/${pageOf(id)}</loc>`),
      plant(pageOf('999999'), `<section class="relevant"><a href="/${pageOf(id)}">没有清干净的</a></section>`),
    ]
    await verifyDue(server.parts, watch)
    const [check] = await checks(id)
    expect(check).toMatchObject({ state: 2, left: 5 })
    expect(check?.says).toBe(
      '还有残留：网页 1 处、附件 1 处、栏目、专题、相关文章等列表 2 处、订阅、网站地图和检索文件 1 处',
    )
    expect(placeOf(check, 'page')?.found).toEqual([pageOf(id)])
    expect(placeOf(check, 'files')?.found).toEqual([`${folderOf(id)}/0123.pdf`])
    expect(placeOf(check, 'lists')?.found.sort()).toEqual([pageOf('999999'), 'gone/index.html'])
    const entries = (await admin.call('log.list', { pageSize: 5 })).value.list
    expect(entries[0]).toMatchObject({ call: 'article.verifyOffSite', userName: '系统' })
    await remind(server.parts, watch)
    const [note] = (await admin.call('notice.myList')).value.list
    expect((await admin.call('notice.open', { id: note.id })).value.content).toContain(
      '《没有清干净的》已下线，还有残留',
    )
    // the next day
    for (const one of clear) one()
    await verifyDue(server.parts, watch)
    expect(await checks(id)).toHaveLength(1)
    server.clock.now += day
    admin = await server.person({ roles: ['admin'], name: '管理员甲' })
    await verifyDue(server.parts, watch)
    expect((await checks(id)).map(({ state }) => state)).toEqual([1, 2])
  })

  test('somebody may look at once; what is online is refused, and what comes back is not looked for', async () => {
    const id = await publish({ title: '再上线的' })
    const refused = await admin.call('article.verifyOffSite', { ids: [id] })
    expect([refused.errorCode, refused.errorMsg]).toEqual(['BAD_STATE', '《再上线的》在网站上，下架后才能核实'])
    await takeDown(id)
    const { value } = await admin.call('article.verifyOffSite', { ids: [id] })
    expect(value).toMatchObject([{ articleId: id, state: 1, byName: '管理员甲' }])
    // of all that left lately
    const all = (await admin.call('article.verifyOffSite', {})).value as Check[]
    expect(all.map(({ articleId }) => articleId)).toContain(id)
    await move('undo', id)
    await takeDown(id)
    await move('undo', id)
    await verifyDue(server.parts, watch)
    expect((await checks(id)).map(({ state }) => state)).toEqual([1, 1])
  })

  test('of what was purged its pictures and attachments are still known', async () => {
    const own = await uploadPicture(server, admin, 800, 450)
    const id = await publish({ title: '彻底删除的', content: shows(own) })
    await takeDown(id)
    await move('delete', id)
    await verifyDue(server.parts, watch)
    expect(await checks(id)).toMatchObject([{ state: 1 }])
    await move('recyclePurge', id)
    const shown = join(server.parts.site.site.pictures.shown, own.replace('/uploads/', ''))
    writeFileSync(shown, '没有删掉')
    await verifyDue(server.parts, watch)
    const [check] = await checks(id)
    expect(check).toMatchObject({ state: 2, left: 1 })
    expect(placeOf(check, 'pictures')?.found).toEqual([own.slice(1)])
    rmSync(shown)
  })

  test('the site’s own address is opened as by a visitor', async () => {
    const id = await publish({ title: '缓存里还有的' })
    await takeDown(id)
    expect((await setAddress(`${address}/site`)).errorMsg).toBe('')
    answers.set('/site/index.html', `<a href="/site/${pageOf(id)}">缓存里还有的</a>`)
    answers.set(`/site/${pageOf(id)}`, '<p>旧页</p>')
    const look = async () => (await admin.call('article.verifyOffSite', { ids: [id] })).value[0] as Check
    const check = await look()
    expect(check.state).toBe(2)
    expect(placeOf(check, 'address')?.found).toEqual([`${address}/site/${pageOf(id)}`, `${address}/site/index.html`])
    answers.clear()
    expect(await look()).toMatchObject({ state: 1 })
    // a gateway that is down and a wall in front of it prove nothing
    for (const status of [502, 403]) {
      statuses.set(`/site/${pageOf(id)}`, status)
      const unproven = await look()
      expect(unproven, String(status)).toMatchObject({ state: 3, left: 0 })
      expect(unproven.says).toContain(`HTTP ${status}，不能证明已下线`)
    }
    statuses.clear()
    Object.assign(server.parts.ports, { visits: visitsFrom({}) })
    const unsure = await look()
    expect(unsure).toMatchObject({ state: 3, left: 0 })
    expect(unsure.says).toBe('没有发现残留；公开网址未能核实：指向内部地址，不访问（可用 XZX_VISIT_NETS 允许）')
    await setAddress('')
  })

  test('is shown to who reaches the article, and looked for by who may take it down', async () => {
    const id = await publish({ title: '别的部门的' })
    await takeDown(id)
    await verifyDue(server.parts, watch)
    const deptId = await makeDept(server, '提案委')
    const other = await server.person({ roles: ['staff'], deptId, columns: [await makeColumn(server, '别处')] })
    expect(await checks(id, other)).toEqual([])
    const reply = await other.call('article.verifyOffSite', { ids: [id] })
    expect(['NO_PERMISSION', 'NOT_FOUND']).toContain(reply.errorCode)
  })
})

test('a server that is killed before it looked looks after its next start', async () => {
  const data = mkdtempSync(join(tmpdir(), 'xzx-off-'))
  try {
    const first = await startProcess(data)
    const post = await adminOf(first.url)
    const { value: made } = await post('/column/save?columnType=1&categoryTitle=%E6%B5%8B%E8%AF%95')
    const { value: saved } = await post('/api/article/save/role', {
      ...{ columnId: made.categoryId, title: '断电前下架的', content: '<p>正文</p>', status: 1 },
    })
    const items = [{ articleId: saved.articleId, reason: '内容有误' }]
    for (const call of ['api/article/accept', 'api/article/approve', 'x/article/takeDown'])
      expect((await post(`/${call}`, items)).value.done, call).toEqual([saved.articleId])
    await first.end('SIGKILL')
    const second = await startProcess(data)
    const again = await adminOf(second.url)
    const look = async () => (await again('/x/article/offSite', { articleId: saved.articleId })).value.list
    expect(await look()).toMatchObject([{ articleId: saved.articleId }])
    const { value } = await again('/x/article/verifyOffSite', {})
    expect(value).toMatchObject([{ articleId: saved.articleId, state: 1, left: 0 }])
    await second.end('SIGTERM')
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
})
