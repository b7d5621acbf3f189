import { expect, test } from 'vitest'
import { updateFinder } from '../../server/site/finder/update.ts'
import { generate, regenerate } from '../../server/site/generate.ts'
import { letterOn as write } from './letters.ts'
import { makeSite, type TestSite } from './support.ts'

const now = Date.UTC(2026, 10, 26)
const index = (site: TestSite) => updateFinder({ ...site, now: () => now }, () => false)
const root = 'site_search/public_mail'
const files = (site: TestSite) => site.files().filter((path) => path.startsWith(`${root}/`))

test.each(['default', 'plain'])(
  'letters that are public stand in the skin %s, and in an index of their own',
  async (skin) => {
    const site = await makeSite()
    await site.set('site.skin', skin)
    await site.column({ title: '要闻', path: 'yaowen' })
    const id = await write(site, '东街路灯不亮', 6)
    await write(site, '不公开的一封', 5)
    await generate(site, { kind: 'all' })
    expect(await index(site)).toBeNull()
    const page = site.read(`public_mail/${id}.html`)
    expect(page).toContain('<h1>东街路灯不亮</h1>')
    expect(page).toContain('电缆已经更换。')
    expect(page.includes('plain-top')).toBe(skin === 'plain')
    expect(site.holding('不公开的一封')).toEqual([])
    expect(JSON.parse(site.read('search.json')).texts).toEqual(['public_mail'])
    expect(files(site)).toContain(`${root}/index.json`)
    const { segments } = JSON.parse(site.read(`${root}/index.json`))
    expect(segments).toMatchObject([{ name: 'm2026-11', count: 1 }])
  },
)

test('the index follows what is published and withdrawn, makes only what changed, and goes with the last letter', async () => {
  const site = await makeSite()
  await site.column({ title: '要闻', path: 'yaowen' })
  await generate(site, { kind: 'all' })
  expect(await index(site)).toBeNull()
  expect(files(site)).toEqual([])
  expect(JSON.parse(site.read('search.json')).texts).toBeUndefined()
  const touch = () => regenerate(site, { articleIds: [], columnIds: [], areas: ['mail'] })
  const first = await write(site, '东街路灯不亮', 6)
  await write(site, '前年的一封', 6, { publishedAt: Date.UTC(2024, 5, 1) })
  await touch()
  await index(site)
  const order = files(site).filter((path) => path.endsWith('order.bin'))
  expect(order.map((path) => path.split('/')[2]?.split('.')[0]).sort()).toEqual(['m2026-11', 'y2024'])
  const before = files(site).map((path) => [path, site.changedAt(path)])
  await index(site)
  expect(files(site).map((path) => [path, site.changedAt(path)])).toEqual(before)
  await site.db.write.updateTable('mail').set({ state: 5 }).where('id', '=', first).execute()
  await touch()
  await index(site)
  expect(files(site).some((path) => path.includes('m2026-11'))).toBe(false)
  await site.db.write.updateTable('mail').set({ state: 5 }).execute()
  await touch()
  await index(site)
  expect(files(site)).toEqual([])
})
