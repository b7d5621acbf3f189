import { expect, test } from 'vitest'
import { placeAll } from '../../server/letters/placed.ts'
import type { AnyDb } from '../../server/rows/list.ts'
import { type NumberedArea, numberedAreas } from '../../server/site/areas/numbered.ts'
import { generate, regenerate } from '../../server/site/generate.ts'
import { randomFrom } from './random.ts'
import { makeSite, type TestSite } from './support.ts'

const day = Date.UTC(2026, 10, 20)

/** Rows of areas as they are public. */
const rowsOf = {
  apply: (n: number) => ({
    ...{ applicant: 0, name: 'x', phone: 'x', phoneHash: 'x', code: 'x', codeHash: `x${n}`, medium: 0, way: 1 },
    ...{ channel: 0, state: 7, outcome: 1, openTitle: `申请 ${n}`, openAnswer: '予以公开。' },
  }),
  proposal: (n: number) => ({
    ...{ type: 0, class: 0, state: 9, round: 1, openFlag: 1, unitOpen: 1, outcome: 0, openTitle: `提案 ${n}` },
    ...{ openContent: '建议错时开放车位。', openReply: '已开放。' },
  }),
  forum: (n: number) => ({
    ...{ plateId: (n % 2) + 1, type: 0, covered: 0, official: 0, status: 1, openTitle: `帖子 ${n}` },
    openContent: '东街的路灯不亮。',
  }),
  product: () => ({ status: 1, company: '某厂' }),
  industrialProject: (n: number) => ({ status: 1, industry: 1, openTitle: `项目 ${n}`, openContent: '扩建车间。' }),
  celebrity: () => ({ status: 1, years: '1900—1980' }),
} as const satisfies Partial<Record<NumberedArea, (n: number) => object>>
type Area = keyof typeof rowsOf
const areas = Object.keys(rowsOf) as Area[]
const folders = {
  ...{ apply: 'public_apply', proposal: 'public_proposal', forum: 'public_forum', product: 'public_product' },
  ...{ industrialProject: 'public_project', celebrity: 'public_celebrity' },
} as const
const dated = (area: Area) => (['product', 'celebrity'].includes(area) ? [] : ['publishedAt'])

interface Placed {
  readonly id: number
  readonly place: number | null
}

