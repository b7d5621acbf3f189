import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { anArticle, makeColumn, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
let article: string
beforeAll(async () => {
  server = await startServer()
  const admin = await server.person({ roles: ['admin'] })
  const column = await makeColumn(server)
  const text = anArticle(column, { title: '谨防代开发票', status: 3 })
  article = (await admin.call('article.saveAdmin', text)).value.articleId
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('敏感词 are added, listed, changed and deleted by command', async () => {
  const added = JSON.parse((await home.xzx('sensitive add --word 甲词 --level 禁止 --json')).out)
  expect(added).toMatchObject({ word: '甲词', level: 2 })
  expect((await home.xzx(`sensitive edit ${added.id} --word 乙词`)).code).toBe(0)
  expect((await home.xzx('sensitive list')).out).toContain('乙词')
  expect(await home.xzx(`sensitive del ${added.id} --yes --format count`)).toMatchObject({ code: 0, out: '1\n' })
  expect((await home.xzx('sensitive list --format count')).out).toBe('0\n')
})

test('a list is taken in from a file, tried first; one unfit line keeps all of them out', async () => {
  const list = join(home.dir, '词表.txt')
  writeFileSync(list, '\ufeff代开发票\n刻章办证\n')
  const importing = `sensitive import ${list} --type 证件票据 --level 禁止 --yes`
  const dry = await home.xzx(`${importing} --dry-run`)
  expect([dry.code, dry.err]).toEqual([0, expect.stringContaining('没有导入：将新增 2 个词')])
  expect((await home.xzx('sensitive list --format count')).out).toBe('0\n')
  const done = await home.xzx(importing)
  expect([done.code, done.err]).toEqual([0, expect.stringContaining('已新增 2 个词')])
  expect((await home.xzx('sensitive list --type 证件票据 --level 禁止 --format count')).out).toBe('2\n')
  const unfit = join(home.dir, '坏表.txt')
  writeFileSync(unfit, '好词\n坏\n')
  const bad = await home.xzx(`sensitive import ${unfit} --yes`)
  expect([bad.code, bad.err]).toEqual([1, expect.stringContaining('第 2 行')])
  expect((await home.xzx('sensitive import 没有.txt --yes')).code).toBe(2)
  expect((await home.xzx('sensitive import --yes')).code).toBe(2)
})

test('what an article has of them is listed', async () => {
  const { out, code } = await home.xzx(`article words ${article} --json`)
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ level: 2, total: 1, hits: [{ word: '代开发票', field: 'title' }] })
})

test('articles are looked through from the terminal, and words tried before they are in a list', async () => {
  const scanned = await home.xzx('sensitive scan --json')
  expect(scanned.code, scanned.err).toBe(0)
  expect(JSON.parse(scanned.out)).toMatchObject({ scanned: 1, found: 1, articles: [{ articleId: article }] })
  expect(await home.xzx('sensitive scan --status 已发布 --format count')).toMatchObject({ code: 0, out: '0\n' })
  expect(scanned.err).toContain('已检测 1 篇，1 篇有发现')
  const list = join(home.dir, '试用.txt')
  writeFileSync(list, '谨防\n')
  const tried = await home.xzx(`sensitive try ${list}`)
  expect([tried.code, tried.err]).toEqual([0, expect.stringContaining('已检测 0 篇，结果没有变化')])
  const dry = await home.xzx(`sensitive try ${list} --dry-run`)
  expect([dry.code, dry.err]).toEqual([0, expect.stringContaining('试运行，没有检测')])
})
