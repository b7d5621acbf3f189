import { FileSystemConfigLoader, HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { generate, regenerate } from '../../server/site/generate.ts'
import { addPeriodical, addSpecials, hostile } from '../support/site-activities.ts'
import { makeSite } from './support.ts'

const validate = new HtmlValidate(new FileSystemConfigLoader({ extends: ['html-validate:recommended'], root: true }))

/** A site with topics and an issue of a periodical, whose every text is hostile. */
async function made() {
  const site = await makeSite()
  const column = await site.column({ title: '要闻', path: 'yw' })
  const articles: number[] = []
  for (let i = 0; i < 203; i++) articles.push(await site.article({ columnId: column, title: `文章 ${i} ${hostile}` }))
  const jump = { categoryType: 'URL', jumpUrl: 'https://example.com/?a=1&b=2' }
  articles.unshift(await site.article({ columnId: column, title: '外链', ...jump }))
  const specials = await addSpecials(site.db.write, articles)
  const periodical = await addPeriodical(site.db.write, articles.slice(0, 3))
  const { receipt } = await generate(site, { kind: 'all' })
  expect(receipt).toMatchObject({ failed: [] })
  return { site, articles, specials, periodical }
}

test('pages of topics and periodicals are valid HTML with one h1 and sized images, whatever was typed', async () => {
  const { site, specials, periodical } = await made()
  const pages = site.files().filter((path) => /^(?:public_(?:special|periodical)\/|index\.html)/.test(path))
  const [large = 0] = specials
  for (const name of ['index.html', 'model_legal.html', `${large}.html`, `${large}_2.html`])
    expect(pages).toContain(`public_special/${name}`)
  for (const name of ['index.html', 'month_202611.html', `${periodical}.html`])
    expect(pages).toContain(`public_periodical/${name}`)
  expect(pages.some((path) => path.includes('text_'))).toBe(true)
  expect(pages.some((path) => path.includes('childHome'))).toBe(false)
  for (const path of pages) {
    const html = site.read(path)
    const { results } = await validate.validateString(html, path)
    expect(results.flatMap(({ messages }) => messages.map((one) => `${path}:${one.line} ${one.message}`))).toEqual([])
    expect(html.match(/<h1[\s>]/g), path).toHaveLength(1)
    for (const [image] of html.matchAll(/<img[^>]*>/g)) expect(image).toMatch(/ width="\d+" height="\d+"/)
    expect(html, path).not.toContain('<script>alert')
    expect(html.length, path).toBeLessThan(300_000)
  }
  expect(site.read(`public_special/${large}.html`)).toContain('共 204 篇')
  const jump = 'href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener">外链'
  expect(site.read(`public_special/${large}.html`)).toContain(jump)
  expect(site.read(`public_periodical/${periodical}.html`)).toContain(jump)
})

test('a module is where a topic stands: with its picture on the front page, in blocks, or in a list of its kind', async () => {
  const { site, specials } = await made()
  const [large, scroll, home] = specials
  expect(site.read('index.html')).toMatch(new RegExp(`special-scroll[\\s\\S]*public_special/${scroll}\\.html`))
  expect(site.read(`public_special/${home}.html`)).toContain('contents-blocks')
  expect(site.read(`public_special/${large}.html`)).not.toContain('contents-blocks')
  expect(site.read('public_special/model_legal.html')).toContain(`public_special/${large}.html`)
})

test('an article that leaves is shown anew in what has it, and nothing else is; it comes back to its place', async () => {
  const { site, articles, specials, periodical } = await made()
  const [, article = 0] = articles
  const paths = [`public_special/${specials[0]}.html`, `public_periodical/${periodical}.html`]
  const mine = () => paths.map((path) => site.read(path).includes('文章 0 '))
  expect(mine()).toEqual([true, true])
  const stands = () => new Map(site.files().map((name) => [name, site.changedAt(name)]))
  const before = stands()
  const set = async (status: number) => {
    await site.db.write.updateTable('article').set({ status }).where('id', '=', article).execute()
    await regenerate(site, { articleIds: [article], columnIds: [1] })
  }
  await set(5)
  expect(mine()).toEqual([false, false])
  const changed = site.files().filter((name) => name.startsWith('public_') && before.get(name) !== stands().get(name))
  expect(changed.every((path) => /public_(?:special|periodical)\/\d+(?:_\d+)?\.html$/.test(path))).toBe(true)
  await set(2)
  expect(mine()).toEqual([true, true])
  await site.db.write.updateTable('special').set({ status: 1 }).execute()
  await site.db.write.updateTable('periodical').set({ status: 1 }).execute()
  await regenerate(site, { articleIds: [], columnIds: [], areas: ['special', 'periodical'] })
  expect(site.files().filter((name) => /^public_(?:special|periodical)/.test(name))).toEqual([])
  const whole = new Map(site.files().map((name) => [name, site.read(name)]))
  expect((await generate(site, { kind: 'all', force: true })).receipt).toMatchObject({ written: 0, removed: 0 })
  expect(new Map(site.files().map((name) => [name, site.read(name)]))).toEqual(whole)
})

test('a document that was repealed says so in what gathers it', async () => {
  const { site, articles, specials, periodical } = await made()
  const [, article = 0] = articles
  const mark = { articleId: article, state: 3, day: null, note: null, byArticleId: null, byTitle: null }
  const by = { markedBy: 1, markedAt: 1 }
  await site.db.write
    .insertInto('articleValidity')
    .values({ ...mark, ...by } as never)
    .execute()
  await regenerate(site, { articleIds: [article], columnIds: [1] })
  for (const path of [`public_special/${specials[0]}.html`, `public_periodical/${periodical}.html`])
    expect(site.read(path)).toContain('<b class="held">[已废止]</b> 文章 0 ')
})
