import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
let admin: Person
beforeAll(async () => {
  server = await startServer()
  admin = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('the exit code says how the site stands: 3 for a veto, 1 for a warning, 0 where all is well', async () => {
  const { db } = server.parts
  const column = await makeColumn(server, '政协要闻')
  const veto = await home.xzx('compliance check --json')
  expect(veto.code).toBe(3)
  expect(veto.err).toContain('达到否决：首页更新')
  const told = JSON.parse(veto.out)
  expect(told).toMatchObject({ profile: 'cppcc', state: 'veto' })
  expect(told.lines[0]).toMatchObject({ name: 'front', state: 'veto', rows: 0 })
  expect(told.lines[0].source).toContain('国办秘函〔2019〕19号')

  const { articleId } = (await admin.call('article.saveAdmin', anArticle(column))).value
  const at = (ago: number) =>
    db.write
      .updateTable('article')
      .set({ status: 2, publishTime: server.clock.now - ago * 86_400_000 })
      .where('id', '=', Number(articleId))
      .execute()
  await at(12)
  const others = await db.write.selectFrom('column').select(['id', 'path']).where('id', '!=', column).execute()
  const free = others.map(({ id, path }) => path || `c${id}`).join(',')
  if (free) await home.xzx(`setting set compliance.freeColumns ${free}`)
  const warn = await home.xzx('compliance check --quiet')
  expect(warn.code, warn.err).toBe(1)
  expect(warn.out).toContain('首页更新')
  expect(warn.out).not.toContain('空白栏目')
  expect(warn.err).toContain('项预警：首页更新')

  await at(1)
  const good = await home.xzx('compliance check --quiet')
  expect([good.code, good.out, good.err]).toEqual([0, '', ''])
  // a token that lacks keys is told what it did not look at
  const { token } = (await admin.call('auth.scriptAdd', { name: '少权限', keys: ['compliance_list'] })).value
  const blind = await home.xzx('compliance check --quiet', { env: { XZX_TOKEN: token } })
  expect([blind.code, blind.err]).toEqual([1, expect.stringMatching(/有 \d+ 项没有核对：.*来信久未答复/)])
  const partly = await home.xzx('compliance check --quiet --partial', { env: { XZX_TOKEN: token } })
  expect([partly.code, partly.out, partly.err]).toEqual([0, '', ''])
  const government = await home.xzx('compliance check --kind 政府网站 --json')
  expect(government.code).toBe(1)
  expect(JSON.parse(government.out).lines.map(({ name }: { name: string }) => name)).toContain('siteReport')
  expect(await home.xzx('compliance check --kind 学校')).toMatchObject({ code: 2 })

  const year = new Date(server.clock.now).getFullYear()
  const table = JSON.parse((await home.xzx(`compliance yearly ${year} --json`)).out)
  expect(table.lines[0]).toMatchObject({ name: 'published', value: 1, rows: 1 })
  expect((await home.xzx('compliance yearly')).code).toBe(2)
  expect((await home.xzx('compliance columns --format table')).out).toContain('政协要闻')
  const one = JSON.parse((await home.xzx('compliance columns --title 政协要闻 --json')).out)
  expect(one.list[0]).toMatchObject({ days: 1, rows: 1 })
})
