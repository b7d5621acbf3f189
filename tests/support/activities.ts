import { makeArticles } from './articles.ts'
import type { Person, Reply, TestServer } from './server.ts'

let number = 0

/** Hands for a server's special topics or periodicals, by one person's calls; `auditor` publishes what that person submitted. */
export function activitiesOf(
  server: TestServer,
  area: 'special' | 'periodical',
  by: () => Person,
  auditor: () => Person = by,
) {
  const call = (name: string, input: object = {}, who = by()): Promise<Reply> => who.call(`${area}.${name}`, input)
  const fine = async (name: string, input: object): Promise<Reply> => {
    const reply = await call(name, input)
    if (reply.errorCode !== '0') throw new Error(reply.errorMsg)
    return reply
  }
  const move = (name: string, id: string, more: object = {}, who = by()) =>
    call(name, { items: [{ id, ...more }] }, who)
  return {
    call,
    move,
    /** One of its own title. @returns its id */
    async add(more: object = {}): Promise<string> {
      number += 1
      const own =
        area === 'periodical' ? { title: `期刊 ${number}`, publishedOn: '2026-11-20' } : { title: `专题 ${number}` }
      return (await fine('saveOrUpdate', { ...own, ...more })).value.id
    },
    /** A page of a periodical. @returns its id */
    page: async (periodicalId: string, title: string, more: object = {}): Promise<string> =>
      (await fine('pageSaveOrUpdate', { periodicalId, title, ...more })).value.id,
    /** A text of a periodical's own. @returns its id */
    text: async (layoutId: string, title: string, more: object = {}): Promise<string> =>
      (await fine('articleSaveOrUpdate', { layoutId, title, content: `<p>${title}的正文。</p>`, ...more })).value.id,
    /** Submitted by the one, published by the other. */
    async publish(id: string): Promise<void> {
      const submitted = await move('submit', id)
      const done = await move('publish', id, {}, auditor())
      const failed = [...submitted.value.failed, ...done.value.failed]
      if (failed.length > 0) throw new Error(JSON.stringify(failed))
    },
    at: async (id: string) => (await call('get', { id })).value,
    articles: (columnId: number, count: number, title: string) =>
      makeArticles(server, count, { columnId, status: 2, by: by().userId, title }),
  }
}
