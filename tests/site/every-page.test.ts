import { describe, expect, test } from 'vitest'
import { mourningAt, unfitDay } from '../../core/domain/mourning.ts'
import { sealOf } from '../../server/clean.ts'
import { generate } from '../../server/site/generate.ts'
import { createSite } from '../../server/site/service.ts'
import { makeSite, type TestSite } from './support.ts'

const minute = 60_000
const start = Date.UTC(2026, 11, 12, 1, 0)

async function made() {
  const clock = { now: start }
  const site: TestSite = Object.assign(await makeSite(), { now: () => clock.now })
  const columnId = await site.column({ title: '要闻', path: 'yaowen' })
  const id = await site.article({ columnId, title: '一篇 </script><b>文章</b>', publishTime: start - minute })
  const announce = async (title: string, more: object = {}) => {
    const content = '<p>请相互转告。</p>'
    const times = { startTime: start - minute, endTime: null, createdAt: start, updatedAt: start, version: 1 }
    const row = { title, top: 0 as const, banner: 1 as const, content, seal: sealOf(content, site.key), ...times }
    await site.db.write
      .insertInto('announcement')
      .values({ ...row, ...more })
      .execute()
  }
  return { site, clock, id, announce, all: async () => (await generate(site, { kind: 'all' })).receipt }
}
const pages = (site: TestSite) => site.files().filter((path) => path.endsWith('.html'))
const grey = (site: TestSite) => pages(site).filter((path) => site.read(path).includes('class="grey"'))

describe('what every page of the site has', () => {
  test('its own address, and what machines read of it', async () => {
    const { site, id, all } = await made()
    await site.set('site.base', 'https://www.example.gov.cn/zx')
    expect(await all()).toMatchObject({ failed: [] })
    const article = pages(site).find((path) => path.endsWith(`/${id}.html`)) as string
    const canonical = (path: string) => /<link rel="canonical" href="([^"]*)">/.exec(site.read(path))?.[1]
    expect(canonical('index.html')).toBe('https://www.example.gov.cn/zx/')
    expect(canonical('yaowen/index.html')).toBe('https://www.example.gov.cn/zx/yaowen/')
    expect(canonical(article)).toBe(`https://www.example.gov.cn/zx/${article}`)
    expect(canonical('404.html')).toBeUndefined()
    const data = (path: string) => JSON.parse(/ld\+json">([\s\S]*?)<\/script>/.exec(site.read(path))?.[1] ?? 'null')
    expect(data('index.html')).toMatchObject({ '@type': 'WebSite', name: '青石县政协', inLanguage: 'zh-CN' })
    const [news, way] = data(article)['@graph']
    expect(news).toMatchObject({
      '@type': 'NewsArticle',
      headline: '一篇 </script><b>文章</b>',
      datePublished: '2026-12-12T08:59:00+08:00',
      articleSection: '要闻',
    })
    expect(way.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: '要闻', item: 'https://www.example.gov.cn/zx/yaowen/' },
    ])
    expect(site.read('404.html')).toContain('action="/zx/search.html"')
  })

  test('a column can be subscribed to, with what stands below it; a feed is gone with its column', async () => {
    const { site, all } = await made()
    const above = await site.column({ title: '信息公开', path: 'xxgk' })
    const below = await site.column({ title: '文件', path: 'wenjian', parentId: above })
    for (let n = 1; n <= 31; n++)
      await site.article({ columnId: below, title: `文件${n} & <>`, publishTime: start - (40 - n) * minute })
    await all()
    const items = (path: string) => [...site.read(path).matchAll(/<item>\s*<title>([^<]*)<\/title>/g)].map((m) => m[1])
    expect(items('xxgk/rss.xml')).toHaveLength(30)
    expect(items('xxgk/rss.xml')[0]).toBe('文件31 &amp; &lt;&gt;')
    expect(items('wenjian/rss.xml')).toEqual(items('xxgk/rss.xml'))
    expect(items('yaowen/rss.xml')).toHaveLength(1)
    expect(site.read('xxgk/rss.xml')).toContain('<link>http://127.0.0.1:8080/site/xxgk/</link>')
    expect(site.read('xxgk/index.html')).toContain('href="/site/xxgk/rss.xml"')
    await site.db.write.deleteFrom('article').where('columnId', '=', below).execute()
    await site.db.write.deleteFrom('column').where('id', '=', below).execute()
    await all()
    expect(items('xxgk/rss.xml')).toEqual([])
    expect(site.files()).not.toContain('wenjian/rss.xml')
  })

  test('a banner stands on every page from its first moment to its last, without anybody generating', async () => {
    const { site, clock, announce, all } = await made()
    await announce('停水通知', { startTime: start + 10 * minute, endTime: start + 20 * minute })
    await all()
    const service = createSite(site)
    await service.start()
    const bannered = () => pages(site).filter((path) => /class="alerts"[\s\S]*停水通知/.test(site.read(path)))
    expect(bannered()).toEqual([])
    clock.now = start + 11 * minute
    await service.pass()
    await service.idle()
    expect(bannered()).toEqual(pages(site))
    clock.now = start + 21 * minute
    await service.pass()
    await service.idle()
    expect(bannered()).toEqual([])
    await service.stop()
  })

  test('at most three banners, and no announcement that is none', async () => {
    const { site, announce, all } = await made()
    for (const n of [1, 2, 3, 4]) await announce(`紧急${n}`, { startTime: start - n * minute })
    await announce('平常', { banner: 0 })
    await all()
    const head = /class="alerts"[\s\S]*?<\/aside>/.exec(site.read('yaowen/index.html'))?.[0] ?? ''
    expect([...head.matchAll(/">([^<]+)<\/a>/g)].map(([, title]) => title)).toEqual(['紧急1', '紧急2', '紧急3'])
  })

  test('grey pages: on the days that are named, and none the day after', async () => {
    const { site, clock, all } = await made()
    await site.set('site.grey', 'all')
    await site.set('site.greyDays', '12-13')
    await all()
    const service = createSite(site)
    await service.start()
    expect(grey(site)).toEqual([])
    const at = async (time: number) => {
      clock.now = time
      await service.pass()
      await service.idle()
    }
    await at(Date.UTC(2026, 11, 12, 16, 0))
    expect(grey(site)).toEqual(pages(site))
    await at(Date.UTC(2026, 11, 13, 16, 0))
    expect(grey(site)).toEqual([])
    await service.stop()
  })

  test('the front page alone is grey where that is chosen, as long as it is', async () => {
    const { site, all } = await made()
    await site.set('site.grey', 'home')
    await all()
    expect(grey(site)).toEqual(['index.html'])
  })

  test('days of mourning are days', () => {
    const at = Date.UTC(2026, 11, 13, 3)
    expect([mourningAt('all', '', at), mourningAt('off', '12-13', at)]).toEqual(['all', 'off'])
    expect([mourningAt('home', '2026-12-13', at), mourningAt('home', '2027-12-13，12-12', at)]).toEqual(['home', 'off'])
    expect(['', '12-13', '02-29、2027-04-04', '2026-02-28'].map(unfitDay)).toEqual([null, null, null, null])
    expect(['12-32', '清明', '2026-02-29', '1-1'].map(unfitDay)).toEqual(['12-32', '清明', '2026-02-29', '1-1'])
  })
})
