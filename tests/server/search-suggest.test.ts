import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('what is offered while visitors type on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server)
  })
  afterAll(() => server.close())

  async function published(title: string, day: number): Promise<string> {
    const given = { columnId: column, title, content: '<p>正文</p>', publishTimeReason: '补录' }
    const saved = await admin.call('article.saveAdmin', { ...given, publishTime: `2026-11-0${day} 08:00:00` })
    const { articleId } = saved.value
    for (const move of ['accept', 'approve']) await admin.call(`article.${move}`, { items: [{ articleId }] })
    return articleId
  }
  const offered = async (keyword: string) => (await server.anyone.call('search.suggest', { keyword })).value
  const texts = async (keyword: string) => (await offered(keyword)).map(({ text }: { text: string }) => text)

  test('hot words first, then titles, the newest first; of less than two characters nothing', async () => {
    await admin.call('hot.add', { name: '提案线索', sort: 1, enabled: 1 })
    await admin.call('hot.add', { name: '提案停用', sort: 2, enabled: 0 })
    const late = await published('重点提案督办', 9)
    await published('提案办理情况', 2)
    await admin.call('article.saveAdmin', { columnId: column, title: '提案草稿', content: '<p>提案</p>' })
    // whatever was written is known soon; a search does not wait for that
    server.parts.search.changed()
    await expect.poll(() => texts('提案'), { timeout: 20_000 }).toEqual(['提案线索', '重点提案督办', '提案办理情况'])
    expect(await texts('提案辦理')).toEqual(['提案办理情况'])
    expect(await offered('重点')).toEqual([{ text: '重点提案督办', url: `/site/a/0/${late}.html` }])
    expect(await texts('提')).toEqual([])
    expect(await texts('100%的"*')).toEqual([])
    await admin.call('article.takeDown', { items: [{ articleId: late, reason: '到期' }] })
    expect(await texts('提案')).toEqual(['提案线索', '提案办理情况'])
  })

  test('a network that asks without end gets none for a while', async () => {
    let had = true
    for (let i = 0; had && i < 2000; i += 1) had = server.parts.suggestions.take('a network', server.clock.now) !== null
    expect(had).toBe(false)
    expect(server.parts.suggestions.take('another', server.clock.now)).not.toBeNull()
    expect(server.parts.suggestions.take('a network', server.clock.now + 16 * 60_000)).not.toBeNull()
  })
})
