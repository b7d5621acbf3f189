import { expect, test } from 'vitest'
import { type ThemeArea, themeAreas } from '../../core/domain/theme-names.ts'
import { themeTables } from '../../server/db/tables/theme.ts'
import type { AnyDb } from '../../server/rows/list.ts'
import { generate, regenerate } from '../../server/site/generate.ts'
import { randomFrom } from './random.ts'
import { makeSite, type TestSite } from './support.ts'

const folders = { theme: 'public_topic', llTheme: 'public_exchange', xaxTheme: 'public_life' } as const

interface Placed {
  readonly id: number
  readonly place: number | null
}

/** A group whose topics come and go as the calls have them do. */
async function groupOn(area: ThemeArea) {
  const site = await makeSite()
  await site.column({ title: '要闻', path: 'yaowen' })
  const db = site.db.write as unknown as AnyDb
  let at = Date.UTC(2026, 10, 20)
  let next = 0
  const change = async (id: number, set: object) => {
    at += 1000
    await db
      .updateTable(area)
      .set({ updatedAt: at, ...set })
      .where('id', '=', id)
      .execute()
  }
  const place = async (id: number) =>
    (await db.selectFrom(area).select('openNo').where('id', '=', id).executeTakeFirstOrThrow()).openNo as number | null
  const fresh = async () => {
    const { no } = await db
      .selectFrom(area)
      .select((eb) => eb.fn.max('openNo').as('no'))
      .executeTakeFirstOrThrow()
    return Number(no ?? 0) + 1
  }
  return {
    site,
    show: (rows: readonly Placed[]) =>
      regenerate(site, { articleIds: [], columnIds: [], rows: rows.map((row) => ({ area, ...row })) }),
    async write(): Promise<Placed> {
      at += 1000
      next += 1
      const openNo = await fresh()
      const title = `话题 ${next}`
      const { id } = await db
        .insertInto(area)
        .values({
          ...{ title, kind: 0, type: 0, codeHash: title, openFlag: 1, state: 1, shown: 1, recommend: 0, replies: 0 },
          ...{ shownAt: at, createdAt: at, updatedAt: at, version: 1, content: '原文', shownName: '周**', openNo },
          ...{ openTitle: title, openContent: `${title}，已有一周。` },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id: Number(id), place: openNo }
    },
    async hide(id: number): Promise<Placed> {
      const was = await place(id)
      await change(id, { shown: 2, openNo: null })
      return { id, place: was }
    },
    async showAgain(id: number): Promise<Placed> {
      const openNo = await fresh()
      await change(id, { shown: 1, openNo, openTitle: `改过的 ${id}` })
      return { id, place: openNo }
    },
    async answer(id: number): Promise<Placed> {
      await db
        .insertInto(themeTables[area].replies.name)
        .values({
          ...{ themeId: id, type: 1, state: 1, createdAt: at, updatedAt: at, version: 1 },
          ...{ content: '答复', openContent: `答复 ${id}` },
        })
        .execute()
      return { id, place: await place(id) }
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

test.each(themeAreas.map((area, i) => [area, i + 1] as const))(
  'whatever topics of %s come, are answered and leave, the site is the one that a whole run makes',
  async (area, seed) => {
    const { site, show, write, hide, showAgain, answer } = await groupOn(area)
    const random = randomFrom(seed)
    const among = (ids: ReadonlySet<number>) => [...ids][Math.floor(random() * ids.size)] as number
    const [on, off] = [new Set<number>(), new Set<number>()]
    const fresh = async () => {
      const one = await write()
      on.add(one.id)
      return one
    }
    const steps = {
      fresh,
      hide() {
        const id = among(on)
        on.delete(id)
        off.add(id)
        return hide(id)
      },
      showAgain() {
        const id = among(off)
        off.delete(id)
        on.add(id)
        return showAgain(id)
      },
      answer: () => answer(among(on)),
    }
    const which = (): keyof typeof steps => {
      const n = random()
      if (n < 0.15 && on.size > 0) return 'answer'
      if (n < 0.55 && on.size > 0) return 'hide'
      return n < 0.8 && off.size > 0 ? 'showAgain' : 'fresh'
    }
    for (let i = 0; i < 70; i++) await fresh()
    await generate(site, { kind: 'all' })
    for (let round = 0; round < 9; round++) {
      const touched: Placed[] = []
      const many = round % 3 === 2 ? 30 : 1 + Math.floor(random() * 4)
      for (let i = 0; i < many; i++) touched.push(await steps[which()]())
      await show(touched)
      const lists = site.files().filter((path) => path.startsWith(`${folders[area]}/index`))
      const named = lists.flatMap((path) =>
        [...site.read(path).matchAll(new RegExp(`${folders[area]}/(\\d+)\\.html`, 'g'))].map((m) => Number(m[1])),
      )
      expect(named.sort()).toEqual([...on].sort())
      for (const id of off) expect(site.files()).not.toContain(`${folders[area]}/${id}.html`)
      if (round % 3 === 2) await wholeIs(site)
    }
    await show(await Promise.all([...on].map((id) => hide(id))))
    const left = site.files().filter((path) => path.startsWith(`${folders[area]}/`))
    expect(left).toEqual(['index', 'query', 'write'].map((name) => `${folders[area]}/${name}.html`))
    await wholeIs(site)
  },
)

test('a topic that is answered changes its own page alone, one that is hidden the list where it stands as well', async () => {
  const { site, show, write, hide, answer } = await groupOn('theme')
  const ones: Placed[] = []
  for (let i = 0; i < 105; i++) ones.push(await write())
  await generate(site, { kind: 'all' })
  const age = () => new Map(site.files().map((path) => [path, site.changedAt(path)]))
  const since = (before: ReadonlyMap<string, number>) =>
    site.files().filter((path) => before.get(path) !== site.changedAt(path) && !/sitemap/.test(path))
  const old = ones[45] as Placed
  let before = age()
  await show([await answer(old.id)])
  expect(since(before)).toEqual([`public_topic/${old.id}.html`])
  before = age()
  await show([await hide(old.id)])
  expect(since(before)).toEqual(['public_topic/index.html', 'public_topic/index_4.html'])
  expect(site.holding('>话题 46<')).toEqual([])
})
