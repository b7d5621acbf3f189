import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { databases } from '../support/databases.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

const calls = [
  ['siteCapital', 'site.capital'],
  ['siteProvince', 'site.province'],
  ['siteCity', 'site.city'],
] as const

describe.each(databases)('local news on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  const open = async (name: string, input: object = {}) => server.anyone.call(`news.${name}`, input)
  const set = (name: string, value: string) => admin.call('setting.save', { items: [{ name, value }] })

  test('the newest articles of the columns that a setting names; of none where it names none', async () => {
    for (const [call, setting] of calls) {
      expect((await open(call)).value).toMatchObject({ list: [], total: 0 })
      const columnId = await makeColumn(server, call)
      const [id] = await makeArticles(server, 1, { columnId, status: 2, by: admin.userId, title: call })
      await makeArticles(server, 1, { columnId, status: 3, by: admin.userId, title: '草稿' })
      expect((await open(call)).value.total).toBe(0)
      expect((await set(setting, `c${columnId}`)).errorCode).toBe('0')
      expect((await open(call)).value).toMatchObject({ total: 1, list: [{ articleId: id, title: `${call}（1）` }] })
    }
  })

  test('the trading list wants to know how many', async () => {
    expect((await open('siteTrading')).errorCode).toBe('MISSING_PARAMETER')
    expect((await open('siteTrading', { size: 5 })).value).toEqual([])
    const columnId = await makeColumn(server, '交易')
    await makeArticles(server, 3, { columnId, status: 2, by: admin.userId, title: '交易' })
    await set('site.trading', `c${columnId}`)
    expect((await open('siteTrading', { size: 2 })).value).toHaveLength(2)
  })
})
