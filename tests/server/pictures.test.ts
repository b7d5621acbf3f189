import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesOf } from '../../core/domain/images.ts'
import { rightsChanged } from '../../server/access/rights.ts'
import { startPictures } from '../../server/site/pictures.ts'
import { databases } from '../support/databases.ts'
import { uploadPicture } from '../support/files.ts'
import { holding } from '../support/holding.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('pictures of what left the site on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server)
  })
  afterAll(() => server.close())

  const upload = () => uploadPicture(server, admin, 1600, 900)
  const statusOf = async (url: string, cookie = '') =>
    (await fetch(server.url + url, { headers: cookie === '' ? {} : { cookie } })).status
  const statuses = (url: string) =>
    Promise.all(filesOf(url.replace('/uploads/', '')).map((name) => statusOf(`/uploads/${name}`)))
  const all = (status: number) => [status, status, status]
  const make = async (more: object) => {
    const { value, errorMsg } = await admin.call('article.saveRole', anArticle(column, more))
    expect(errorMsg).toBe('')
    return value as { articleId: string; version: number }
  }
  const move = async (call: string, { articleId }: { articleId: string }, more: object = {}) => {
    const { value } = await admin.call(call, { items: [{ articleId, ...more }] })
    expect(value.failed).toEqual([])
  }
  const publish = async (article: { articleId: string }) => {
    await move('article.accept', article)
    await move('article.approve', article)
    await server.parts.site.idle()
  }
  const takeDown = async (article: { articleId: string }) => {
    await move('article.takeDown', article, { reason: '涉及个人隐私' })
    await server.parts.site.idle()
  }
  const shows = (...urls: readonly string[]) => urls.map((url) => `<p><img src="${url}"></p>`).join('')

  test('go with the page in all their sizes, and come back with it', async () => {
    const [url, cover] = [await upload(), await upload()]
    const article = await make({ content: shows(url), coverImage: cover })
    await publish(article)
    expect([await statuses(url), await statusOf(cover)]).toEqual([all(200), 200])
    await takeDown(article)
    expect([await statuses(url), await statusOf(cover)]).toEqual([all(404), 404])
    expect((await admin.call('article.undo', { items: [{ articleId: article.articleId }] })).value.failed).toEqual([])
    await server.parts.site.idle()
    expect([await statuses(url), await statusOf(cover)]).toEqual([all(200), 200])
  })

  test('stay while another page shows them, an article’s or any other', async () => {
    const [both, announced, alone] = [await upload(), await upload(), await upload()]
    const article = await make({ content: shows(both, announced, alone) })
    const other = await make({ content: `<p>同图</p>${shows(both)}` })
    await publish(article)
    await publish(other)
    await admin.call('announcement.add', { title: '公告', content: shows(announced) })
    await takeDown(article)
    expect([await statusOf(both), await statusOf(announced), await statusOf(alone)]).toEqual([200, 200, 404])
    await takeDown(other)
    expect(await statusOf(both)).toBe(404)
  })

  test('go though a stranger names them, and stay away at a restart', async () => {
    const url = await upload()
    const article = await make({ content: shows(url) })
    await publish(article)
    const now = server.clock.now
    await server.parts.db.write
      .insertInto('suggestion')
      .values({ title: url, content: `请看 ${url}`, status: 0, createdAt: now, updatedAt: now, version: 1 })
      .execute()
    await takeDown(article)
    expect(await statusOf(url)).toBe(404)
    await startPictures(server.parts.site.site)
    expect(await statusOf(url)).toBe(404)
  })

  test('that a change leaves out go with it', async () => {
    const [old, fresh] = [await upload(), await upload()]
    const article = await make({ content: shows(old) })
    await publish(article)
    const changed = await admin.call('article.update', { articleId: article.articleId, content: shows(fresh) })
    expect(changed.value.review).toMatchObject({ status: 1 })
    expect(await statusOf(old)).toBe(200)
    await publish(article)
    expect([await statusOf(old), await statusOf(fresh)]).toEqual([404, 200])
  })

  test('are still shown to who edits them, by a pass that is worth as much as its session', async () => {
    const url = await upload()
    const article = await make({ content: shows(url) })
    await publish(article)
    await takeDown(article)
    const dept = await makeDept(server, '看图的部门')
    const clerk = await holding(server, ['article_list'], { deptId: dept })
    const info = await fetch(`${server.url}/user/info`, { method: 'POST', headers: { authorization: clerk.token } })
    const set = info.headers.get('set-cookie') ?? ''
    expect(set).toMatch(/^xzx-pictures=\d+\.\d+\.[\w-]{43}; Path=\/uploads; Max-Age=43200; HttpOnly; SameSite=Strict$/)
    const cookie = set.split(';')[0] as string
    const shown = await fetch(server.url + url, { headers: { cookie } })
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(shown.headers.get('cache-control')).toContain('no-store')
    const [, until = '', mark = ''] = cookie.split('.')
    for (const forged of [`xzx-pictures=${admin.userId}.${until}.${mark}`, `${cookie}x`, 'xzx-pictures=1.9e15.x'])
      expect(await statusOf(url, forged)).toBe(404)
    // from where their calls are refused, and while their department is stopped, they see none either
    const db = server.parts.db.write
    const theirs = () => db.selectFrom('userRole').select('roleId').where('userId', '=', clerk.userId)
    for (const [nets, status] of [
      ['10.9.9.0/24', 404],
      [null, 200],
    ] as const) {
      await db.updateTable('role').set({ nets }).where('id', 'in', theirs()).execute()
      await rightsChanged(db)
      expect([nets, await statusOf(url, cookie)]).toEqual([nets, status])
    }
    for (const [state, status] of [
      [1, 404],
      [0, 200],
    ] as const) {
      await db.updateTable('dept').set({ state }).where('id', '=', dept).execute()
      expect([state, await statusOf(url, cookie)]).toEqual([state, status])
    }
    await clerk.call('auth.logout')
    expect(await statusOf(url, cookie)).toBe(404)
  })

  test('that an older version left go at the first start; what a restore brings back to a page comes back', async () => {
    const url = await upload()
    const article = await make({ content: shows(url) })
    await publish(article)
    await takeDown(article)
    const { site } = server.parts.site
    await server.parts.db.write
      .updateTable('article')
      .set({ status: 2 })
      .where('id', '=', Number(article.articleId))
      .execute()
    await startPictures(site)
    expect(await statusOf(url)).toBe(200)
    await server.parts.db.write
      .updateTable('article')
      .set({ status: 5 })
      .where('id', '=', Number(article.articleId))
      .execute()
    const { hidden, shown } = site.pictures
    const before = readdirSync(hidden).length
    await startPictures({ ...site, pictures: { shown, hidden: join(hidden, '..', 'uploads-new') } })
    expect(existsSync(join(shown, url.replace('/uploads/', '')))).toBe(false)
    expect(readdirSync(hidden)).toHaveLength(before)
  })
})
