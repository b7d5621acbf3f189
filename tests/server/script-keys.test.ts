import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('what may be given to a script, on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(database)
  })
  afterAll(() => server.close())

  type Offered = { key: string; says: string; under: string }
  const offered = async (who: Person): Promise<Offered[]> => {
    const reply = await who.call('auth.scriptKeys')
    expect(reply.errorCode, reply.text).toBe('0')
    return reply.value.rights
  }

  test('is what one holds oneself and a script can use, in words, by the menu’s order; all of it can be given', async () => {
    const admin = await server.person({ roles: ['admin'] })
    const all = await offered(admin)
    const keys = all.map(({ key }) => key)
    expect(keys).toEqual(expect.arrayContaining(['article_list', 'user_resetPwd', 'setting_save']))
    // every call of it wants a person
    for (const key of ['user_reveal', 'people_reveal']) expect(keys).not.toContain(key)
    const { menusList } = (await admin.call('menu.list')).value
    const catalogues = menusList.map(({ name }: { name: string }) => name)
    const places = all.map(({ under }) => catalogues.indexOf(under.split(' / ')[0]))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(all.find(({ key }) => key === 'article_list')).toEqual({
      ...{ key: 'article_list', says: '查看文章', under: '内容管理 / 文章管理' },
    })
    const given = await admin.call('auth.scriptAdd', { name: '全部', keys })
    expect(given.value?.keys, given.text).toEqual(keys)

    const few = await holding(server, ['hot_list', 'user_reveal'])
    expect((await offered(few)).map(({ key }) => key)).toEqual(['hot_list'])
    expect(await offered(await server.person({ roles: [] }))).toEqual([])
  })

  test('the longest life is the setting’s; a script asks for none', async () => {
    const admin = await server.person({ roles: ['admin'] })
    await admin.call('setting.save', { items: [{ name: 'signIn.tokenDays', value: '30' }] })
    expect((await admin.call('auth.scriptKeys')).value.daysMost).toBe(30)
    const { token } = (await admin.call('auth.scriptAdd', { name: '夜间', keys: ['article_list'] })).value
    const headers = { authorization: token, 'content-type': 'application/json' }
    const asked = await server.raw('/x/auth/script/keys', { method: 'POST', headers, body: '{}' })
    expect(asked.errorCode).toBe('NO_PERMISSION')
  })
})
