import { makeArticles } from './articles.ts'
import type { Person, Reply, TestServer } from './server.ts'

let number = 0

/** Hands for a server's bulletins, by one person's calls. */
export function bulletinsOf(server: TestServer, by: () => Person) {
  const call = (name: string, input: object, who = by()): Promise<Reply> => who.call(`bulletin.${name}`, input)
  return {
    call,
    /** An issue of its own number. @returns its id */
    async issue(more: object = {}): Promise<string> {
      number += 1
      const made = await call('addOrUpdateBulletin', { title: `公报 ${number}`, year: 2026, number, ...more })
      if (made.errorCode !== '0') throw new Error(made.errorMsg)
      return made.value.id
    },
    /** A text of an issue's own. @returns its id */
    async text(bulletinId: string, title: string, more: object = {}): Promise<string> {
      const content = `<p>${title}的正文。</p>`
      const made = await call('addOrUpdateArticleBulletin', { bulletinId, title, content, ...more })
      if (made.errorCode !== '0') throw new Error(made.errorMsg)
      return made.value.id
    },
    move: (name: string, id: string, more: object = {}, who = by()) => call(name, { items: [{ id, ...more }] }, who),
    contents: async (id: string) => (await call('articleBulletinList', { id })).value,
    titles: async (id: string): Promise<string[]> =>
      (await call('articleBulletinList', { id })).value.map(({ title }: { title: string }) => title),
    at: async (id: string) => (await call('getBulletin', { id })).value,
    articles: (columnId: number, count: number, title: string) =>
      makeArticles(server, count, { columnId, status: 2, by: by().userId, title }),
  }
}

/** More rows than any county has: issues with contents, put where the calls would have left them. */
export async function manyBulletins(
  server: TestServer,
  issues: number,
  contents: number,
  articleIds: readonly string[],
) {
  const { db } = server.parts
  const times = { createdAt: server.clock.now, updatedAt: server.clock.now, version: 1 }
  const ids: number[] = []
  for (let i = 0; i < issues; i++) {
    const of = { year: 1960 + Math.floor(i / 12), number: (i % 12) + 1, type: 1 }
    const row = {
      title: `统计公报 ${of.year} 年第 ${of.number} 期`,
      ...of,
      code: `${of.year}-1-${of.number}`,
      status: 1,
    }
    const { id } = await db.write
      .insertInto('bulletin')
      .values({ ...row, publishedAt: server.clock.now, ...times })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  for (const [i, id] of ids.entries()) {
    const rows = Array.from({ length: i === 0 ? contents : 3 }, (_, sort) => ({
      ...{
        bulletinId: id,
        title: `第 ${sort + 1} 篇`,
        section: `栏目 ${Math.floor(sort / 50)}`,
        sort: sort + 1,
        ...times,
      },
      // a text of its own here and there
      ...(articleIds[sort] ? { articleId: Number(articleIds[sort]) } : { content: '<p>正文</p>' }),
    }))
    for (let at = 0; at < rows.length; at += 1000)
      await db.write
        .insertInto('bulletinContent')
        .values(rows.slice(at, at + 1000))
        .execute()
  }
  return ids
}
