import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { makeColumn, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  const { token, userId } = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
  await makeArticles(server, 20, { columnId: await makeColumn(server), status: 2, by: userId })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('the index of the search is looked at, tried and made anew by command', async () => {
  expect(await home.xzx('search rebuild --dry-run')).toMatchObject({
    code: 0,
    err: expect.stringContaining('没有重建'),
  })
  const before = JSON.parse((await home.xzx('search status --json')).out)
  expect(before).toMatchObject({ rebuild: null })
  const { code, err } = await home.xzx('search rebuild')
  expect([code, err]).toEqual([0, expect.stringContaining('新的索引已启用')])
  const after = JSON.parse((await home.xzx('search status --json')).out)
  expect(after).toMatchObject({ online: 20, waiting: 0, rebuild: { state: 'done' } })
  expect((await home.xzx('doctor')).out).toContain('已编入 20 篇')
})

test('one that breaks ends the command by its error, and the index of before answers', async () => {
  const { search } = server.parts
  const whole = search.rebuild
  search.rebuild = () => Promise.reject(Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' }))
  const broken = await home.xzx('search rebuild')
  search.rebuild = whole
  // a full disk: it may be tried again later
  expect(broken).toMatchObject({ code: 5, err: expect.stringContaining('检索索引的重建未能完成') })
  expect((await home.xzx('doctor')).out).toContain('最近一次重建没有完成')
})
