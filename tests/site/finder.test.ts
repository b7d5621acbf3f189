import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { finderOf } from '../../server/site/finder/aside.ts'
import { updateFinder } from '../../server/site/finder/update.ts'
import { generate } from '../../server/site/generate.ts'
import { makeSite, type TestSite } from './support.ts'

const now = Date.UTC(2026, 10, 26)
const old = new Date('2026-01-01')
const index = (site: TestSite) => updateFinder({ ...site, now: () => now }, () => false)
const files = (site: TestSite) => site.files().filter((path) => path.startsWith('site_search/'))
const segments = (site: TestSite) =>
  (JSON.parse(site.read('site_search/index.json')) as { segments: { name: string; count: number }[] }).segments.map(
    ({ name, count }) => [name, count],
  )
/** The files that were written since. */
async function fresh(site: TestSite, work: () => Promise<unknown>): Promise<string[]> {
  for (const path of files(site)) utimesSync(join(site.folder, path), old, old)
  await work()
  return files(site).filter((path) => site.changedAt(path) !== old.getTime())
}
/** Every file of the index, by its bytes. */
const contents = (site: TestSite) =>
  Object.fromEntries(files(site).map((path) => [path, readFileSync(join(site.folder, path)).toString('base64')]))
const pairIn = (site: TestSite, pair: string) =>
  files(site).filter(
    (path) => path.endsWith('.bin') && readFileSync(join(site.folder, path)).includes(Buffer.from(pair, 'utf16le')),
  )

async function filled(count = 40): Promise<{ site: TestSite; ids: number[]; columnId: number }> {
  const site = await makeSite()
  const columnId = await site.column({ title: '要闻', path: 'yaowen' })
  const ids: number[] = []
  for (let i = 0; i < count; i += 1)
    ids.push(
      await site.article({
        ...{ columnId, title: `要闻第${i}条` },
        content: `<p>政协委员第${i}次协商议政。</p>`,
        publishTime: Date.UTC(2024 + (i % 3), 9 + (i % 2), 5, i % 24),
      }),
    )
  await generate(site, { kind: 'all' })
  return { site, ids, columnId }
}

test('this year stands by months, what was before by years; what has not changed is not made again', async () => {
  const { site, ids, columnId } = await filled()
  expect(await index(site)).toBeNull()
  expect(segments(site)).toEqual([
    ['m2026-11', 6],
    ['m2026-10', 7],
    ['y2025', 13],
    ['y2024', 14],
  ])
  expect(await fresh(site, () => index(site))).toEqual([])
  const another = { columnId, title: '新的一篇', content: '<p>水库蓄水。</p>', publishTime: Date.UTC(2026, 10, 20) }
  const touched = await fresh(site, async () => {
    await site.article(another)
    await index(site)
  })
  expect(touched.length).toBeGreaterThan(1)
  for (const path of touched)
    expect(path).toMatch(/^site_search\/(?:m2026-11\.\d\/(?:p\d+|order)\.bin|index\.json|c\d+\.bin)$/)
  // what a hand took away is made again, and nothing else
  rmSync(
    join(
      site.folder,
      'site_search',
      readdirSync(join(site.folder, 'site_search')).find((name) => name.startsWith('y2024')) ?? '_',
    ),
    { recursive: true },
  )
  const again = await fresh(site, () => index(site))
  expect(again.every((path) => path.startsWith('site_search/y2024'))).toBe(true)
  expect(again.length).toBeGreaterThan(1)
  expect(ids).toHaveLength(40)
})

test('of what is taken down no word is left; links, drafts and what is out of the search are not in it', async () => {
  const { site, columnId } = await filled()
  await index(site)
  const before = contents(site)
  const article = { columnId, title: '垚垚一篇', content: '<p>淼淼在此。</p>', publishTime: Date.UTC(2025, 9, 5) }
  const id = await site.article(article)
  await site.article({ ...article, status: 0, title: '焱焱草稿' })
  await site.article({ ...article, categoryType: 'URL', jumpUrl: 'https://www.example.gov.cn/', title: '犇犇链接' })
  const hidden = await site.article({ ...article, title: '磊磊不可查' })
  await site.db.write.updateTable('article').set({ unfound: 1 }).where('id', '=', hidden).execute()
  await index(site)
  expect(pairIn(site, '垚垚')).toHaveLength(1)
  expect(pairIn(site, '淼淼')).toHaveLength(1)
  for (const pair of ['焱焱', '犇犇', '磊磊']) expect(pairIn(site, pair)).toEqual([])
  await site.db.write.updateTable('article').set({ status: 3 }).where('id', '=', id).execute()
  await index(site)
  expect(pairIn(site, '垚垚')).toEqual([])
  expect(contents(site)).toEqual(before)
})

test('ended hard in the middle it is whole after the next time, the same as made at once', async () => {
  const { site } = await filled(700)
  await index(site)
  const whole = contents(site)
  const folder = join(site.folder, 'site_search')
  // at several moments of the way: once a piece is there, once more are
  for (const pieces of [1, 20, 60]) {
    rmSync(folder, { recursive: true })
    const child = spawn(process.execPath, [
      '--import',
      'tsx',
      'tests/support/find-index.ts',
      site.database,
      site.folder,
    ])
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const made = () => (existsSync(folder) ? files(site).length : 0)
    await expect.poll(() => made() >= pieces, { timeout: 20_000, interval: 1 }).toBe(true)
    child.kill('SIGKILL')
    await ended
    expect(await index(site)).toBeNull()
    // names of files that were never put in their places are swept with the next run over the site
    await generate(site, { kind: 'all' })
    expect(contents(site)).toEqual(whole)
  }
}, 60_000)

test('in a thread it waits while pages are made, and comes back when it is stopped', async () => {
  const { site } = await filled(520)
  expect(await index(site)).toBeNull()
  const here = contents(site)
  rmSync(join(site.folder, 'site_search'), { recursive: true })
  const finder = finderOf({ ...site, now: () => now })
  finder.pause(true)
  const made = finder.update()
  // its first files come before any article is read; what is searched by comes when it may go on
  await expect.poll(() => files(site).length, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(files(site)).not.toContain('site_search/index.json')
  finder.pause(false)
  expect(await made).toBeNull()
  expect(contents(site)).toEqual(here)
  rmSync(join(site.folder, 'site_search'), { recursive: true })
  finder.pause(true)
  const ended = finder.update()
  await expect.poll(() => files(site).length, { timeout: 20_000 }).toBeGreaterThan(0)
  finder.stop()
  expect(await ended).toBe('')
  expect(files(site)).not.toContain('site_search/index.json')
})
