import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateFinder } from '../../server/site/finder/update.ts'
import { generate } from '../../server/site/generate.ts'
import { letterOn } from '../site/letters.ts'
import { makeSite, type TestSite } from '../site/support.ts'
import { axeFaults, browserTests, openBrowser } from '../support/browser.ts'

const origin = 'http://site.test'
const kinds: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', js: 'text/javascript' }

/** Thirty articles of several years, an announcement, and the index beside their pages. */
async function county(): Promise<TestSite> {
  const site = await makeSite()
  const columnId = await site.column({ title: '要闻', path: 'yaowen' })
  const add = (title: string, content: string, year: number, more: object = {}) =>
    site.article({ columnId, title, content, publishTime: Date.UTC(year, 5, 1), ...more })
  for (let i = 0; i < 25; i += 1) await add(`会议纪要之${i}`, '<p>主席会议听取汇报。</p>', 2020 + (i % 7))
  await add('关于做好协商工作的通知', '<p>政协发〔2026〕3号　各专门委员会：请认真落实。</p>', 2026)
  await add('学习材料', `<p>${'前文。'.repeat(9000)}尾声里提到防汛沙袋。</p>`, 2021)
  await add('防汛值守', '<p>各站备足<b>沙</b>袋，<i>沙袋</i>到位；&lt;注意&gt;安全。</p>', 2019)
  // has all its pairs, but not the word
  await add('拆开来写', '<p>防汛要早，汛沙两清，沙袋备齐。</p>', 2022)
  const other = await site.column({ title: '空一些的', path: 'kong' })
  await add('别处的一篇', '<p>别处。</p>', 2018, { columnId: other })
  const times = { createdAt: 1, updatedAt: 1, version: 1 }
  const notice = {
    title: '停水公告',
    top: 1 as const,
    banner: 0 as const,
    startTime: 1,
    endTime: null,
    content: '<p>停水。</p>',
    seal: null,
  }
  await site.db.write
    .insertInto('announcement')
    .values({ ...notice, ...times })
    .execute()
  await generate(site, { kind: 'all' })
  expect(await updateFinder({ ...site, now: () => Date.UTC(2026, 10, 26) }, () => false)).toBeNull()
  return site
}

