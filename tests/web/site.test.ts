import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generate } from '../../server/site/generate.ts'
import { makeSite, type TestSite } from '../site/support.ts'
import { axeFaults, browserTests, openBrowser } from '../support/browser.ts'
import { addPeriodical, addSpecials } from '../support/site-activities.ts'

const origin = 'http://site.test'
const kinds: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', js: 'text/javascript' }
const columns = 14
const cells = (tag: string, word: string) =>
  Array.from({ length: columns }, (_, i) => `<${tag}>${word}${i + 1}</${tag}>`).join('')
const wideTable = `<table><tbody><tr>${cells('th', '指标名称')}</tr><tr>${cells('td', '数据')}</tr></tbody></table>`

/** A site with many columns at the right end of its navigation, and an article with a wide table. */
async function largeSite(skin = 'default'): Promise<TestSite> {
  const site = await makeSite()
  await site.set('site.skin', skin)
  const ids: number[] = []
  for (let i = 1; i <= 12; i++) ids.push(await site.column({ title: `第${i}栏目` }))
  const last = await site.column({ title: '文件汇总', path: 'wenjian' })
  for (let i = 1; i <= 29; i++) ids.push(await site.column({ title: `人力资源和社会保障文件${i}`, parentId: last }))
  await site.article({ columnId: last, title: '统计公报', content: wideTable })
  await site.article({ columnId: last, title: '工作报告', content: '<p>正文</p>' })
  for (const columnId of ids) await site.article({ columnId, title: '一篇', publishTime: 1 })
  const times = { createdAt: 1, updatedAt: 1, version: 1 }
  const notice = {
    title: '停水公告',
    top: 1 as const,
    banner: 0 as const,
    startTime: 1,
    endTime: null,
    content: '<p>周六停水。</p>',
    seal: null,
  }
  await site.db.write
    .insertInto('announcement')
    .values({ ...notice, ...times })
    .execute()
  const link = { url: 'https://www.example.gov.cn/', sort: 0, enabled: 1 as const, hits: 0, ...times }
  await site.db.write
    .insertInto('popula')
    .values([
      { ...link, name: '政务服务网', image: null },
      { ...link, name: '一网通办', image: '/site/assets/badge.svg' },
    ])
    .execute()
  await generate(site, { kind: 'all' })
  return site
}

/** Two issues of the bulletin, one of them with texts of its own. */
async function addBulletins(site: TestSite): Promise<void> {
  const times = { createdAt: 1, updatedAt: 1, version: 1 }
  const issue = { title: '第一期公报', type: 0, number: 1, status: 1, publishedAt: 1, summary: '本期简介', ...times }
  await site.db.write
    .insertInto('bulletin')
    .values([2026, 2025].map((year) => ({ ...issue, year, code: `${year}`, cover: '/site/assets/badge.svg' })))
    .execute()
  const text = { bulletinId: 1, title: '自己的一篇', docNumber: '青政发〔2026〕1 号', content: '<p>正文</p>', ...times }
  await site.db.write
    .insertInto('bulletinContent')
    .values(['政府文件', '大事记'].map((section, sort) => ({ ...text, section, sort })))
    .execute()
  await generate(site, { kind: 'all' })
}

