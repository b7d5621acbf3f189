import { FileSystemConfigLoader, HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { generate, regenerate } from '../../server/site/generate.ts'
import { makeSite } from './support.ts'

const hostile = '"><script>alert(1)</script>'
const day = Date.UTC(2026, 10, 20)

/** A site with issues of two years: one of many contents, of articles and of its own texts, in sections. */
async function made() {
  const site = await makeSite()
  const column = await site.column({ title: '要闻', path: 'yw' })
  const article = await site.article({ columnId: column, title: `文章 ${hostile}` })
  const link = await site.article({
    columnId: column,
    title: '外链',
    categoryType: 'URL',
    jumpUrl: 'https://example.com/?a=1&b=2',
  })
  const times = { createdAt: day, updatedAt: day, version: 1 }
  const issue = async (year: number, number: number, more: object = {}) => {
    const row = {
      title: `${year} 第 ${number} 期`,
      type: 0,
      year,
      number,
      code: `${year}-0-${number}`,
      status: 1,
      publishedAt: day,
    }
    const { id } = await site.db.write
      .insertInto('bulletin')
      .values({ ...row, ...times, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const content = (bulletinId: number, sort: number, more: object) =>
    site.db.write
      .insertInto('bulletinContent')
      .values({ bulletinId, sort, title: `第 ${sort} 篇`, ...times, ...more })
      .execute()
  const cover = '/uploads/20261101-00000000-0000-4000-8000-000000000000-1920.jpg'
  const large = await issue(2026, 2, { title: `大的 ${hostile}`, cover, summary: hostile })
  await content(large, 1, { articleId: article, section: hostile })
  await content(large, 2, { articleId: link, section: hostile, docNumber: hostile })
  for (let i = 3; i <= 203; i++) await content(large, i, { content: `<p>正文 ${i}</p>`, section: '文件' })
  const small = await issue(2025, 1)
  await content(small, 1, { content: '<p>去年的正文</p>' })
  await issue(2024, 1, { status: 2 })
  const { receipt } = await generate(site, { kind: 'all' })
  expect(receipt).toMatchObject({ failed: [] })
  return { site, article, large, small }
}

test('pages of the bulletin are valid HTML with one h1 and sized images, whatever was typed', async () => {
  const { site, large } = await made()
  const pages = site.files().filter((path) => /^(?:public_bulletin\/|index\.html)/.test(path))
  for (const name of ['index.html', 'year_2026.html', 'year_2025.html', `${large}.html`, `${large}_2.html`])
    expect(pages).toContain(`public_bulletin/${name}`)
  expect(pages.join()).not.toContain('2024')
  const validate = new HtmlValidate(new FileSystemConfigLoader({ extends: ['html-validate:recommended'], root: true }))
  for (const path of pages.filter((name) => !/text_(?:[2-9]\d|1\d\d)/.test(name))) {
    const html = site.read(path)
    const { results } = await validate.validateString(html, path)
    expect(results.flatMap(({ messages }) => messages.map((one) => `${path}:${one.line} ${one.message}`))).toEqual([])
    expect(html.match(/<h1[\s>]/g), path).toHaveLength(1)
    for (const [image] of html.matchAll(/<img[^>]*>/g)) expect(image).toMatch(/ width="\d+" height="\d+"/)
    expect(html, path).not.toContain('<script>alert')
  }
  const issue = site.read(`public_bulletin/${large}.html`)
  expect(issue).toContain('共 203 篇')
  expect(issue).toContain('href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener">外链')
  expect(issue.match(/<h3>/g)).toHaveLength(2)
  expect(site.read(`public_bulletin/${large}_2.html`)).toContain('>第 203 篇<')
  expect(site.read('public_bulletin/year_2026.html')).toContain('aria-current="page">2026 年')
})

test('an article that changes or leaves is shown anew in the issues that have it, and nothing else is', async () => {
  const { site, article, large, small } = await made()
  const path = `public_bulletin/${large}.html`
  const stands = () => new Map(site.files().map((name) => [name, site.changedAt(name)]))
  const before = stands()
  await site.db.write
    .updateTable('article')
    .set({ title: '改名的文章', version: 2, updatedAt: day + 1 })
    .where('id', '=', article)
    .execute()
  await regenerate(site, { articleIds: [article], columnIds: [1] })
  expect(site.read(path)).toContain('改名的文章')
  const changed = site
    .files()
    .filter((name) => name.startsWith('public_bulletin') && before.get(name) !== stands().get(name))
  expect(changed).toEqual([path])
  await site.db.write.updateTable('article').set({ status: 5 }).where('id', '=', article).execute()
  await regenerate(site, { articleIds: [article], columnIds: [1] })
  expect(site.read(path)).not.toContain('改名的文章')
  // its place is kept
  await site.db.write.updateTable('article').set({ status: 2 }).where('id', '=', article).execute()
  await regenerate(site, { articleIds: [article], columnIds: [1] })
  const back = site.read(path)
  expect(back.indexOf('改名的文章')).toBeLessThan(back.indexOf('外链'))
  await site.db.write.updateTable('bulletin').set({ status: 2 }).where('id', '=', small).execute()
  await regenerate(site, { articleIds: [], columnIds: [], areas: ['bulletin'] })
  expect(site.holding('去年的正文')).toEqual([])
  expect(site.files().filter((name) => name.includes('2025') || name.endsWith(`/${small}.html`))).toEqual([])
  const mine = new Map(site.files().map((name) => [name, site.read(name)]))
  expect((await generate(site, { kind: 'all', force: true })).receipt).toMatchObject({ written: 0, removed: 0 })
  expect(new Map(site.files().map((name) => [name, site.read(name)]))).toEqual(mine)
})
