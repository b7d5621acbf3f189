import { expect, test } from 'vitest'
import { generate, regenerate } from '../../server/site/generate.ts'
import { renderNamedPage } from '../../server/site/preview.ts'
import { createSite } from '../../server/site/service.ts'
import { letterOn } from './letters.ts'
import { randomFrom } from './random.ts'
import { makeSite, type TestSite } from './support.ts'

const mine = (site: TestSite) => site.files().filter((path) => path.startsWith('public_mail/'))
const lettersIn = (text: string) => [...text.matchAll(/public_mail\/\d+\.html/g)].map(([path]) => path)
const pages = (site: TestSite) => mine(site).filter((path) => /\/index/.test(path))
const age = (site: TestSite) => new Map(site.files().map((path) => [path, site.changedAt(path)]))
const changedSince = (site: TestSite, before: ReadonlyMap<string, number>) =>
  site.files().filter((path) => before.get(path) !== site.changedAt(path))

/** A mailbox whose letters come and go as the calls have them do. */
async function mailbox() {
  const site = await makeSite()
  await site.column({ title: '要闻', path: 'yaowen' })
  const db = site.db.write
  const place = async (id: number) =>
    (await db.selectFrom('mail').select('openNo').where('id', '=', id).executeTakeFirstOrThrow()).openNo
  let at = Date.UTC(2026, 10, 20)
  const show = (rows: readonly { readonly id: number; readonly place: number | null }[]) =>
    regenerate(site, { articleIds: [], columnIds: [], rows: rows.map((row) => ({ area: 'mail', ...row })) })
  return {
    site,
    show,
    async write(title: string) {
      at += 1000
      const id = await letterOn(site, title, 6, { publishedAt: at })
      return { id, place: await place(id) }
    },
    async withdraw(id: number) {
      const was = await place(id)
      await db.updateTable('mail').set({ state: 5, openNo: null }).where('id', '=', id).execute()
      return { id, place: was }
    },
    async publish(id: number, more: object = {}) {
      const { no } = await db
        .selectFrom('mail')
        .select((eb) => eb.fn.max('openNo').as('no'))
        .executeTakeFirstOrThrow()
      at += 1000
      const openNo = Number(no ?? 0) + 1
      await db
        .updateTable('mail')
        .set({ state: 6, openNo, publishedAt: at, ...more })
        .where('id', '=', id)
        .execute()
      return { id, place: openNo }
    },
  }
}

const wholeIs = async (site: TestSite) => {
  const made = new Map(site.files().map((path) => [path, site.read(path)]))
  const { receipt } = await generate(site, { kind: 'all', force: true })
  expect(receipt).toMatchObject({ written: 0, removed: 0, failedCount: 0 })
  expect(new Map(site.files().map((path) => [path, site.read(path)]))).toEqual(made)
}

test.each([1, 2, 3])(
  'whatever letters come, change and leave, the site is the one that a whole run makes (%i)',
  async (seed) => {
    const { site, show, write, withdraw, publish } = await mailbox()
    const random = randomFrom(seed)
    const among = (ids: ReadonlySet<number>) => [...ids][Math.floor(random() * ids.size)] as number
    const [on, off] = [new Set<number>(), new Set<number>()]
    const steps = {
      async write() {
        const one = await write(`来信 ${on.size + off.size}`)
        on.add(one.id)
        return one
      },
      async withdraw() {
        const id = among(on)
        on.delete(id)
        off.add(id)
        return withdraw(id)
      },
      async publish() {
        const id = among(off)
        off.delete(id)
        on.add(id)
        return publish(id, { openTitle: `改过的 ${id}` })
      },
    }
    for (let i = 0; i < 70 + seed * 10; i++) await steps.write()
    await generate(site, { kind: 'all' })
    for (let round = 0; round < 12; round++) {
      const touched: { id: number; place: number | null }[] = []
      // now and then so many at once that the first page changes its reach by several others
      const many = round % 4 === 3 ? 30 : 1 + Math.floor(random() * 4)
      for (let i = 0; i < many; i++) {
        const leaves = on.size > 0 && random() < (seed === 2 ? 0.8 : 0.45)
        touched.push(
          await (leaves ? steps.withdraw() : off.size > 0 && random() < 0.6 ? steps.publish() : steps.write()),
        )
      }
      await show(touched)
      const files = site.files().filter((path) => /\.(?:html|json|xml)$/.test(path))
      const named = new Set(files.flatMap((path) => [path, ...lettersIn(site.read(path))]))
      for (const id of off) expect(named.has(`public_mail/${id}.html`)).toBe(false)
      const shown = pages(site).flatMap((path) =>
        [...site.read(path).matchAll(/public_mail\/(\d+)\.html/g)].map((m) => Number(m[1])),
      )
      expect(shown.sort()).toEqual([...on].sort())
      if (round % 4 === 3) await wholeIs(site)
    }
    await show(await Promise.all([...on].map((id) => withdraw(id))))
    expect(mine(site)).toEqual(['index', 'query', 'write'].map((name) => `public_mail/${name}.html`))
    await wholeIs(site)
  },
)