/** An area whose rows come and go as the calls have them do. */
async function areaOn(area: Area) {
  const site = await makeSite()
  await site.column({ title: '要闻', path: 'yaowen' })
  const db = site.db.write as unknown as AnyDb
  for (const title of ['市政', '交通'])
    await db
      .insertInto('plate')
      .values({ title, sort: 0, status: 1, openedAt: day, createdAt: day, updatedAt: day, version: 1 })
      .execute()
  const [[stated = '', open = 0] = []] = Object.entries(numberedAreas[area].open)
  let at = day
  let next = 0
  const placeOf = async (id: number) => {
    await placeAll(site.db.write, area)
    const found = await db.selectFrom(area).select('openNo').where('id', '=', id).executeTakeFirstOrThrow()
    return found.openNo as number
  }
  const now = () => {
    at += 1000
    return { updatedAt: at, ...Object.fromEntries(dated(area).map((name) => [name, at])) }
  }
  return {
    site,
    show: (rows: readonly Placed[]) =>
      regenerate(site, { articleIds: [], columnIds: [], rows: rows.map((row) => ({ area, ...row })) }),
    async write(): Promise<Placed> {
      next += 1
      const { id } = await db
        .insertInto(area)
        .values({
          ...{ title: `第 ${next} 件`, content: '原文', createdAt: day, version: 1 },
          ...now(),
          ...rowsOf[area](next),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id: Number(id), place: await placeOf(Number(id)) }
    },
    async withdraw(id: number): Promise<Placed> {
      const place = await placeOf(id)
      await db
        .updateTable(area)
        .set({ [stated]: 3, openNo: null })
        .where('id', '=', id)
        .execute()
      return { id, place }
    },
    async publish(id: number): Promise<Placed> {
      await db
        .updateTable(area)
        .set({ [stated]: open, ...now() })
        .where('id', '=', id)
        .execute()
      return { id, place: await placeOf(id) }
    },
    /** Something that is said below a topic. */
    async comment(id: number, many: number): Promise<Placed> {
      const { plateId } = await db.selectFrom('forum').select('plateId').where('id', '=', id).executeTakeFirstOrThrow()
      await db
        .insertInto('forum')
        .values(
          Array.from({ length: many }, () => ({
            ...{ plateId, type: 1, topicId: id, parentId: id, covered: 0, official: 0, status: 1, title: '跟帖' },
            ...{ content: '我也看到了', openTitle: '跟帖', openContent: '我也看到了。', createdAt: day, version: 1 },
            ...now(),
          })),
        )
        .execute()
      return { id, place: await placeOf(id) }
    },
    async silence(id: number): Promise<Placed> {
      await db.updateTable('forum').set({ status: 3 }).where('topicId', '=', id).execute()
      return { id, place: await placeOf(id) }
    },
  }
}

const contents = (site: TestSite) => new Map(site.files().map((path) => [path, site.read(path)]))
const wholeIs = async (site: TestSite) => {
  const made = contents(site)
  const { receipt } = await generate(site, { kind: 'all', force: true })
  expect(receipt).toMatchObject({ written: 0, removed: 0, failedCount: 0 })
  expect(contents(site)).toEqual(made)
}
/** The rows to which the pages of lists lead. */
const listed = (site: TestSite, area: Area) => {
  const lists = site
    .files()
    .filter((path) => new RegExp(`^${folders[area]}/(?:index|plate)_?[\\d_]*\\.html`).test(path))
  const leads = new RegExp(`${folders[area]}/(\\d+)\\.html`, 'g')
  return lists.flatMap((path) => [...site.read(path).matchAll(leads)].map((found) => Number(found[1]))).sort()
}

test.each(areas.map((area, i) => [area, i + 1] as const))(
  'whatever rows of %s come and leave, the site is the one that a whole run makes',
  async (area, seed) => {
    const { site, show, write, withdraw, publish } = await areaOn(area)
    const random = randomFrom(seed)
    const any = (ids: ReadonlySet<number>) => [...ids][Math.floor(random() * ids.size)] as number
    const [on, off] = [new Set<number>(), new Set<number>()]
    const step = async (): Promise<Placed> => {
      const n = random()
      if (n < 0.5 && on.size > 0) {
        const id = any(on)
        on.delete(id)
        off.add(id)
        return withdraw(id)
      }
      const back = n < 0.75 && off.size > 0 ? any(off) : null
      const one = back === null ? await write() : await publish(back)
      off.delete(one.id)
      on.add(one.id)
      return one
    }
    for (let i = 0; i < 65; i++) on.add((await write()).id)
    await generate(site, { kind: 'all' })
    for (let round = 0; round < 6; round++) {
      const touched: Placed[] = []
      for (let i = 0; i < (round % 3 === 2 ? 30 : 1 + Math.floor(random() * 4)); i++) touched.push(await step())
      await show(touched)
      expect(listed(site, area)).toEqual([...on].sort())
      for (const id of off)
        expect(
          site.files().filter((path) => new RegExp(`^${folders[area]}/(?:reply_)?${id}\\.html`).test(path)),
        ).toEqual([])
      if (round % 3 === 2) await wholeIs(site)
    }
  },
)

test('what is said below a topic changes its own pages, one more where they are full, and leaves with it', async () => {
  const { site, show, write, withdraw, comment, silence } = await areaOn('forum')
  const ones: Placed[] = []
  for (let i = 0; i < 90; i++) ones.push(await write())
  await generate(site, { kind: 'all' })
  const age = () => new Map(site.files().map((path) => [path, site.changedAt(path)]))
  const since = (before: ReadonlyMap<string, number>) =>
    site.files().filter((path) => before.get(path) !== site.changedAt(path) && !/sitemap/.test(path))
  const { id } = ones[10] as Placed
  let before = age()
  await show([await comment(id, 1)])
  expect(since(before)).toEqual([`public_forum/${id}.html`])
  before = age()
  await show([await comment(id, 210)])
  expect(since(before)).toEqual(['', '_2', '_3'].map((page) => `public_forum/${id}${page}.html`))
  await wholeIs(site)
  await show([await silence(id)])
  expect(site.files().filter((path) => path.startsWith(`public_forum/${id}`))).toEqual([`public_forum/${id}.html`])
  await show([await comment(id, 150)])
  before = age()
  await show([await withdraw(id)])
  expect(site.files().filter((path) => new RegExp(`/(?:reply_)?${id}[._]`).test(path))).toEqual([])
  // the front page of the forum counts the topics of its boards
  expect(since(before)).toEqual(['index', 'plate_2', 'plate_2_2'].map((name) => `public_forum/${name}.html`))
  await wholeIs(site)
})

test('a board that is gone leaves the site with its lists, its topics and their pages', async () => {
  const { site, write, comment } = await areaOn('forum')
  const ones: Placed[] = []
  for (let i = 0; i < 90; i++) ones.push(await write())
  const { id } = ones[0] as Placed
  await comment(id, 110)
  await generate(site, { kind: 'all' })
  const there = () => site.files().filter((path) => /^public_forum\/plate_2/.test(path))
  expect(there()).toEqual(['public_forum/plate_2.html', 'public_forum/plate_2_2.html'])
  expect(site.files()).toContain(`public_forum/${id}_2.html`)
  const plate = site.db.write.updateTable('plate').where('id', '=', 2)
  await plate.set({ status: 0 }).execute()
  await regenerate(site, { articleIds: [], columnIds: [], areas: ['forum'] })
  expect(site.files()).not.toContain(`public_forum/reply_${id}.html`)
  await plate.set({ deletedAt: day }).execute()
  await regenerate(site, { articleIds: [], columnIds: [], areas: ['forum'] })
  expect(there()).toEqual([])
  expect(site.holding('>帖子 1<')).toEqual([])
  expect(site.files().filter((path) => new RegExp(`/(?:reply_)?${id}[._]`).test(path))).toEqual([])
  await wholeIs(site)
})
