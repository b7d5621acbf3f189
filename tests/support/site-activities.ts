import type { Kysely } from 'kysely'
import type { Schema } from '../../server/db/tables.ts'

export const hostile = '"><script>alert(1)</script>'
const day = Date.UTC(2026, 10, 20)
const times = { createdAt: day, updatedAt: day, version: 1 }
const online = { status: 5, publishedAt: day, ...times }
const cover = '/uploads/20261101-00000000-0000-4000-8000-000000000000-1920.jpg'

/** Topics that are published, put where the calls would have left them: a kind of its own with all articles, one on the front page, one in blocks. */
export async function addSpecials(db: Kysely<Schema>, articles: readonly number[]): Promise<number[]> {
  const ids: number[] = []
  for (const [title, model] of [
    [`大的 ${hostile}`, 'legal'],
    ['滚动的', 'homeScroll'],
    ['分块的', 'childHome'],
    ['另一类的', 'activity'],
  ] as const) {
    const row = { title, model, cover, summary: hostile, sort: 0, ...online }
    const { id } = await db.insertInto('special').values(row).returning('id').executeTakeFirstOrThrow()
    ids.push(id)
    for (const [i, articleId] of (ids.length === 1 ? articles : articles.slice(0, 2)).entries()) {
      const section = i % 2 === 0 ? '甲栏' : hostile
      const one = { specialId: id, articleId, title: '旧名', section, sort: i + 1, ...times }
      await db.insertInto('specialArticle').values(one).execute()
    }
  }
  return ids
}

/** An issue of a periodical that is published: a page of articles, one of its own texts of all kinds. @returns its id */
export async function addPeriodical(db: Kysely<Schema>, articles: readonly number[]): Promise<number> {
  const row = { title: `期刊 ${hostile}`, number: 3, publishedOn: day, cover, summary: hostile, ...online }
  const { id: periodicalId } = await db.insertInto('periodical').values(row).returning('id').executeTakeFirstOrThrow()
  const page = async (title: string, sortType: number, sort: number) => {
    const one = { periodicalId, title, sortType, sort, ...times }
    return (await db.insertInto('periodicalPage').values(one).returning('id').executeTakeFirstOrThrow()).id
  }
  const [first, second] = [await page(`一版 ${hostile}`, 1, 1), await page('二版', 2, 2)]
  await page('空的版', 2, 3)
  const add = (more: object) =>
    db
      .insertInto('periodicalArticle')
      .values({ periodicalId, layoutId: first, title: `篇 ${hostile}`, sort: 1, ...times, ...more })
      .execute()
  for (const [i, articleId] of articles.entries()) await add({ articleId, sort: i + 1 })
  const image = `<img src="${cover}" alt="">`
  for (const newsType of [0, 1, 2, 3])
    await add({ layoutId: second, newsType, author: hostile, sort: newsType + 1, content: `<p>文</p>${image}` })
  return periodicalId
}