test('a letter that comes or leaves changes its own page, the first of the list and the one where it stands, and no other', async () => {
  const { site, show, write, withdraw } = await mailbox()
  const ones = []
  for (let i = 0; i < 205; i++) ones.push(await write(`来信 ${i}`))
  await generate(site, { kind: 'all' })
  const always = ['sitemap.xml', 'public_mail/sitemap_0.xml']
  let before = age(site)
  const fresh = await write('新的一封')
  await show([fresh])
  expect(changedSince(site, before).filter((path) => !always.includes(path))).toEqual(
    [`public_mail/${fresh.id}.html`, 'public_mail/index.html'].sort(),
  )
  before = age(site)
  const old = ones[45] as { id: number; place: number }
  await show([await withdraw(old.id)])
  expect(changedSince(site, before).filter((path) => !always.includes(path))).toEqual(
    ['public_mail/index.html', 'public_mail/index_4.html'].sort(),
  )
  expect(site.files()).not.toContain(`public_mail/${old.id}.html`)
  expect(site.holding(`>来信 45<`)).toEqual([])
  await wholeIs(site)
})

test('the pages of the list lead to one another, each letter stands on one, and any can be looked at by its name', async () => {
  const { site, show, write, withdraw } = await mailbox()
  const ones = []
  for (let i = 0; i < 85; i++) ones.push(await write(`来信 ${i}`))
  await generate(site, { kind: 'all' })
  const walk = () => {
    const seen: string[] = []
    for (let path: string | undefined = 'index.html'; path; ) {
      seen.push(path)
      const older: RegExpExecArray | null = /rel="next" href="[^"]*\/public_mail\/([^"]*)"/.exec(
        site.read(`public_mail/${path}`),
      )
      path = older?.[1]
    }
    return seen
  }
  expect(walk()).toEqual(['index.html', 'index_4.html', 'index_3.html', 'index_2.html'])
  expect(site.read('public_mail/index.html')).toContain('共 85 条')
  expect(site.read('public_mail/index_4.html')).toMatch(/rel="prev" href="[^"]*\/public_mail\/"/)
  // one page is emptied: the others pass over it
  await show(await Promise.all(ones.slice(20, 40).map(({ id }) => withdraw(id))))
  expect(walk()).toEqual(['index.html', 'index_4.html', 'index_2.html'])
  expect(pages(site)).not.toContain('public_mail/index_3.html')
  const id = (ones[0] as { id: number }).id
  expect(await renderNamedPage(site, `public_mail/${id}.html`)).toContain('来信 0')
  expect(await renderNamedPage(site, 'public_mail/index_2')).toContain('来信 0')
  await expect(renderNamedPage(site, `public_mail/${(ones[25] as { id: number }).id}.html`)).rejects.toThrow('没有页面')
})

test('rows that are noted are shown by the next pass, the whole area where nobody said which', async () => {
  const { site, write, withdraw } = await mailbox()
  const ones = []
  for (let i = 0; i < 45; i++) ones.push(await write(`来信 ${i}`))
  await generate(site, { kind: 'all' })
  const service = createSite(site)
  const { id, place } = await withdraw((ones[3] as { id: number }).id)
  const note = (more: object) =>
    site.db.write
      .insertInto('touched')
      .values({ articleId: 0, columnId: 0, area: 'mail', at: Date.now(), ...more })
      .execute()
  await note({ rowId: id, place })
  await service.showTouched({ wait: true })
  expect(site.holding('来信 3<')).toEqual([])
  await withdraw((ones[4] as { id: number }).id)
  await note({})
  await service.showTouched({ wait: true })
  expect(site.holding('来信 4<')).toEqual([])
  expect(await site.db.read.selectFrom('touched').selectAll().where('shownAt', 'is', null).execute()).toEqual([])
  await service.stop()
  await wholeIs(site)
})
