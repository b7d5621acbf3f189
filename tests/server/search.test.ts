import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTextIndex } from '../../server/search/text-index.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: Person
let column: number
let file: string
beforeAll(async () => {
  server = await startServer()
  admin = await server.person({ roles: ['admin'] })
  column = await makeColumn(server)
  file = join(server.parts.dataDir, 'index-of-test.db')
})
afterAll(() => server.close())

const titles = async (input: object) =>
  (await admin.call('article.list', input)).value.list.map((row: { title: string }) => row.title)
const save = async (title: string, content: string) =>
  (await admin.call('article.saveAdmin', anArticle(column, { title, content }))).value.articleId as string

test('a text is found as soon as it is saved, and by its new words only once it is changed', async () => {
  const articleId = await save('冬季供暖', '<p>集中供热将于近日开始。</p>')
  await save('夏季防汛', '<p>备足沙袋。</p>')
  expect(await titles({ keyword: '集中供热' })).toEqual(['冬季供暖'])
  await admin.call('article.update', { articleId, content: '<p>分户供热照常。</p>' })
  expect(await titles({ keyword: '集中供热' })).toEqual([])
  expect(await titles({ keyword: '供热' })).toEqual(['冬季供暖'])
  await admin.call('article.delete', { items: [{ articleId }] })
  expect(await titles({ keyword: '供热' })).toEqual([])
  const bin = await admin.call('article.recycleList', { title: '供暖' })
  expect(bin.value).toMatchObject({ total: 1, list: [{ articleId }] })
  await admin.call('article.recyclePurge', { items: [{ articleId }] })
  expect((await admin.call('article.recycleList', { title: '供暖' })).value.total).toBe(0)
})

const rejected = async () =>
  (await admin.call('inbox.count')).value.piles.find(({ pile }: { pile: string }) => pile === 'article.rejected').count

test('an article is found by what its copy under review says, for as long as it is under review', async () => {
  const articleId = await save('旧的题目', '<p>旧的正文。</p>')
  const move = (name: string, more: object = {}) => admin.call(`article.${name}`, { items: [{ articleId, ...more }] })
  await admin.call('article.accept', { items: [{ articleId }] })
  await move('approve')
  expect(await rejected()).toBe(0)
  await admin.call('article.update', { articleId, title: '修订后的题目', content: '<p>改写的正文。</p>' })
  expect(await titles({ title: '修订后' })).toEqual(['旧的题目'])
  expect(await titles({ keyword: '改写的' })).toEqual(['旧的题目'])
  expect(await titles({ title: '改写的' })).toEqual([])
  // both questions are of one article
  expect(await titles({ title: '旧的题目', keyword: '修订后' })).toEqual(['旧的题目'])
  expect(await titles({ title: '修订后', source: '别处' })).toEqual([])
  await move('acceptReject', { reason: '请核对' })
  expect(await rejected()).toBe(1)
  expect((await admin.call('article.list', { status: [4], createdBy: admin.userId })).value.total).toBe(1)
  expect(await titles({ title: '修订后' })).toEqual(['旧的题目'])
  await move('takeDown', { reason: '到期' })
  expect(await titles({ title: '修订后' })).toEqual([])
})

/** What an index of this database finds in titles; opened anew. */
function found(text: string): unknown[] {
  const index = openTextIndex(server.parts.site.site.database, file)
  try {
    expect(index.catchUp(60_000)).toBe(true)
    const rows = { sql: 'select id from temp.found', parameters: [] }
    return index.readIndexed({
      table: 'article',
      match: [{ columns: ['title'], text }],
      beside: null,
      few: rows,
      many: rows,
      total: null,
    }).list
  } finally {
    index.close()
  }
}

test('an index that is damaged, or belongs to another state of the database, is made anew; nobody else may read it', async () => {
  expect(found('防汛')).toHaveLength(1)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  writeFileSync(file, '这不是数据库'.repeat(1000))
  expect(found('防汛')).toHaveLength(1)
  // a copy of the database that is put back has gone fewer changes than the index
  const index = new DatabaseSync(file)
  index.exec(`update state set value = value + 1000 where name = 'changes'; delete from "articleHead"`)
  index.close()
  expect(found('防汛')).toHaveLength(1)
  const other = new DatabaseSync(file)
  other.exec(`update state set value = 'another' where name = 'of'; delete from "articleHead"`)
  other.close()
  expect(found('防汛')).toHaveLength(1)
})

test('notes of changes that the index holds are dropped in pieces, between which others are served', async () => {
  const { db, search } = server.parts
  const notes = async () =>
    Number((await sql<{ n: number }>`select count(*) as n from "textChange"`.execute(db.read)).rows[0]?.n)
  await sql`insert into "textChange" ("rowId")
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 9000) select 0 from n`.execute(db.write)
  // grows by one with every commit
  const before = db.state?.() as number
  search.changed()
  await expect.poll(notes, { timeout: 20_000 }).toBe(0)
  expect((db.state?.() as number) - before).toBeGreaterThanOrEqual(5)
})

test('a text of many signs that grow when cleaned is refused, and one that ends the thread keeps no other from being found', async () => {
  const refused = await admin.call('article.saveAdmin', anArticle(column, { content: '&'.repeat(600_000) }))
  expect(refused).toMatchObject({ errorCode: 'TOO_LARGE' })
  expect(refused.errorMsg).toContain('250 万')
  const id = await save('压垮检索的', `<p>${'很长'.repeat(1000)}</p>`)
  await save('后来的一篇', '<p>照样查得到。</p>')
  const index = openTextIndex(server.parts.site.site.database, file)
  expect(index.catchUp(60_000)).toBe(true)
  index.close()
  // as a thread leaves it that ended twice over the first of the two
  const db = new DatabaseSync(file)
  const first = new DatabaseSync(server.parts.site.site.database)
  const { at } = first.prepare('select max(id) as at from "textChange" where "rowId" = ? and "of" = 0').get(id) as {
    at: number
  }
  first.close()
  db.exec(`update state set value = ${at - 1} where name = 'changes';
    insert or replace into state values ('trying', ${at}), ('tries', 2)`)
  db.close()
  const again = openTextIndex(server.parts.site.site.database, file)
  expect(again.catchUp(60_000)).toBe(true)
  expect(again.passedOver()).toEqual([{ table: 'article', id: Number(id) }])
  again.close()
  expect(found('后来的')).toHaveLength(1)
})
