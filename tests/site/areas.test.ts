import { describe, expect, onTestFinished, test } from 'vitest'
import { sealOf } from '../../server/clean.ts'
import { type AreaSiteName, areaSites } from '../../server/site/area-pages.ts'
import { generate, regenerate } from '../../server/site/generate.ts'
import { passMoments } from '../../server/site/moments.ts'
import { createSite } from '../../server/site/service.ts'
import { letterOn } from './letters.ts'
import { makeSite, type TestSite } from './support.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 20, 1, 0)

/** A site with a clock of its own, and hands for what areas show on it. */
async function makeAreas() {
  const made = await makeSite()
  const clock = { now: start }
  const site: TestSite = Object.assign(made, { now: () => clock.now })
  const times = () => ({ createdAt: clock.now, updatedAt: clock.now, version: 1 })
  return {
    site,
    clock,
    async announce(title: string, more: object = {}) {
      const content = '<p>请相互转告。</p>'
      const row = {
        title,
        top: 0 as const,
        banner: 0 as const,
        startTime: start - minute,
        endTime: null,
        content,
        seal: sealOf(content, site.key),
      }
      const { id } = await site.db.write
        .insertInto('announcement')
        .values({ ...row, ...times(), ...more })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async link(name: string, more: object = {}) {
      const row = { name, url: 'https://www.example.gov.cn/', image: null, sort: 0, enabled: 1 as const, hits: 0 }
      await site.db.write
        .insertInto('popula')
        .values({ ...row, ...times(), ...more })
        .execute()
    },
    all: async () => (await generate(site, { kind: 'all' })).receipt,
    touch: (...areas: AreaSiteName[]) => regenerate(site, { articleIds: [], columnIds: [], areas }),
  }
}
const notices = (site: TestSite) => site.files().filter((path) => path.startsWith('public_notice/'))

describe('pages of areas', () => {
  test('announcements in force have a list and a page each, pinned ones first; the others have none', async () => {
    const { site, announce, all } = await makeAreas()
    const old = await announce('旧的', { startTime: start - 9 * minute })
    await announce('将来', { startTime: start + minute })
    await announce('过去', { startTime: start - 9 * minute, endTime: start - 1 })
    const top = await announce('置顶的', { startTime: start - 20 * minute, top: 1, endTime: start + minute })
    expect(await all()).toMatchObject({ failed: [] })
    expect(notices(site)).toEqual(
      ['public_notice/index.html', ...[old, top].sort().map((id) => `public_notice/${id}.html`)].sort(),
    )
    const list = site.read('public_notice/index.html')
    expect(list.indexOf('置顶的')).toBeLessThan(list.indexOf('旧的'))
    expect(list).toContain('共 2 条')
    const page = site.read(`public_notice/${top}.html`)
    expect(page).toContain('<p>请相互转告。</p>')
    expect(page.match(/<h1[ >]/g)).toHaveLength(1)
    expect(page).toContain('返回公告')
    for (const word of ['将来', '过去']) expect(site.holding(word)).toEqual([])
    for (const path of ['index.html', 'search.json', 'map.html', 'sitemap.xml'])
      expect(site.read(path), path).toContain(path === 'map.html' ? '/public_notice/"' : `public_notice/${top}.html`)
  })

  test('many go on over pages, and what is too much goes with them', async () => {
    const { site, announce, all, touch } = await makeAreas()
    for (let i = 0; i < 21; i++) await announce(`第${i}条`, { startTime: start - (i + 1) * minute })
    await all()
    expect(site.read('public_notice/index_2.html')).toContain('第20条')
    expect(site.read('public_notice/index.html')).toContain('public_notice/index_2.html')
    await site.db.write.deleteFrom('announcement').where('title', '=', '第20条').execute()
    await touch('announcement')
    expect(site.files()).not.toContain('public_notice/index_2.html')
    expect(site.holding('第20条')).toEqual([])
    await site.db.write.deleteFrom('announcement').execute()
    await touch('announcement')
    expect(notices(site)).toEqual([])
    expect(site.holding('public_notice')).toEqual([])
  })

  test('a change shows where it should and touches no other page; the same site comes of making all anew', async () => {
    const { site, announce, link, all, touch } = await makeAreas()
    const column = await site.column({ title: '要闻', path: 'yw' })
    await site.article({ columnId: column, title: '文章' })
    const [one, other] = [await announce('甲公告'), await announce('乙公告')]
    await all()
    const before = new Map(site.files().map((path) => [path, site.changedAt(path)]))
    await site.db.write.updateTable('announcement').set({ title: '丙公告', version: 2 }).where('id', '=', one).execute()
    await link('政务服务网')
    await touch('announcement', 'popula')
    const changed = site.files().filter((path) => before.get(path) !== site.changedAt(path))
    expect(changed.sort()).toEqual(
      ['index.html', 'public_notice/index.html', `public_notice/${one}.html`, 'search.json'].sort(),
    )
    expect(site.read(`public_notice/${other}.html`)).toContain('乙公告')
    const mine = new Map(site.files().map((path) => [path, site.read(path)]))
    expect((await generate(site, { kind: 'all', force: true })).receipt.written).toBe(0)
    expect(new Map(site.files().map((path) => [path, site.read(path)]))).toEqual(mine)
  })

  test('where the site map is in parts, what comes and goes stands in its part as well', async () => {
    const { site, announce, all, touch } = await makeAreas()
    await letterOn(site, '路灯不亮', 6)
    const one = await announce('甲公告')
    await all()
    expect(site.read('sitemap.xml')).toContain('sitemap_1.xml')
    expect(site.holding(`public_notice/${one}.html`)).toContain('sitemap_1.xml')
    await site.db.write.deleteFrom('announcement').where('id', '=', one).execute()
    const other = await announce('乙公告')
    await touch('announcement')
    expect(site.holding(`public_notice/${one}.html`)).toEqual([])
    expect(site.holding(`public_notice/${other}.html`)).toContain('sitemap_1.xml')
    expect((await generate(site, { kind: 'all', force: true })).receipt.written).toBe(0)
  })

  test('featured links stand on the front page in their order, with what their clicks are counted by', async () => {
    const { site, link, all } = await makeAreas()
    await link('后', { sort: 2 })
    await link('停用的', { enabled: 0 })
    await link('先', { sort: 1, image: '/uploads/a.png' })
    await link('坏的', { url: 'javascript:alert(1)' })
    await all()
    const index = site.read('index.html')
    expect(index.match(/data-click="\d+"/g)).toHaveLength(2)
    expect(index.indexOf('alt="先"')).toBeLessThan(index.indexOf('>后<'))
    expect(index).not.toContain('停用的')
    expect(index).not.toContain('javascript:')
  })

  test('no column can take the folder of an area', () => {
    for (const { folder } of Object.values(areaSites)) if (folder) expect(folder).toMatch(/^[a-z]+_[a-z_]+$/)
  })
})

describe('what begins or ends by itself', () => {
  test('is noted once, by one of several, also when it happened while nobody ran', async () => {
    const { site, clock, announce } = await makeAreas()
    const pass = () => passMoments(site, clock.now)
    expect(await pass()).toBe(true)
    await announce('将来', { startTime: start + minute, endTime: start + 3 * minute })
    expect(await pass()).toBe(false)
    clock.now = start + minute - 1
    expect(await pass()).toBe(false)
    clock.now = start + minute
    const both = await Promise.all([pass(), pass()])
    expect(both.sort()).toEqual([false, true])
    expect(await pass()).toBe(false)
    // its last millisecond is its own
    clock.now = start + 3 * minute
    expect(await pass()).toBe(false)
    clock.now = start + 90 * minute
    expect(await pass()).toBe(true)
    expect(await pass()).toBe(false)
    const rows = await site.db.read.selectFrom('touched').select(['area', 'articleId']).execute()
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ area: 'announcement', articleId: 0 })))
  })

  test('is shown and removed by the running server at the beat of its time, and by the next one after a stop', async () => {
    const { site, announce } = await makeAreas()
    const begun = Date.now()
    let off = 0
    const now = () => Date.now() + off
    Object.assign(site, { now })
    const service = createSite(site)
    const id = await announce('短暂的', { startTime: begun + minute, endTime: begun + 2 * minute - 1 })
    const later = await announce('停后结束的', { startTime: begun - minute, endTime: begun + 30 * minute })
    await service.start()
    expect(notices(site)).toEqual([`public_notice/${later}.html`, 'public_notice/index.html'])
    expect(await service.pass()).toEqual({ did: false, wrong: null })
    off = minute
    expect(await service.pass()).toEqual({ did: true, wrong: null })
    expect(site.files()).toContain(`public_notice/${id}.html`)
    expect(site.read('index.html')).toContain('短暂的')
    off = 2 * minute
    expect(await service.pass()).toEqual({ did: true, wrong: null })
    expect(site.files()).not.toContain(`public_notice/${id}.html`)
    await service.stop()
    expect(site.files()).toContain(`public_notice/${later}.html`)
    off = 40 * minute
    const again = createSite(site)
    onTestFinished(() => again.stop())
    await again.start()
    expect(notices(site)).toEqual([])
    expect(site.holding('停后结束的')).toEqual([])
  })
})
