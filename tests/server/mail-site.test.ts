import fs, { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '../../server/app.ts'
import { openPostgres } from '../../server/db/open.ts'
import { createJobs } from '../../server/jobs/jobs.ts'
import { again, momentOf, settle } from '../../server/site/kept.ts'
import { createSite, runsFor } from '../../server/site/service.ts'
import { createWork } from '../../server/work/work.ts'
import { databases } from '../support/databases.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

const lines = 45

describe.each(databases)('letters on the site on %s', (database) => {
  let server: TestServer
  let admin: Person
  let ids: string[]
  let dept: string
  const folder = () => server.parts.site.site.folder
  const files = () =>
    readdirSync(folder(), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && /\.(?:html|json|xml)$/.test(one.name))
      .map((one) => join(one.parentPath, one.name).slice(folder().length + 1))
      .filter((path) => !path.startsWith('site_search/'))
      .sort()
  const contents = () => new Map(files().map((path) => [path, readFileSync(join(folder(), path), 'utf8')]))
  const holding = (text: string) => [...contents()].flatMap(([path, html]) => (html.includes(text) ? [path] : []))
  const move = async (call: string, some: readonly string[], more: object = {}) => {
    const { value } = await admin.call(`mail.${call}`, { items: some.map((id) => ({ id, ...more })) })
    expect(value.done, JSON.stringify(value)).toHaveLength(some.length)
    await server.parts.site.idle()
  }
  /** A whole run finds nothing to do but what it would have made itself. */
  const wholeIs = async () => {
    const before = contents()
    await runsFor(server.parts.site.site).all({ progress: () => {}, stopped: () => false } as never)
    expect(contents()).toEqual(before)
  }

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    dept = String(await makeDept(server, '城管局'))
    const by = visitorsOf(server)
    const one = { type: 0, content: '已有一周', name: '周小雨', phone: '13711112222', openFlag: 1, verifyCode: 'ab12' }
    const { value } = await by.post('/web/mail/add', { ...one, title: '来信 0', codeId: await by.captcha() })
    const { db } = server.parts
    const row = await db.read
      .selectFrom('mail')
      .selectAll()
      .where('id', '=', Number(value.id))
      .executeTakeFirstOrThrow()
    const { id: _, ...same } = row
    await db.write
      .insertInto('mail')
      .values(Array.from({ length: lines - 1 }, (_, i) => ({ ...same, title: `来信 ${i + 1}`, codeHash: `x${i}` })))
      .execute()
    await db.write
      .updateTable('mail')
      .set({ state: 4, deptId: Number(dept), reply: '已修复' })
      .execute()
    ids = (await db.read.selectFrom('mail').select('id').orderBy('id').execute()).map((found) => String(found.id))
    await server.parts.site.start()
  })
  afterAll(async () => {
    // what has a place in the list is what is public, and nothing else: by that everybody reads it
    const rows = await server.parts.db.read.selectFrom('mail').select(['state', 'deletedAt', 'openNo']).execute()
    for (const { state, deletedAt, openNo } of rows) expect(openNo !== null).toBe(state === 6 && deletedAt === null)
    await server.close()
  })

  /** Keeps what the run reads of letters from it: at its n-th reading it has the old state in hand. */
  const hold = (n: number) => {
    const { site } = server.parts.site
    const { db } = site
    let release = () => {}
    let reached = () => {}
    const free = new Promise<void>((resolve) => {
      release = resolve
    })
    const held = new Promise<void>((resolve) => {
      reached = resolve
    })
    const letters = new WeakSet<object>()
    let seen = 0
    const plugin: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        if (JSON.stringify(node).includes('"openTitle"')) letters.add(queryId)
        return node
      },
      async transformResult({ queryId, result }) {
        if (letters.has(queryId) && ++seen === n) {
          reached()
          await free
        }
        return result
      },
    }
    Object.assign(site, { db: { ...db, read: db.read.withPlugin(plugin) } })
    return { held, release }
  }

  test('what is withdrawn while the whole site is made is gone at once, and the run puts nothing of it back', async () => {
    const { site } = server.parts.site
    const { db } = site
    const [id] = ids as [string]
    let rounds = 0
    for (let n = 1; ; n++) {
      await move('publish', [id])
      expect(holding('>来信 0<'), `before ${n}`).not.toEqual([])
      // so that the run makes them, and not in threads
      for (const path of holding('>来信 0<')) appendFileSync(join(folder(), path), ' ')
      const { held, release } = hold(n)
      const run = admin.call('generate.all')
      const all = await Promise.race([held, run])
      if (all) {
        Object.assign(site, { db })
        break
      }
      rounds += 1
      // the answer comes while the run is held
      const { value } = await admin.call('mail.withdraw', { items: [{ id, reason: '涉及个人隐私' }] })
      expect(value.done).toEqual([id])
      expect(files()).not.toContain(`public_mail/${id}.html`)
      await vi.waitFor(() => expect(holding('>来信 0<'), `while ${n} is held`).toEqual([]))
      release()
      expect((await run).value).toMatchObject({ state: 'done' })
      expect(holding('>来信 0<'), `after ${n}`).toEqual([])
      expect(files()).not.toContain(`public_mail/${id}.html`)
      Object.assign(site, { db })
      await server.parts.site.idle()
      await wholeIs()
    }
    expect(rounds).toBeGreaterThan(1)
    await move('withdraw', [id], { reason: '涉及个人隐私' })
  })

  test.runIf(database === 'postgres')(
    'what another server of the database withdraws meanwhile is not put back either, nor stays where a run was lost',
    async () => {
      const { site } = server.parts.site
      const { db } = site
      const [id = ''] = ids
      const beside = await openPostgres(site.database)
      const other = createSite({ ...site, db: beside }, createJobs(beside))
      const app = await createApp({ ...server.parts, db: beside, site: other, work: createWork() })
      const url = await app.listen({ port: 0, host: '127.0.0.1' })
      const withdraw = () =>
        fetch(`${url}/x/mail/withdraw`, {
          method: 'POST',
          headers: { authorization: admin.token, 'content-type': 'application/json' },
          body: JSON.stringify({ items: [{ id, reason: '涉及个人隐私' }] }),
        }).then((reply) => reply.json() as Promise<{ value: { done: string[] } }>)
      const page = join(folder(), `public_mail/${id}.html`)
      const { renameSync } = fs
      let putBack = 0
      fs.renameSync = (from, to) => {
        if (to === page) putBack += 1
        renameSync(from, to)
      }
      syncBuiltinESMExports()
      let old = ''
      let rounds = 0
      for (let n = 1; ; n++) {
        await move('publish', [id])
        old = readFileSync(page, 'utf8')
        for (const path of holding('>来信 0<')) appendFileSync(join(folder(), path), ' ')
        const { held, release } = hold(n)
        const run = admin.call('generate.all')
        const all = await Promise.race([held, run])
        if (all) break
        rounds += 1
        expect((await withdraw()).value.done).toEqual([id])
        await other.idle()
        putBack = 0
        release()
        expect((await run).value).toMatchObject({ state: 'done' })
        expect(putBack, `${n}`).toBe(0)
        Object.assign(site, { db })
        await server.parts.site.idle()
        expect(holding('>来信 0<'), `after ${n}`).toEqual([])
        await wholeIs()
      }
      Object.assign(site, { db })
      expect(rounds).toBeGreaterThan(1)
      // what was shown is shown once more by no more runs than may have read it earlier
      const note = { articleId: 0, columnId: 0, area: 'mail', rowId: 1, at: 1 }
      const noted = await db.write.insertInto('touched').values(note).returning('id').executeTakeFirstOrThrow()
      const turns = []
      for (let turn = 0; turn < 4; turn += 1) {
        const before = await momentOf(db)
        await settle(db, [noted.id])
        turns.push(await again(db, before))
      }
      expect(turns).toEqual([true, true, false, false])
      const startedAt = Date.now()
      await withdraw()
      await other.idle()
      // as it is where a process was killed between a page's name and all else
      fs.writeFileSync(page, old)
      const run = {
        kind: 'generate',
        scope: '全站',
        holder: 'gone',
        leaseUntil: 1,
        total: 9,
        finished: 4,
        byName: '张三',
      }
      await db.write
        .insertInto('job')
        .values({ ...run, state: 'lost', startedAt })
        .execute()
      expect(await other.pass()).toMatchObject({ did: true, wrong: null })
      expect(holding('>来信 0<')).toEqual([])
      expect(await other.pass()).toMatchObject({ did: false })
      fs.renameSync = renameSync
      syncBuiltinESMExports()
      await app.close()
      await other.stop()
      await beside.close()
    },
  )

  test('come with what is published, leave with what is withdrawn, at once and from every page, and come back by the undo', async () => {
    await move('publish', ids)
    expect(files().filter((path) => path.startsWith('public_mail/index'))).toEqual([
      'public_mail/index.html',
      'public_mail/index_2.html',
    ])
    expect(holding('>来信 44<')).toEqual([`public_mail/${ids[44]}.html`, 'public_mail/index.html'])
    expect(holding('>来信 3<')).toEqual([`public_mail/${ids[3]}.html`, 'public_mail/index_2.html'])
    await wholeIs()
    await move('withdraw', [ids[3] as string], { reason: '涉及个人隐私' })
    expect(holding('>来信 3<')).toEqual([])
    expect(files()).not.toContain(`public_mail/${ids[3]}.html`)
    expect(holding(`public_mail/${ids[3]}.html`)).toEqual([])
    await wholeIs()
    expect((await admin.call('mail.undo', { items: [{ id: ids[3] }] })).value.done).toEqual([ids[3]])
    await server.parts.site.idle()
    // it comes back to its old place
    expect(holding('>来信 3<')).toEqual([`public_mail/${ids[3]}.html`, 'public_mail/index_2.html'])
    await wholeIs()
    const listed = async () =>
      (await server.anyone.call('mail.webList', { pageSize: 3 })).value.list.map(
        ({ title }: { title: string }) => title,
      )
    await move('withdraw', [ids[3], ids[44]] as string[], { reason: '涉及个人隐私' })
    await move('publish', [ids[3] as string])
    expect(await listed()).toEqual(['来信 3', '来信 43', '来信 42'])
    expect((await admin.call('mail.undo', { items: [{ id: ids[44] }] })).value.done).toEqual([ids[44]])
    await server.parts.site.idle()
    // and what has come there meanwhile stays the newer one
    expect(await listed()).toEqual(['来信 3', '来信 44', '来信 43'])
    await wholeIs()
    await move('withdraw', ids.slice(5, 45), { reason: '涉及个人隐私' })
    expect(files().filter((path) => path.startsWith('public_mail/index'))).toEqual(['public_mail/index.html'])
    await wholeIs()
  })

  test('show the name that a department has now', async () => {
    const reply = await admin.call('dept.save', { id: dept, name: '城市管理局' })
    expect(reply).toMatchObject({ errorCode: '0' })
    await server.parts.site.idle()
    expect(holding('城市管理局')).toContain(`public_mail/${ids[0]}.html`)
    expect(holding('>城管局<')).toEqual([])
    await wholeIs()
  })

  test('what comes and leaves of other areas stands in the site map beside them', async () => {
    await admin.call('mail.publish', { items: [{ id: ids[1] }] })
    const { value: board } = await admin.call('plate.add', { title: '市政' })
    const { value: one } = await admin.call('questAnswer.save', { title: '几点开门', content: '早上八点' })
    const maps = () =>
      [`/public_ask/${one.id}.html</loc>`, `/public_forum/plate_${board.id}.html</loc>`].flatMap((address) =>
        holding(address).filter((path) => path.includes('sitemap')),
      )
    const judge = async (call: string, id: string, more: object = {}) => {
      expect((await admin.call(call, { items: [{ id, ...more }] })).value.done).toEqual([id])
      await server.parts.site.idle()
    }
    await judge('plate.open', board.id)
    await judge('questAnswer.publish', one.id)
    await expect.poll(maps).toEqual(['public_ask/sitemap_0.xml', 'sitemap_1.xml'])
    await wholeIs()
    await judge('questAnswer.withdraw', one.id, { reason: '答复有误' })
    await judge('plate.stop', board.id, { reason: '版块合并' })
    await admin.call('plate.dels', { ids: [board.id] })
    await server.parts.site.idle()
    await expect.poll(maps).toEqual([])
    await wholeIs()
  })
})
