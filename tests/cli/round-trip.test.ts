import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startServer } from '../support/server.ts'
import { sharedHome } from '../support/set-up.ts'

/** What one server exports, an empty one imports: the same articles in the same columns. */

const [from, to] = [await startServer(), await startServer()]
afterAll(async () => {
  await from.close()
  await to.close()
})
const admin = await from.person({ roles: ['admin'] })
const other = await to.person({ roles: ['admin'] })
const home = sharedHome({})
const at = (url: string, token: string) => ({ env: { XZX_SERVER: url, XZX_TOKEN: token } })

async function column(title: string, parentId = 0): Promise<number> {
  const values = { title, parentId, type: 1 as const, sort: 0, createdAt: 0, updatedAt: 0, version: 1 }
  const { id } = await from.parts.db.write.insertInto('column').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}
const news = await column('新闻中心')
const headlines = await column('要闻', news)
const twin = await column('要闻', await column('专题'))
const slashed = await column('新闻中心/要闻')

const html =
  '<h2>一、概况</h2><p style="text-align:center">“甲”&amp;乙，<strong>120</strong> 万元<br>第二行</p>\n<table><tbody><tr><td>1,2</td></tr></tbody></table>'
const articles = [
  {
    columnId: headlines,
    title: '=1+1,"引号"\u3000与空格',
    content: html,
    subtitle: "'=副标题",
    summary: '-摘要\n第二行',
    source: '县政府办公室',
    keywords: '供暖,改造',
    newsType: 1,
    coverImage: '/uploads/a.png',
    essayList: '1,3',
    publishTime: '2026-05-06 07:08:09',
    sourceUrl: 'https://www.qingshi.example/1.html',
    sort: 7,
  },
  { columnId: twin, title: "'@标题", content: '<p>没有日期</p>' },
  { columnId: slashed, title: '栏目名中有斜线', content: '<p>正文</p>' },
  { columnId: news, title: '00123', content: `<p>${'长'.repeat(20_000)}</p>`, publishTime: '2026-11-01 00:00:00' },
  {
    columnId: news,
    title: '链接',
    content: '<p></p>',
    categoryType: 'URL',
    jumpUrl: 'https://www.example.com/?a=1&b=2',
  },
]
for (const one of articles) {
  const saved = await admin.call('article.saveAdmin', { ...one, status: 3 })
  expect(saved.errorCode, saved.errorMsg).toBe('0')
}

/** What is there, without what tells of the place and the time of saving. */
async function copies(server: typeof from) {
  const columns = await server.parts.db.read.selectFrom('column').select(['id', 'title', 'parentId']).execute()
  const path = (id: number): string => {
    const one = columns.find((column) => column.id === id)
    return one ? `${path(one.parentId)} › ${one.title}` : ''
  }
  const rows = await server.parts.db.read.selectFrom('article').selectAll().orderBy('title').execute()
  return rows.map(
    ({ title, content, subtitle, summary, source, keywords, newsType, coverImage, essayList, ...row }) => ({
      ...{
        column: path(row.columnId),
        title,
        content,
        subtitle,
        summary,
        source,
        keywords,
        newsType,
        coverImage,
        essayList,
      },
      ...{ categoryType: row.categoryType, jumpUrl: row.jumpUrl, sourceUrl: row.sourceUrl, sort: row.sort },
      publishTime: row.undated === 1 ? null : row.publishTime,
    }),
  )
}

beforeEach(async () => {
  for (const table of ['revision', 'article', 'column'] as const) await to.parts.db.write.deleteFrom(table).execute()
})

test.for(['jsonl', 'csv', 'xlsx'])('%s', async (kind) => {
  const file = `全部.${kind}`
  const out = await home.xzx(`article export --full --out ${file} --json`, at(from.url, admin.token))
  expect([out.code, out.json()]).toEqual([0, { file: join(home.dir, file), rows: 5 }])
  const dry = await home.xzx(`article import ${file} --json --dry-run`, at(to.url, other.token))
  expect([dry.code, dry.json()]).toEqual([0, { saved: 5, skipped: 0, failed: [] }])
  const back = await home.xzx(`article import ${file} --json`, at(to.url, other.token))
  expect([back.code, back.json()], back.err).toEqual([0, { saved: 5, skipped: 0, failed: [] }])
  expect(await copies(to)).toEqual(await copies(from))
  const again = await home.xzx(`article import ${file} --json`, at(to.url, other.token))
  expect(again.json()).toEqual({ saved: 0, skipped: 5, failed: [] })
})

test('an article published to the millisecond, as older versions did, is there already when it comes back', async () => {
  const own = {
    columnId: news,
    title: '当日发布',
    content: '<p>正文</p>',
    publishTime: '2026-11-20 08:00:00',
    status: 3,
  }
  const { articleId } = (await admin.call('article.saveAdmin', own)).value
  const row = from.parts.db.write.updateTable('article').where('id', '=', Number(articleId))
  await row.set({ publishTime: Date.parse('2026-11-20T00:00:00.652Z') }).execute()
  const out = await home.xzx('article export --full --out own.jsonl --title 当日发布', at(from.url, admin.token))
  expect(out.code).toBe(0)
  const back = await home.xzx('article import own.jsonl --json', at(from.url, admin.token))
  await from.parts.db.write.deleteFrom('article').where('title', '=', '当日发布').execute()
  expect(back.json()).toEqual({ saved: 0, skipped: 1, failed: [] })
})

test('a pipe from one to the other', async () => {
  const out = await home.xzx('export article --full --out - --format ndjson', at(from.url, admin.token))
  const back = await home.xzx('article import - --json', { ...at(to.url, other.token), stdin: out.out })
  expect([out.code, back.code, back.json().saved]).toEqual([0, 0, 5])
  expect(await copies(to)).toEqual(await copies(from))
})

test('what a cell would cut is refused by its number, not cut', async () => {
  const long = { columnId: news, title: '很长', content: `<p>${'长'.repeat(33_000)}</p>`, status: 3 }
  const { articleId } = (await admin.call('article.saveAdmin', long)).value
  const ran = await home.xzx('article export --full --out a.xlsx', at(from.url, admin.token))
  await from.parts.db.write.deleteFrom('article').where('id', '=', Number(articleId)).execute()
  expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(`文章 ${articleId} 的正文有 33007 个字符`)])
  expect(ran.err).toContain('改用 .csv 或 .jsonl')
})

test('--fields content is the text beside the others; --full with --fields is refused', async () => {
  const ran = await home.xzx(
    'article export --out a.csv --fields title,content --title 没有',
    at(from.url, admin.token),
  )
  expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('没有可导出的数据')])
  const one = await home.xzx('article export --out - --fields content,title --title @标题', at(from.url, admin.token))
  expect(one.out).toBe("\uFEFF正文（HTML）,标题\r\n<p>没有日期</p>,''@标题\r\n")
  const both = await home.xzx('article export --full --out a.csv --fields title', at(from.url, admin.token))
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('--full 和 --fields')])
})
