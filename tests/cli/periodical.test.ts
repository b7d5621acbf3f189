import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { pdf } from '../support/files.ts'
import { makeColumn, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
let articles: string[]
beforeAll(async () => {
  server = await startServer()
  const { token, userId } = await server.person({ roles: ['admin'] })
  const columnId = await makeColumn(server)
  articles = await makeArticles(server, 2, { columnId, status: 2, by: userId, title: '可选的' })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

const json = async (line: string) => JSON.parse((await home.xzx(`${line} --json`)).out)

test('an issue is made page by page, filled, moved about, submitted, rejected and published by command', async () => {
  const file = join(home.dir, '整期.pdf')
  writeFileSync(file, pdf('整期'))
  const { id } = await json(`periodical add --title 甲刊 --published-on 2026-11-20 --files ${file}`)
  const one = await json('periodical add-page --periodical 甲刊 --title 一版 --sort-type 横排')
  await json('periodical add-page --periodical 甲刊 --title 二版')
  expect((await json('periodical pages --periodical 甲刊')).list.map(({ title }: { title: string }) => title)).toEqual([
    '一版',
    '二版',
  ])
  const choose = ['periodical', 'choose', '--ids', '-', '--layout', '甲刊·一版', '--yes']
  expect((await home.xzx(choose, { stdin: articles.join('\n') })).code).toBe(0)
  const add = ['periodical', 'add-article', '--layout', '甲刊·二版', '--title', '自己的', '--content', '正文', '--json']
  const own = JSON.parse((await home.xzx(add)).out)
  expect((await home.xzx(['periodical', 'edit-article', own.id, '--layout', '甲刊·一版'])).code).toBe(0)
  const listed = await json(`periodical contents --periodical ${id}`)
  expect(listed.map(({ layoutId }: { layoutId: string }) => layoutId)).toEqual([one.id, one.id, one.id])
  const order = listed.map((row: { id: string }) => row.id).reverse()
  expect((await home.xzx(`periodical arrange ${id} --content-ids ${order.join(',')}`)).code).toBe(0)
  expect((await home.xzx(`periodical del-article ${order[2]} --yes`)).code).toBe(0)
  expect((await home.xzx(`periodical submit ${id} --yes`)).code).toBe(0)
  expect((await home.xzx(`periodical reject ${id} --preset 1 --yes`)).code).toBe(0)
  expect((await home.xzx(`periodical submit ${id} --yes`)).code).toBe(0)
  expect((await home.xzx(`periodical publish ${id} --yes`)).code).toBe(0)
  const page = () => fetch(`${server.url}/site/public_periodical/${id}.html`)
  await expect.poll(async () => (await page()).text()).toContain('自己的')
  expect((await home.xzx('periodical public')).out).toContain('甲刊')
  expect((await home.xzx(`periodical take-down ${id} --preset 1 --yes`)).code).toBe(0)
  expect((await page()).status).toBe(404)
})
