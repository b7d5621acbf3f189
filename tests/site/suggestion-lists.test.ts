import { expect, test } from 'vitest'
import { generate, regenerate } from '../../server/site/generate.ts'
import { randomFrom } from './random.ts'
import { makeSite } from './support.ts'

test.each([1, 2])(
  'whatever suggestions come and leave, the site is the one that a whole run makes (%i)',
  async (seed) => {
    const site = await makeSite()
    await site.column({ title: '要闻', path: 'yaowen' })
    const db = site.db.write
    const random = randomFrom(seed)
    let at = Date.UTC(2026, 10, 20)
    let next = 0
    const last = async () => {
      const top = db.selectFrom('suggestion').select((eb) => eb.fn.max('openNo').as('no'))
      return Number((await top.executeTakeFirstOrThrow()).no ?? 0)
    }
    const on = new Map<number, number>()
    const off = new Set<number>()
    const publish = async (id: number | null) => {
      at += 1000
      const openNo = (await last()) + 1
      const shown = { status: 1, publishedAt: at, updatedAt: at, openNo }
      if (id !== null) await db.updateTable('suggestion').set(shown).where('id', '=', id).execute()
      next += 1
      const texts = { openTitle: `建议 ${next}`, openContent: '路灯不亮。', openReply: '已更换。', shownName: '周**' }
      const fresh = { ...texts, ...shown, title: `建议 ${next}`, content: '原文', createdAt: at, version: 1 }
      const row =
        id === null ? await db.insertInto('suggestion').values(fresh).returning('id').executeTakeFirst() : null
      const made = id ?? Number(row?.id)
      off.delete(made)
      on.set(made, openNo)
      return { id: made, place: openNo }
    }
    const withdraw = async (id: number) => {
      const place = on.get(id) ?? null
      await db.updateTable('suggestion').set({ status: 2, openNo: null }).where('id', '=', id).execute()
      on.delete(id)
      off.add(id)
      return { id, place }
    }
    const any = (ids: Iterable<number>, size: number) => [...ids][Math.floor(random() * size)] as number
    const show = (rows: readonly { id: number; place: number | null }[]) =>
      regenerate(site, { articleIds: [], columnIds: [], rows: rows.map((row) => ({ area: 'suggestion', ...row })) })
    const contents = () => new Map(site.files().map((path) => [path, site.read(path)]))
    const wholeIs = async () => {
      const made = contents()
      const { receipt } = await generate(site, { kind: 'all', force: true })
      expect(receipt).toMatchObject({ written: 0, removed: 0, failedCount: 0 })
      expect(contents()).toEqual(made)
    }

    for (let i = 0; i < 65; i++) await publish(null)
    await generate(site, { kind: 'all' })
    for (let round = 0; round < 6; round++) {
      const touched: { id: number; place: number | null }[] = []
      const many = round % 3 === 2 ? 30 : 1 + Math.floor(random() * 4)
      for (let i = 0; i < many; i++) {
        const leaves = on.size > 0 && random() < 0.5
        const back = off.size > 0 && random() < 0.6
        touched.push(leaves ? await withdraw(any(on.keys(), on.size)) : await publish(back ? any(off, off.size) : null))
      }
      await show(touched)
      for (const id of off) expect(site.holding(`public_suggest/${id}.html`)).toEqual([])
      if (round % 3 === 2) await wholeIs()
    }
    await show(await Promise.all([...on.keys()].map(withdraw)))
    expect(site.files().filter((path) => path.startsWith('public_suggest/'))).toEqual(
      ['index', 'query', 'write'].map((name) => `public_suggest/${name}.html`),
    )
    await wholeIs()
  },
)
