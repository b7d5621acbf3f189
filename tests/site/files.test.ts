import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generate, regenerate } from '../../server/site/generate.ts'
import { makeSite, type TestSite } from './support.ts'

const all = async (site: TestSite) => (await generate(site, { kind: 'all' })).receipt
const filesOf = (site: TestSite) => site.files().filter((path) => /^a\/\d+\/\d+\//.test(path))

async function oneOfEach() {
  const site = await makeSite()
  const columnId = await site.column({ title: '要闻', path: 'yw' })
  const articleId = await site.article({ columnId, title: '管理办法' })
  const draft = await site.article({ columnId, title: '草稿', status: 3 })
  await site.attach(draft, ['草稿.pdf'])
  const paths = await site.attach(articleId, ['办法 <终稿>.pdf', '名单.pdf'])
  const show = () => regenerate(site, { articleIds: [articleId], columnIds: [columnId] })
  return { site, columnId, articleId, page: `a/0/${articleId}.html`, paths, show }
}

test('a published article’s files lie beside its page, which leads to them; nobody else’s do', async () => {
  const { site, page, paths } = await oneOfEach()
  expect(await all(site)).toMatchObject({ failedCount: 0, unchanged: 0 })
  expect(filesOf(site).sort()).toEqual(paths.toSorted())
  expect(site.read(paths[0] as string)).toBe('%PDF-1.7 办法 <终稿>.pdf')
  const html = site.read(page)
  expect(html).toContain(
    `<a href="/site/${paths[0]}" download="办法 &lt;终稿&gt;.pdf">办法 &lt;终稿&gt;.pdf</a> <span>（PDF，28 字节）</span>`,
  )
  expect(html.indexOf('办法 &lt;')).toBeLessThan(html.indexOf('名单.pdf'))
  // as readable as the pages, whatever the mode of what they were copied from
  const mode = (path: string) => statSync(join(site.folder, path)).mode & 0o777
  expect(mode(paths[0] as string)).toBe(mode(page))
  // counted like pages; nothing is written twice
  const again = await all(site)
  expect(again).toMatchObject({ written: 0, removed: 0, unchanged: again.expected })
})

test('another list shows with its article’s page, and what is no longer in it is gone', async () => {
  const { site, articleId, page, paths, show } = await oneOfEach()
  await all(site)
  const [next] = await site.attach(articleId, ['新办法.pdf'])
  expect(await show()).toMatchObject({ failedCount: 0, removed: paths.length })
  expect(filesOf(site)).toEqual([next])
  expect(site.read(page)).toContain('新办法.pdf')
  await site.attach(articleId, [])
  await show()
  expect([filesOf(site), existsSync(join(site.folder, `a/0/${articleId}`))]).toEqual([[], false])
  expect(site.read(page)).not.toContain('附件')
})

test.each([
  ['taken down', { status: 5 }],
  ['deleted', { deletedAt: 1 }],
  ['made a link', { categoryType: 'URL', jumpUrl: 'https://www.example.com/' }],
])('of an article that is %s they are gone, by its own change and by a whole run', async (_, change) => {
  for (const way of ['show', 'all'] as const) {
    const { site, articleId, paths, show } = await oneOfEach()
    await all(site)
    await site.db.write.updateTable('article').set(change).where('id', '=', articleId).execute()
    const { removed } = way === 'show' ? await show() : await all(site)
    expect([filesOf(site), existsSync(join(site.folder, `a/0/${articleId}`)), removed], way).toEqual([
      [],
      false,
      expect.any(Number),
    ])
    expect(removed).toBeGreaterThan(paths.length)
  }
})

test('what lies there otherwise than it should is put right by a whole run', async () => {
  const { site, articleId, paths } = await oneOfEach()
  await all(site)
  writeFileSync(join(site.folder, paths[0] as string), '%PDF-1.7 另外的东西')
  rmSync(join(site.folder, paths[1] as string))
  writeFileSync(join(site.folder, `a/0/${articleId}/stray.pdf`), '')
  expect(await all(site)).toMatchObject({ written: 2, removed: 1 })
  expect(filesOf(site).sort()).toEqual(paths.toSorted())
  expect(site.read(paths[0] as string)).toContain('终稿')
  // by force they are looked at, and what is the same stays
  const before = site.changedAt(paths[0] as string)
  await generate(site, { kind: 'all', force: true })
  expect(site.changedAt(paths[0] as string)).toBe(before)
})

test('one whose content is not there is named, its page is made', async () => {
  const { site, page, paths } = await oneOfEach()
  rmSync(site.attachments, { recursive: true })
  const { failed, failedCount } = await all(site)
  expect([failedCount, failed[0]]).toEqual([2, { page: paths[0], reason: '附件「办法 <终稿>.pdf」的内容不在服务器上' }])
  expect(site.read(page)).toContain('终稿')
  expect(readdirSync(join(site.folder, 'a/0')).some((name) => name.endsWith('.tmp'))).toBe(false)
})

test('many articles are made by threads, their files too', async () => {
  const { site, columnId, paths } = await oneOfEach()
  for (let i = 0; i < 900; i++) await site.article({ columnId, title: `第 ${i} 篇` })
  const last = await site.article({ columnId, title: '最后一篇' })
  const [more] = await site.attach(last, ['最后.pdf'])
  expect(await all(site)).toMatchObject({ failedCount: 0 })
  expect(filesOf(site).sort()).toEqual([...paths, more].toSorted())
})

test('a column of a single page shows the files of its article', async () => {
  const { site, paths } = await oneOfEach()
  const columnId = await site.column({ title: '简介', path: 'jj', type: 2 })
  const about = await site.article({ columnId, title: '简介' })
  const [map] = await site.attach(about, ['交通图.pdf'])
  await all(site)
  expect(site.read('jj/index.html')).toContain(`href="/site/${map}"`)
  expect(site.holding(paths[0] as string)).toHaveLength(1)
})
