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
  articles = await makeArticles(server, 3, {
    columnId: await makeColumn(server),
    status: 2,
    by: userId,
    title: '可选的',
  })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

const json = async (line: string) => JSON.parse((await home.xzx(`${line} --json`)).out)

test('an issue is made, filled, put in order, published, withdrawn and deleted by command', async () => {
  const file = join(home.dir, '整期.pdf')
  writeFileSync(file, pdf('整期'))
  const { id } = await json(`bulletin add --title 甲期 --year 2026 --number 1 --type 工作公报 --files ${file}`)
  expect((await json(`bulletin get ${id}`)).files).toMatchObject([{ name: '整期.pdf' }])
  expect((await home.xzx('bulletin add --title 乙期 --year 2026 --number 1')).err).toContain('已有：《甲期》')
  // several at once, from the list of what may be chosen
  const found = await home.xzx(`bulletin candidates --bulletin-id ${id} --title 可选的 --all --format ids`)
  expect(found.out.trim().split('\n').sort()).toEqual([...articles].sort())
  const chosen = await home.xzx('bulletin choose --ids - --into 甲期 --section 通知 --yes', { stdin: found.out })
  expect(chosen.code).toBe(0)
  const own = await json(`bulletin add-content --bulletin 甲期 --title 任免通知 --section 人事 --content 任命甲为乙`)
  // a name is that of an issue, and no piece's
  expect((await home.xzx('bulletin add-content --id 甲期 --title 错改')).code).toBe(2)
  const listed: { id: string; title: string; section: string }[] = await json(`bulletin contents ${id}`)
  expect(listed.map(({ section }) => section)).toEqual(['通知', '通知', '通知', '人事'])
  const order = [own.id, ...listed.slice(0, 3).map((one) => one.id)]
  expect((await home.xzx(`bulletin arrange ${id} --content-ids ${order.join(',')}`)).code).toBe(0)
  expect((await json(`bulletin contents ${id}`))[0]).toMatchObject({ title: '任免通知', sort: 1 })
  expect((await home.xzx(`bulletin edit-content ${own.id} --title 任免的通知`)).code).toBe(0)
  expect((await home.xzx(`bulletin del-content ${listed[0]?.id} --yes`)).code).toBe(0)
  expect(await json(`bulletin contents ${id}`)).toHaveLength(3)
  expect((await home.xzx(`bulletin publish ${id} --yes`)).code).toBe(0)
  const page = () => fetch(`${server.url}/site/public_bulletin/${id}.html`)
  await expect.poll(async () => (await page()).text()).toContain('任免的通知')
  expect((await home.xzx('bulletin list --status 已发布 --format count')).out).toBe('1\n')
  expect((await home.xzx('bulletin public --year 2026')).out).toContain('甲期')
  expect((await home.xzx(`bulletin withdraw ${id} --yes`)).code).toBe(2)
  expect((await home.xzx(`bulletin withdraw ${id} --preset 1 --yes`)).code).toBe(0)
  expect((await page()).status).toBe(404)
  expect(await home.xzx(`bulletin del ${id} --yes --format count`)).toMatchObject({ code: 0, out: '1\n' })
  expect((await home.xzx(`bulletin restore ${id} --yes`)).code).toBe(0)
  expect((await home.xzx('bulletin years')).out).toContain('2026')
})