browserTests('the search of a site without a server', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  /** A window on the site's files; what it says that is wrong, and how much it has loaded. */
  async function visit(site: TestSite, width: number) {
    const page = await browser.newPage({ viewport: { width, height: 900 } })
    const seen = { faults: [] as string[], loaded: [] as { path: string; bytes: number }[] }
    page.on('console', (message) => message.type() === 'error' && seen.faults.push(message.text()))
    page.on('pageerror', (error) => seen.faults.push(error.message))
    await page.route(`${origin}/**`, (route) => {
      const { pathname } = new URL(route.request().url())
      const path = pathname.replace(/^\/site\//, '').replace(/(^|\/)$/, '$1index.html')
      if (!site.files().includes(path) || !pathname.startsWith('/site/')) {
        seen.faults.push(`404 ${pathname}`)
        return route.fulfill({ status: 404, body: '' })
      }
      const body = readFileSync(join(site.folder, path))
      seen.loaded.push({ path, bytes: body.length })
      const kind = kinds[path.split('.').pop() ?? ''] ?? 'application/octet-stream'
      return route.fulfill({ body, contentType: kind })
    })
    return { page, seen }
  }
  const seek = async (page: Page, words: string, says: string | RegExp) => {
    await page.goto(`${origin}/site/search.html?q=${encodeURIComponent(words)}`)
    await page.getByRole('status').getByText(says).waitFor()
    return page.getByRole('main').getByRole('listitem')
  }

  test('letters are found by what they say and by what was answered, with a piece of it', async () => {
    const site = await makeSite()
    await site.column({ title: '要闻', path: 'yaowen' })
    const id = await letterOn(site, '东街路灯不亮', 6)
    await letterOn(site, '电缆另一封', 5)
    await generate(site, { kind: 'all' })
    expect(await updateFinder({ ...site, now: () => Date.UTC(2026, 10, 26) }, () => false)).toBeNull()
    const { page, seen } = await visit(site, 1280)
    const hits = await seek(page, '电缆', '找到 1 篇。')
    expect(await hits.locator('mark').allTextContents()).toEqual(['电缆'])
    await hits.getByRole('link', { name: '东街路灯不亮' }).click()
    await page.waitForURL(`**/site/public_mail/${id}.html`)
    // by its title it is found once
    expect(await (await seek(page, '路灯', '找到 1 篇。')).count()).toBe(1)
    expect(seen.faults).toEqual([])
    await page.close()
  })

  test.each([1280, 390])('%i px: words in titles and texts are found and marked, without a fault', async (width) => {
    const site = await county()
    const { page, seen } = await visit(site, width)
    const hits = await seek(page, '沙袋', '找到 3 篇。')
    expect(await hits.getByRole('link').allTextContents()).toEqual(['拆开来写', '学习材料', '防汛值守'])
    expect(await hits.nth(2).locator('mark').allTextContents()).toEqual(['沙袋', '沙袋'])
    expect(await hits.nth(2).textContent()).toContain('<注意>安全')
    expect(await axeFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    // titles first, the newest first within; far behind in a long text too; a phrase by the text
    expect(await (await seek(page, '防汛', '找到 3 篇。')).getByRole('link').allTextContents()).toEqual([
      '防汛值守',
      '拆开来写',
      '学习材料',
    ])
    expect(await (await seek(page, '防汛沙袋', '找到 1 篇。')).getByRole('link').allTextContents()).toEqual([
      '学习材料',
    ])
    // full width, traditional, a document's number with any brackets, two words
    expect(await (await seek(page, '協商工作', '找到 1 篇。')).locator('mark').allTextContents()).toEqual(['协商工作'])
    await seek(page, '政协发[２０２６]3号', '找到 1 篇。')
    await seek(page, '防汛 沙袋 备足', '找到 1 篇。')
    await seek(page, '停水', '找到 1 篇。')
    await seek(page, '没有的词语', '没有找到包含「没有的词语」的内容。')
    await seek(page, '防', '请输入两个字以上的检索词。')
    // page by page
    const many = await seek(page, '主席会议', '找到 约 25 篇，第 1 / 3 页。')
    expect(await many.count()).toBe(10)
    await page.getByRole('link', { name: '下一页' }).click()
    await page.getByRole('status').getByText('第 2 / 3 页').waitFor()
    await many.first().getByRole('link').click()
    await page.waitForURL('**/site/a/0/*.html')
    // within a column and a year, also without a word; both are kept from page to page
    await page.goto(`${origin}/site/yaowen/`)
    await page.getByRole('search', { name: '在要闻中检索' }).getByLabel('年份').selectOption('2021')
    expect(await axeFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.getByRole('search', { name: '在要闻中检索' }).getByRole('button').click()
    await page.getByRole('status').getByText('找到 5 篇。').waitFor()
    expect(await page.locator('#c option:checked').textContent()).toBe('要闻')
    await page.locator('#y').fill('')
    await page.locator('#q').fill('会议')
    await page.getByRole('main').getByRole('button', { name: '检索' }).click()
    await page.getByRole('status').getByText('找到 25 篇，第 1 / 3 页。').waitFor()
    await page.getByRole('link', { name: '下一页' }).click()
    await page.getByRole('status').getByText('第 2 / 3 页').waitFor()
    expect(await page.locator('#c option:checked').textContent()).toBe('要闻')
    await page.locator('#c').selectOption({ label: '空一些的' })
    await page.getByRole('main').getByRole('button', { name: '检索' }).click()
    await page.getByRole('status').getByText('没有找到包含「会议」的内容。').waitFor()
    await page.goto(`${origin}/site/`)
    await page.getByRole('searchbox').first().focus()
    await page.waitForLoadState('networkidle')
    expect(seen.faults).toEqual([])
    await page.close()
  })
})
