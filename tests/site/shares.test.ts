import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { generate } from '../../server/site/generate.ts'
import { loadSite } from '../../server/site/model.ts'
import type { Page } from '../../server/site/plan.ts'
import { plannedShares, type Share, sizeOf } from '../../server/site/shares.ts'
import { loadSkinFiles } from '../../server/site/skin-files.ts'
import { makeAside } from '../../server/site/workers.ts'
import { makeSite, type TestSite } from './support.ts'

const at = Date.UTC(2026, 10, 20)

const suggestion = ({ db }: TestSite, i: number) =>
  db.write
    .insertInto('suggestion')
    .values({
      ...{ title: `建议 ${i}`, content: '原文', status: 1, createdAt: at, updatedAt: at, version: 1, publishedAt: at },
      ...{
        openTitle: `建议 ${i}`,
        openContent: '东街的路灯不亮。',
        openReply: '已经更换。',
        shownName: '周**',
        openNo: i + 1,
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow()

const survey = ({ db }: TestSite, i: number) =>
  db.write
    .insertInto('survey')
    .values({
      ...{ title: `问卷 ${i}`, state: 1, shared: 0, resultFlag: 0, edition: 1, openedAt: at },
      ...{ createdAt: at, updatedAt: at, version: 1 },
    })
    .execute()

test('however many pages an area has, a share of them is small, and each page is in one', () => {
  const page = (name: string, id: number): Page => ({
    ...{ kind: 'area', area: 'forum', path: `public_forum/${name}`, file: { name, id } },
  })
  const names = Array.from({ length: 20_000 }, (_, i) => i + 1)
  const pages = names.flatMap((n) => [
    page(`${n}.html`, n),
    page(`reply_${n}.html`, -n),
    page(`${n}/1.pdf`, n),
    page(`plate_1_${n}.html`, -n),
  ])
  const shares = plannedShares(pages)
  expect(Math.max(...shares.map(sizeOf))).toBeLessThanOrEqual(2000)
  expect(new Set(shares.map((share) => share.kind === 'planned' && share.part)).size).toBe(shares.length)
  expect(shares.flatMap((share) => (share.kind === 'planned' ? share.pages : [])).length).toBe(pages.length)
})

test('an area whose pages cannot be read is named and stays as it is, and all others are made', async () => {
  const site = await makeSite()
  const yaowen = await site.column({ title: '要闻', path: 'yaowen' })
  await site.article({ columnId: yaowen, title: '第一篇' })
  for (let i = 0; i < 25; i++) await survey(site, i)
  await generate(site, { kind: 'all' })
  const before = site.files()
  expect(before).toContain('public_survey/25.html')
  await site.article({ columnId: yaowen, title: '第二篇' })
  await sql`alter table "survey" rename column "title" to "lostTitle"`.execute(site.db.write)
  const { receipt } = await generate(site, { kind: 'all' })
  const named = receipt.failed.map(({ page }) => page)
  expect(named).toEqual(expect.arrayContaining(['public_survey/', 'search.json', 'map.html']))
  expect(named.filter((path) => /^(?:a|yaowen|public_(?!survey))/.test(path))).toEqual([])
  expect(receipt.removed).toBe(0)
  expect(site.files()).toEqual(expect.arrayContaining(before))
  expect(site.read('yaowen/index.html')).toContain('第二篇')
  await sql`alter table "survey" rename column "lostTitle" to "title"`.execute(site.db.write)
  expect((await generate(site, { kind: 'all' })).receipt).toMatchObject({ failedCount: 0, removed: 0 })
})

test('a page that cannot be read is named, and none beside it fails', async () => {
  const site = await makeSite()
  await site.column({ title: '要闻', path: 'yaowen' })
  for (let i = 0; i < 3; i++) await suggestion(site, i)
  await sql`alter table suggestion rename column "openReply" to "lostReply"`.execute(site.db.write)
  const { receipt } = await generate(site, { kind: 'all' })
  expect(receipt.failed.map(({ page }) => page).sort()).toEqual(
    ['1', '2', '3'].map((id) => `public_suggest/${id}.html`),
  )
  expect(site.files()).toEqual(expect.arrayContaining(['index.html', 'search.json', 'public_suggest/index.html']))
})

test('a thread that dies fails the share that it was making, and the others are made', async () => {
  const site = await makeSite()
  for (let i = 0; i < 12; i++) await site.column({ title: `栏目 ${i}`, path: `lanmu${i}` })
  const { data } = await loadSite(site.db)
  const skin = await loadSkinFiles(site.db.read, data.settings['site.skin'])
  const lists = data.columns.map((column): Share => {
    const page: Page = { kind: 'list', path: `${column.path}/index.html`, column, number: 1, count: 1 }
    return { kind: 'planned', part: `${column.path}_0`, pages: [page] }
  })
  // nothing can be read from this
  const deadly = { kind: 'planned', part: 'deadly', pages: { length: 1 } } as unknown as Share
  const { key, database, folder, attachments } = site
  const task = { ...{ data, key, database, folder, attachments, skin }, force: false, since: undefined }
  const tally = await makeAside(task, [...lists.slice(0, 5), deadly, ...lists.slice(5)], {
    ...{ stopped: () => false, progress: () => {} },
  })
  expect(tally.failed.map(({ page }) => page)).toEqual(['deadly'])
  // what the dead ones had begun to write is cleared away later
  const pages = site.files().filter((path) => !path.endsWith('.tmp'))
  expect(pages).toEqual(lists.map((share) => share.kind === 'planned' && share.pages[0]?.path).sort())
})
