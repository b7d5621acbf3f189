import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sitemapSize } from '../../server/site/addresses.ts'
import { dress } from '../../server/site/content.ts'
import { generate, regenerate } from '../../server/site/generate.ts'
import { skinsFolder } from '../../server/site/skin-files.ts'
import { makeSite, type TestSite } from './support.ts'

const old = new Date('2020-01-01T00:00:00Z')
const age = (site: TestSite) => {
  for (const path of site.files()) utimesSync(join(site.folder, path), old, old)
}
/** The files that were written since `age`. */
const fresh = (site: TestSite) => site.files().filter((path) => site.changedAt(path) !== old.getTime())

async function county() {
  const site = await makeSite()
  const news = await site.column({ title: '要闻', path: 'yaowen' })
  const notices = await site.column({ title: '公告', path: 'gonggao' })
  const sub = await site.column({ title: '快讯', path: 'kuaixun', parentId: news })
  const ids: number[] = []
  for (let i = 1; i <= 25; i++) ids.push(await site.article({ columnId: news, title: `要闻第 ${i} 条` }))
  const inSub = await site.article({ columnId: sub, title: '快讯一条' })
  const notice = await site.article({ columnId: notices, title: '公告一则' })
  return { site, news, notices, sub, ids, inSub, notice }
}

/** A copy of the skins with one template changed. */
function skinsWith(folder: string, template: string, source: string): string {
  const skins = join(folder, '..', 'skins')
  cpSync(skinsFolder(), skins, { recursive: true })
  writeFileSync(join(skins, 'default', template), source)
  return skins
}

