import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { makeColumn, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
let articles: string[]
beforeAll(async () => {
  server = await startServer()
  const { token, userId } = await server.person({ roles: ['admin'] })
  const columnId = await makeColumn(server)
  articles = await makeArticles(server, 3, { columnId, status: 2, by: userId, title: '可选的' })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

const json = async (line: string) => JSON.parse((await home.xzx(`${line} --json`)).out)

test('a topic is made, filled, put in order, submitted, published, taken down and deleted by command', async () => {
  const { id } = await json('special add --title 甲专题 --model 子站首页 --summary 简介')
  expect((await home.xzx('special add --title 甲专题')).err).toContain('已有专题《甲专题》')
  const found = await home.xzx(`special candidates --special-id ${id} --title 可选的 --all --format ids`)
  expect(found.out.trim().split('\n').sort()).toEqual([...articles].sort())
  const chosen = await home.xzx('special choose --ids - --into 甲专题 --section 要闻 --yes', { stdin: found.out })
  expect(chosen.code).toBe(0)
  const listed: { id: string; section: string }[] = await json(`special articles ${id}`)
  expect(listed.map(({ section }) => section)).toEqual(['要闻', '要闻', '要闻'])
  const order = listed.map((one) => one.id).reverse()
  expect((await home.xzx(`special arrange ${id} --relation-ids ${order.join(',')}`)).code).toBe(0)
  expect((await home.xzx(`special edit-article ${order[0]} --section 评论`)).code).toBe(0)
  expect((await home.xzx(`special del-article ${order[2]} --yes`)).code).toBe(0)
  expect(await json(`special articles ${id}`)).toMatchObject([{ id: order[0], section: '评论' }, { id: order[1] }])
  expect((await home.xzx(`special publish ${id} --yes`)).out).toContain('还没有提交审核，请先提交')
  expect((await home.xzx(`special submit ${id} --yes`)).code).toBe(0)
  expect((await home.xzx(`special audit ${id} --status 已发布 --yes`)).code).toBe(0)
  const page = () => fetch(`${server.url}/site/public_special/${id}.html`)
  await expect.poll(async () => (await page()).text()).toContain('评论')
  expect((await home.xzx('special list --status 已发布 --format count')).out).toBe('1\n')
  expect((await home.xzx('special public --model 子站首页')).out).toContain('甲专题')
  expect((await home.xzx(`special take-down ${id} --yes`)).code).toBe(2)
  expect((await home.xzx(`special take-down ${id} --preset 1 --yes`)).code).toBe(0)
  expect((await page()).status).toBe(404)
  expect((await home.xzx(`special del ${id} --yes`)).code).toBe(0)
  expect((await home.xzx('special add --title 甲专题')).err).toContain('在回收站中')
})