browserTests('the public site in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  /** A window on the site's files, without a server. */
  async function visit(site: TestSite, width: number, height = 720): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' })
    const files = new Set(site.files())
    await page.route(`${origin}/**`, (route) => {
      const path = new URL(route.request().url()).pathname.replace(/^\/site\//, '').replace(/(^|\/)$/, '$1index.html')
      if (!files.has(path)) return route.fulfill({ status: 404, body: '' })
      return route.fulfill({ body: site.read(path), contentType: kinds[path.split('.').pop() ?? ''] ?? 'text/plain' })
    })
    return page
  }

  test('a menu of many columns at the right end stays on the screen', async () => {
    const page = await visit(await largeSite(), 1280)
    await page.goto(`${origin}/site/`)
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '文件汇总' }).hover()
    const entry = page.getByRole('link', { name: '人力资源和社会保障文件29', exact: true })
    const box = await entry.boundingBox()
    expect(box && { right: box.x + box.width <= 1280, bottom: box.y + box.height <= 720 }).toEqual({
      right: true,
      bottom: true,
    })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
    await page.close()
  })

  test.each(['default', 'plain'])(
    'skin %s: nothing that axe finds, on a phone and on a desk',
    async (skin) => {
      const site = await largeSite(skin)
      await addSpecials(site.db.write, [1, 2])
      await addPeriodical(site.db.write, [1, 2])
      await addBulletins(site)
      for (const width of [390, 1280]) {
        const page = await visit(site, width)
        for (const path of [
          '',
          'wenjian/',
          'a/0/1.html',
          'public_notice/',
          'public_notice/1.html',
          ...['', 'year_2026.html', '1.html', 'text_1.html'].map((name) => `public_bulletin/${name}`),
          ...['', 'model_legal.html', '1.html', '3.html'].map((name) => `public_special/${name}`),
          ...['', 'month_202611.html', '1.html', 'text_3.html'].map((name) => `public_periodical/${name}`),
          'search.html',
          'map.html',
          'access.html',
          '404.html',
        ]) {
          await page.goto(`${origin}/site/${path}`)
          expect(await axeFaults(page), path).toEqual([])
          await expect
            .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path })
            .toBe(width)
        }
        await page.close()
      }
    },
    60_000,
  )

  test('the second skin looks otherwise: larger letters, another ground', async () => {
    const looks: { size: number; ground: string }[] = []
    for (const skin of ['default', 'plain']) {
      const page = await visit(await largeSite(skin), 1280)
      await page.goto(`${origin}/site/a/0/2.html`)
      const look = page.locator('.content p').evaluate((text) => ({
        size: Number.parseFloat(getComputedStyle(text).fontSize),
        ground: getComputedStyle(document.body).backgroundColor,
      }))
      looks.push(await look)
      await page.close()
    }
    const [first, second] = looks
    expect(second?.size).toBeGreaterThan((first?.size ?? 0) + 2)
    expect(second?.ground).not.toBe(first?.ground)
  })

  test('on a phone the navigation is folded, and opens without a script, by touch and by key', async () => {
    const site = await largeSite()
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.route(`${origin}/**`, (route) => {
      const path = new URL(route.request().url()).pathname.replace(/^\/site\//, '').replace(/(^|\/)$/, '$1index.html')
      return route.fulfill({ body: site.read(path), contentType: kinds[path.split('.').pop() ?? ''] ?? 'text/plain' })
    })
    await page.goto(`${origin}/site/`)
    const link = page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '文件汇总' })
    const top = async () => (await page.locator('main').boundingBox())?.y
    await expect.poll(() => link.isVisible()).toBe(false)
    await expect.poll(() => top()).toBeLessThan(240)
    const box = page.getByRole('checkbox', { name: '展开导航' })
    await box.click()
    await expect.poll(() => link.isVisible()).toBe(true)
    await box.press(' ')
    await expect.poll(() => link.isVisible()).toBe(false)
    await context.close()
  })

  test('slides stand still where motion is unwelcome, and are turned by buttons and keys; a look that was chosen holds on every page', async () => {
    const site = await makeSite()
    const columnId = await site.column({ title: '要闻', path: 'yaowen' })
    for (let i = 1; i <= 3; i += 1)
      await site.article({ columnId, title: `幻灯片 ${i}`, essayList: '3', coverImage: `/uploads/${i}.jpg` })
    await site.article({ columnId, title: '头条', essayList: '4' })
    await generate(site, { kind: 'all' })
    for (const width of [390, 1280]) {
      const page = await visit(site, width)
      await page.goto(`${origin}/site/`)
      const at = () => page.locator('.slides-at').textContent()
      await expect.poll(() => page.getByRole('button', { name: '播放' }).getAttribute('aria-pressed')).toBe('false')
      await page.getByRole('button', { name: '下一张' }).click()
      await page.waitForFunction(() => document.querySelector('.slides-at')?.textContent === '2 / 3')
      await page.keyboard.press('ArrowRight')
      await page.waitForFunction(() => document.querySelector('.slides-at')?.textContent === '3 / 3')
      await page.keyboard.press('ArrowRight')
      await page.waitForFunction(() => document.querySelector('.slides-at')?.textContent === '1 / 3')
      await expect.poll(() => at()).toBe('1 / 3')
      expect(await axeFaults(page)).toEqual([])
      await page.goto(`${origin}/site/access.html`)
      await page.getByLabel('特大').check()
      for (const [look, colours] of [
        ['黑底黄字', ['rgb(255, 255, 0)', 'rgb(0, 0, 0)']],
        ['白底黑字', ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']],
      ] as const) {
        await page.goto(`${origin}/site/access.html`)
        await page.getByLabel(look).check()
        expect(await axeFaults(page), look).toEqual([])
        await page.goto(`${origin}/site/`)
        const shown = await page.locator('.headline h2').evaluate((node) => {
          const { color, backgroundColor } = getComputedStyle(node)
          return [color, backgroundColor, document.documentElement.dataset.text]
        })
        expect(shown).toEqual([...colours, 'larger'])
        expect(await axeFaults(page), look).toEqual([])
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: look })
          .toBe(width)
      }
      await page.goto(`${origin}/site/access.html`)
      await page.getByRole('button', { name: '恢复标准显示' }).click()
      await page.goto(`${origin}/site/`)
      await expect.poll(() => page.evaluate(() => ({ ...document.documentElement.dataset }))).toEqual({})
      await page.close()
    }
  }, 60_000)

  test('a column of a very long name fits the page, and a long one is told whole on a desk', async () => {
    const site = await makeSite()
    const name = 'W'.repeat(100)
    const long = '人力资源和社会保障政策文件汇编'
    const columnId = await site.column({ title: name, path: 'long' })
    const other = await site.column({ title: long })
    await site.article({ columnId, title: name })
    await site.article({ columnId: other, title: '一篇' })
    await generate(site, { kind: 'all' })
    for (const width of [390, 1000, 1280]) {
      const page = await visit(site, width)
      for (const path of ['', 'long/', 'a/0/1.html', 'map.html']) {
        await page.goto(`${origin}/site/${path}`)
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `${width} ${path}` })
          .toBe(width)
      }
      const entry = page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: long })
      if (width > 600) await expect.poll(() => entry.evaluate((link) => link.scrollWidth - link.clientWidth)).toBe(0)
      await page.close()
    }
  })

  test('a wide table is whole on paper, and its words are not drawn apart', async () => {
    const page = await visit(await largeSite(), 720)
    await page.emulateMedia({ media: 'print' })
    await page.goto(`${origin}/site/a/0/1.html`)
    const seen = await page.locator('table').evaluate((table) => ({
      display: getComputedStyle(table).display,
      align: getComputedStyle(table.querySelector('td') as Element).textAlign,
      over: table.getBoundingClientRect().right > document.documentElement.clientWidth,
    }))
    expect(seen).toEqual({ display: 'table', align: 'left', over: false })
    await page.close()
  })

  test('a wide table says that it can be moved, the arrow keys move it; one that fits says nothing', async () => {
    const site = await largeSite()
    const page = await visit(site, 390)
    await page.goto(`${origin}/site/a/0/1.html`)
    const frame = page.getByRole('region', { name: '表格，可左右滑动' })
    const hint = page.getByText('表格较宽，可左右滑动查看')
    await hint.waitFor()
    await frame.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => frame.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0)
    await expect.poll(() => frame.evaluate((one) => getComputedStyle(one).backgroundImage)).toContain('linear-gradient')
    expect(await axeFaults(page)).toEqual([])
    await page.setViewportSize({ width: 4000, height: 900 })
    await hint.waitFor({ state: 'hidden' })
    await expect.poll(() => page.locator('.sideways').getAttribute('tabindex')).toBe(null)
    await page.close()
  })

  test('on paper a page tells whose it is, where it stands and when it was printed', async () => {
    const page = await visit(await largeSite(), 720)
    await page.goto(`${origin}/site/a/0/1.html`)
    const head = page.locator('.paper-head')
    await expect.poll(() => head.isVisible()).toBe(false)
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => head.isVisible()).toBe(true)
    await expect
      .poll(() => head.textContent())
      .toMatch(/^\S+ http:.*\/site\/a\/0\/1\.html　打印于 20\d\d-\d\d-\d\d \d\d:\d\d$/)
    await page.close()
  })

  test('a small picture of unknown size is not blown up, one of a given size has it', async () => {
    const site = await makeSite()
    const columnId = await site.column({ title: '要闻' })
    const content = '<p><img src="/uploads/a.png" alt="一" /><img src="/uploads/b.png" alt="二" width="200" /></p>'
    await site.article({ columnId, title: '二维码', content })
    await generate(site, { kind: 'all' })
    const page = await visit(site, 1280)
    const body = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#800' } })
      .png()
      .toBuffer()
    await page.route(`${origin}/uploads/**`, (route) => route.fulfill({ body, contentType: 'image/png' }))
    await page.goto(`${origin}/site/a/0/1.html`)
    const sizeOf = async (name: string) => {
      const box = await page.getByRole('img', { name }).boundingBox()
      return [box?.width, box?.height]
    }
    await expect.poll(() => sizeOf('一')).toEqual([40, 30])
    await expect.poll(() => sizeOf('二')).toEqual([200, 150])
    await page.close()
  })

  test('hot words that do not fit their line are not reached by the Tab key', async () => {
    const page = await visit(await largeSite(), 390)
    const value = ['冬季供暖', '提案', '很'.repeat(30), '协商议政', '社情民意', '文史资料'].map((name) => ({ name }))
    await page.route(`${origin}/hot/top*`, (route) => route.fulfill({ json: { errorCode: '0', value } }))
    await page.goto(`${origin}/site/`)
    await page.getByText('热词：').waitFor()
    const box = (await page.locator('.hot').boundingBox()) as { y: number; height: number }
    const reached = page.locator('.hot a:not([hidden])')
    await expect.poll(() => reached.count()).toBeGreaterThan(1)
    for (const link of await reached.all()) expect((await link.boundingBox())?.y).toBeLessThan(box.y + box.height)
    await page.setViewportSize({ width: 280, height: 720 })
    await expect.poll(() => reached.count()).toBeGreaterThan(0)
    await page.close()
  })
})