describe('a run', () => {
  test('writes every page at its address, newest first, twenty on a page', async () => {
    const { site, inSub } = await county()
    const { receipt } = await generate(site, { kind: 'all' })
    expect(receipt).toMatchObject({ written: receipt.expected, unchanged: 0, removed: 0, failed: [] })
    expect(site.files()).toEqual(
      expect.arrayContaining([
        'a/0/1.html',
        'yaowen/index.html',
        'yaowen/index_2.html',
        'kuaixun/index.html',
        'rss.xml',
        'search.json',
      ]),
    )
    const first = site.read('yaowen/index.html')
    expect(first.indexOf('快讯一条')).toBeGreaterThan(0)
    expect(first.indexOf('快讯一条')).toBeLessThan(first.indexOf('要闻第 25 条'))
    expect(first.match(/<time /g)).toHaveLength(20)
    expect(first).toContain(`/site/a/0/${inSub}.html`)
    expect(first).toContain('rel="next"')
    expect(first).not.toContain('rel="prev"')
    const last = site.read('yaowen/index_2.html')
    expect(last).toContain('rel="prev"')
    expect(last).not.toContain('rel="next"')
    expect(site.read('kuaixun/index.html')).not.toMatch(/rel="(?:next|prev)"/)
  })

  test('leaves unchanged pages alone and restores what a hand changed or removed', async () => {
    const { site } = await county()
    await generate(site, { kind: 'all' })
    age(site)
    expect((await generate(site, { kind: 'all' })).receipt).toMatchObject({ written: 0, removed: 0, failedCount: 0 })
    expect(fresh(site)).toEqual([])
    const before = site.read('a/0/3.html')
    writeFileSync(join(site.folder, 'a/0/3.html'), `${before.slice(0, -8)} ${before.slice(-7)}`)
    rmSync(join(site.folder, 'a/0/4.html'))
    writeFileSync(join(site.folder, 'a/0/999.html'), 'left over')
    expect((await generate(site, { kind: 'all' })).receipt).toMatchObject({ written: 2, removed: 1 })
    expect(site.read('a/0/3.html')).toBe(before)
    expect(site.files()).toContain('a/0/4.html')
    expect(site.files()).not.toContain('a/0/999.html')
  })

  test('removes pages of deleted articles and columns, and what a list no longer fills; leaves foreign files', async () => {
    const { site, notices, ids } = await county()
    await generate(site, { kind: 'all' })
    writeFileSync(join(site.folder, 'baidu_verify.html'), 'mine')
    await site.db.write.updateTable('article').set({ deletedAt: 1 }).where('id', 'in', ids.slice(0, 10)).execute()
    await site.db.write.deleteFrom('article').where('columnId', '=', notices).execute()
    await site.db.write.deleteFrom('column').where('id', '=', notices).execute()
    const { receipt } = await generate(site, { kind: 'all' })
    expect(receipt.removed).toBe(10 + 1 + 1 + 1 + 1)
    expect(existsSync(join(site.folder, 'gonggao'))).toBe(false)
    expect(site.files()).not.toContain('yaowen/index_2.html')
    expect(site.files()).toContain('baidu_verify.html')
  })

  test('keeps to its scope; an unknown column is refused', async () => {
    const { site, news, notices } = await county()
    await generate(site, { kind: 'column', columnId: news })
    expect(site.files()).toEqual([
      'kuaixun/index.html',
      'kuaixun/rss.xml',
      'yaowen/index.html',
      'yaowen/index_2.html',
      'yaowen/rss.xml',
    ])
    await generate(site, { kind: 'index' })
    expect(site.files().filter((path) => path.startsWith('a/'))).toEqual([])
    const { publishTime } = await site.db.read
      .selectFrom('article')
      .select('publishTime')
      .where('id', '=', 20)
      .executeTakeFirstOrThrow()
    const { receipt } = await generate(site, { kind: 'article', columnId: news, since: publishTime as number })
    expect(receipt).toMatchObject({ expected: 7, written: 7 })
    expect((await generate(site, { kind: 'article', columnId: notices, since: 0 })).receipt.written).toBe(1)
    expect((await generate(site, { kind: 'column', columnId: 0 })).receipt).toMatchObject({ expected: 7, written: 2 })
    await expect(generate(site, { kind: 'column', columnId: 999 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a broken template fails alone, with its reason, and its earlier pages stay', async () => {
    const { site } = await county()
    await generate(site, { kind: 'all' })
    const before = site.read('a/0/1.html')
    const skins = skinsWith(site.folder, 'article.liquid', '<h1>{{ article.title | nothing }}</h1>')
    await site.db.write.updateTable('column').set({ title: '新名称' }).where('id', '=', 1).execute()
    const { receipt } = await generate({ ...site, skins }, { kind: 'all' })
    expect(receipt.failedCount).toBe(27)
    expect(receipt.failed[0]).toEqual({
      page: expect.stringMatching(/^a\/0\//),
      reason: '模板 article.liquid 第 1 行：没有这个过滤器：nothing',
    })
    expect(receipt.expected).toBe(receipt.written + receipt.unchanged + receipt.failedCount)
    expect(site.read('a/0/1.html')).toBe(before)
    expect(site.read('yaowen/index.html')).toContain('<h1>新名称</h1>')
  })

  test('a runaway template is stopped and does not stop the others', async () => {
    const { site } = await county()
    const loop = '{% for i in (1..100000000) %}{{ i }}{% endfor %}'
    const skins = skinsWith(site.folder, 'search.liquid', loop)
    const { receipt } = await generate({ ...site, skins }, { kind: 'index' })
    expect(receipt.failed).toEqual([{ page: 'search.html', reason: expect.stringContaining('search.liquid') }])
    expect(site.files()).toContain('index.html')
  })

  test('a template reaches nothing outside its skin', async () => {
    const { site } = await county()
    for (const source of [
      "{% render '../../settings' %}",
      "{% include '/etc/passwd' %}",
      "{% layout '../default/layout' %}",
    ]) {
      const skins = skinsWith(site.folder, '404.liquid', source)
      const { receipt } = await generate({ ...site, skins }, { kind: 'index' })
      expect(
        receipt.failed.map((one) => one.page),
        source,
      ).toEqual(['404.html'])
    }
    const skins = skinsWith(site.folder, '404.liquid', '<h1>{{ site.constructor.name }}{{ site.__proto__ }}</h1>')
    await generate({ ...site, skins }, { kind: 'index' })
    expect(site.read('404.html')).toContain('<h1></h1>')
  })

  test('a text of very many headings is no limit', () => {
    const heads = '<h3>题</h3>'.repeat(150_000)
    expect(dress(heads)).toBe(heads.replaceAll('h3', 'h2'))
  })

  test('a folder of more pages than a call takes arguments is no limit', async () => {
    const site = await makeSite()
    const pages = 30_000
    mkdirSync(join(site.folder, 'a/0'), { recursive: true })
    for (let i = 0; i < pages; i += 1) writeFileSync(join(site.folder, `a/0/${i}.html`), '')
    // on a small stack a call takes fewer of them
    const module = new URL('../../server/site/write.ts', import.meta.url).href
    const count = `import('${module}').then((m) => console.log(m.filesBelow(${JSON.stringify(site.folder)}).length))`
    const { stdout } = spawnSync(process.execPath, ['--stack-size=200', '-e', count], { encoding: 'utf8' })
    expect(stdout.trim()).toBe(String(pages))
  })

  test('two pages with one address, and folders out of bounds, fail by name', async () => {
    const { site } = await county()
    await site.column({ title: '甲', path: 'same' })
    await site.column({ title: '乙', path: 'same' })
    await site.column({ title: '越界', path: '../outside' })
    await site.column({ title: '保留', path: 'a' })
    const { receipt } = await generate(site, { kind: 'all' })
    expect(receipt.failed.map((one) => one.reason)).toEqual([
      '栏目「越界」的目录名不合规：只能用小写字母、数字和连字符',
      '栏目「保留」的目录名 a 为系统保留，请更换',
      '栏目「甲」、栏目「乙」的地址相同，请修改目录名',
      '栏目「甲」、栏目「乙」的地址相同，请修改目录名',
    ])
    expect(receipt.failedCount).toBe(receipt.failed.length)
    expect(receipt.expected).toBe(receipt.written + receipt.failedCount)
    expect(existsSync(join(site.folder, '../outside'))).toBe(false)
    expect(site.files().some((path) => path.startsWith('same'))).toBe(false)
  })

  test('never writes through a link that leads out of the site', async () => {
    const { site } = await county()
    const outside = join(site.folder, '..', 'outside')
    mkdirSync(outside)
    mkdirSync(site.folder)
    symlinkSync(outside, join(site.folder, 'yaowen'))
    const { receipt } = await generate(site, { kind: 'all' })
    expect(receipt.failed.map((one) => one.page).sort()).toEqual([
      'yaowen/index.html',
      'yaowen/index_2.html',
      'yaowen/rss.xml',
    ])
    expect(existsSync(join(outside, 'index.html'))).toBe(false)
  })

  test('stops at a page when asked, removes nothing and says so', async () => {
    const { site } = await county()
    await generate(site, { kind: 'all' })
    rmSync(join(site.folder, 'a/0'), { recursive: true })
    await site.db.write.updateTable('article').set({ status: 5 }).where('id', '=', 1).execute()
    let seen = 0
    const outcome = await generate(site, { kind: 'all' }, { stopped: () => seen++ > 10 })
    expect(outcome.cancelled).toBe(true)
    const { written, unchanged, expected, removed } = outcome.receipt
    expect(written + unchanged).toBeLessThan(expected)
    expect(removed).toBe(0)
    expect(site.files().some((path) => path.endsWith('.tmp'))).toBe(false)
  })

  test('in worker threads makes the same pages and tells how far it is', async () => {
    const { site, news } = await county()
    for (let i = 0; i < 850; i++) await site.article({ columnId: news, title: `第 ${i} 篇` })
    const seen: number[] = []
    const { receipt } = await generate(site, { kind: 'all' }, { progress: (finished) => seen.push(finished) })
    expect(receipt).toMatchObject({ written: receipt.expected, failedCount: 0 })
    expect(seen.length).toBeGreaterThan(5)
    expect(site.files()).toHaveLength(receipt.expected)
    expect((await generate(site, { kind: 'column', columnId: 0 })).receipt).toMatchObject({
      written: 0,
      failedCount: 0,
    })
    const stopped = await generate(site, { kind: 'all' }, { stopped: () => true })
    expect(stopped.cancelled).toBe(true)
  })
})

describe('a template that is written while a run goes on', () => {
  test('shows with the next run, and on no page of this one', async () => {
    const { site, news } = await county()
    for (let i = 0; i < 850; i++) await site.article({ columnId: news, title: `第 ${i} 篇` })
    const content = '<h1>新样子：{{ article.title }}</h1>'
    const kept = { version: 1, createdAt: 1, updatedAt: 1, size: content.length, binary: 0 as const, content }
    const row = { skin: 'default', fileName: 'default/article.liquid', ...kept }
    let written: Promise<unknown> | undefined
    const progress = () => {
      written ??= site.db.write.insertInto('skinFile').values(row).execute()
    }
    const pages = () => site.files().filter((path) => /^a\/\d+\/\d+\.html$/.test(path))
    const { receipt } = await generate(site, { kind: 'all' }, { progress })
    expect(receipt.failedCount).toBe(0)
    await written
    expect([pages().length > 850, site.holding('新样子')]).toEqual([true, []])
    await generate(site, { kind: 'all' })
    expect(site.holding('新样子：').filter((path) => path.startsWith('a/'))).toEqual(pages())
  })
})

describe('a change', () => {
  test('touches the article, its lists, index, feeds and maps, and nothing else', async () => {
    const { site, sub, inSub } = await county()
    await generate(site, { kind: 'all' })
    age(site)
    await site.db.write.updateTable('article').set({ title: '快讯改题' }).where('id', '=', inSub).execute()
    const receipt = await regenerate(site, { articleIds: [inSub], columnIds: [sub] })
    expect(receipt).toMatchObject({ failedCount: 0, removed: 0 })
    expect(fresh(site)).toEqual([
      `a/0/${inSub}.html`,
      'index.html',
      'kuaixun/index.html',
      'kuaixun/rss.xml',
      'rss.xml',
      'yaowen/index.html',
      'yaowen/rss.xml',
    ])
  })

  test('that moves an article changes the lists of both columns', async () => {
    const { site, news, notices, ids } = await county()
    await generate(site, { kind: 'all' })
    const moved = ids[24] as number
    await site.db.write.updateTable('article').set({ columnId: notices }).where('id', '=', moved).execute()
    await regenerate(site, { articleIds: [moved], columnIds: [news, notices] })
    expect(site.read('yaowen/index.html')).not.toContain('要闻第 25 条')
    expect(site.read('gonggao/index.html')).toContain('要闻第 25 条')
  })

  test('shows beside related columns', async () => {
    const { site, notices, sub, inSub } = await county()
    await site.db.write
      .updateTable('column')
      .set({ relation: String(sub) })
      .where('id', '=', notices)
      .execute()
    await generate(site, { kind: 'all' })
    await site.db.write.updateTable('article').set({ title: '快讯改题' }).where('id', '=', inSub).execute()
    await regenerate(site, { articleIds: [inSub], columnIds: [sub] })
    expect(site.read('gonggao/index.html')).toContain('快讯改题')
  })

  test('that takes an article down leaves no trace of it', async () => {
    const { site, news, sub, ids } = await county()
    await site.db.write
      .updateTable('column')
      .set({ relation: String(news) })
      .where('id', '=', sub)
      .execute()
    await generate(site, { kind: 'all' })
    expect(site.holding('要闻第 24 条').length).toBeGreaterThan(4)
    const down = ids[23] as number
    await site.db.write.updateTable('article').set({ status: 5 }).where('id', '=', down).execute()
    const receipt = await regenerate(site, { articleIds: [down], columnIds: [news] })
    expect(receipt).toMatchObject({ removed: 1, failedCount: 0 })
    expect(site.holding('要闻第 24 条')).toEqual([])
    expect(site.holding(`a/0/${down}.html`)).toEqual([])
    expect((await generate(site, { kind: 'all' })).receipt).toMatchObject({ written: 0, removed: 0 })
  })

  test('gives the same site as a full run', async () => {
    const { site, news, sub, ids } = await county()
    await generate(site, { kind: 'all' })
    const more = await site.article({ columnId: sub, title: '再来一条' })
    await site.db.write
      .updateTable('article')
      .set({ deletedAt: 1, status: 5 })
      .where('id', 'in', ids.slice(0, 8))
      .execute()
    await regenerate(site, { articleIds: [more, ...ids.slice(0, 8)], columnIds: [news, sub] })
    expect((await generate(site, { kind: 'all' })).receipt).toMatchObject({ written: 0, removed: 0, failedCount: 0 })
  })
})

describe('site maps', () => {
  const locs = (site: TestSite, path: string) =>
    [...site.read(path).matchAll(/<loc>[^<]*\/site(\/[^<]*)<\/loc>/g)].map((found) => found[1])

  /** 领导信箱, 建言选登 and 依申请公开 with their forms, and 问卷调查, which every site has. */
  const apply = ['/public_apply/', ...['guide', 'write', 'query'].map((page) => `/public_apply/${page}.html`)]
  const mail = ['/public_mail/', '/public_mail/write.html', '/public_mail/query.html', '/public_survey/', ...apply]
  /** 网上论坛, 在线问答 and what the county shows of itself: lists, and forms that are open without a board. */
  const shown = [
    ...['/public_ask/', '/public_ask/write.html'],
    ...['/public_product/', '/public_project/', '/public_project/write.html', '/public_celebrity/', '/public_forum/'],
  ]
  const topics = ['topic', 'exchange', 'life'].flatMap((group) =>
    ['', 'write.html', 'query.html'].map((page) => `/public_${group}/${page}`),
  )
  const own = [...topics, '/public_proposal/']
  const suggest = [
    ...shown,
    '/public_suggest/',
    ...['write', 'query'].map((page) => `/public_suggest/${page}.html`),
    ...mail,
    ...own,
  ]

  test("become several by the articles' ids, a change concerns one of them, and what leaves is gone from them", async () => {
    const { site, news, ids } = await county()
    await generate(site, { kind: 'all' })
    expect(locs(site, 'sitemap.xml')).toHaveLength(1 + 3 + 27 + suggest.length)
    const far = 3 * sitemapSize + 5
    await site.article({ columnId: news, title: '远处一篇', id: far })
    await regenerate(site, { articleIds: [far], columnIds: [news] })
    expect(locs(site, 'sitemap.xml')).toEqual(['/sitemap_1.xml', '/sitemap_2.xml', '/sitemap_5.xml'])
    expect(locs(site, 'sitemap_1.xml')).toEqual(['/', '/yaowen/', '/gonggao/', '/kuaixun/', ...suggest])
    expect(locs(site, 'sitemap_2.xml')).toHaveLength(27)
    expect(locs(site, 'sitemap_5.xml')).toEqual([`/a/30/${far}.html`])
    expect((await generate(site, { kind: 'all' })).receipt).toMatchObject({ written: 0, removed: 0 })
    age(site)
    const down = async (id: number) => {
      await site.db.write.updateTable('article').set({ status: 5 }).where('id', '=', id).execute()
      await regenerate(site, { articleIds: [id], columnIds: [news] })
    }
    await down(ids[0] as number)
    expect(fresh(site).filter((path) => path.startsWith('sitemap'))).toEqual(['sitemap_2.xml'])
    await down(far)
    expect(site.files().filter((path) => path.startsWith('sitemap'))).toEqual(['sitemap.xml'])
    expect(locs(site, 'sitemap.xml')).toHaveLength(1 + 3 + 26 + suggest.length)
  })
})
