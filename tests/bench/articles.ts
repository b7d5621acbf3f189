import { join } from 'node:path'
import { sealOf } from '../../server/clean.ts'
import { openSqlite } from '../../server/db/open.ts'
import { openSecret } from '../../server/secret.ts'

/** Articles for measuring the generator: about what public articles of a county hold, some 2,800 characters. */

export const columnTitles =
  '政协要闻 通知公告 提案工作 委员风采 社情民意 专门委员会 学习园地 文史资料 调研视察 界别活动 机关建设 政策法规'.split(
    ' ',
  )
const paragraph =
  '会议指出，要围绕全县中心工作，深入开展调查研究，广泛听取各界别群众的意见建议，认真撰写提案，切实履行政治协商、民主监督、参政议政职能。'

export const titleOf = (i: number) => `青石县政协关于开展第 ${i} 次专题协商活动的情况通报`
export const contentOf = (i: number) => `<p>${i}．${paragraph}</p>\n`.repeat(40)
export const columnOf = (i: number) => i % columnTitles.length
/** An hour apart, the first one the newest. */
export const timeOf = (i: number) => Date.UTC(2026, 10, 1) - i * 3600_000

/** Fills the database of a data folder that a server made and left. */
async function seed(data: string, count: number): Promise<void> {
  const db = openSqlite(join(data, 'xzx.db'))
  const { seal } = openSecret(join(data, 'key'))
  const times = { createdAt: timeOf(0), updatedAt: timeOf(0), version: 1 }
  const columns: number[] = []
  for (const [sort, title] of columnTitles.entries()) {
    const row = { parentId: 0, title, type: 1, path: `col-${sort + 1}`, sort, ...times }
    columns.push((await db.write.insertInto('column').values(row).returning('id').executeTakeFirstOrThrow()).id)
  }
  const rowOf = (i: number) => ({
    ...times,
    status: 2,
    hits: 0,
    demo: 0 as const,
    columnId: columns[columnOf(i)] as number,
    title: titleOf(i),
    content: contentOf(i),
    seal: sealOf(contentOf(i), seal),
    publishTime: timeOf(i),
  })
  await db.write.transaction().execute(async (trx) => {
    for (let i = 0; i < count; i += 100) {
      const rows = Array.from({ length: Math.min(100, count - i) }, (_, k) => rowOf(i + k))
      await trx.insertInto('article').values(rows).execute()
    }
  })
  await db.close()
}

// `node articles.ts FOLDER COUNT`: in a process of its own, whose memory does not count
const [, self = '', folder, count] = process.argv
if (self.endsWith('articles.ts') && folder) await seed(folder, Number(count))
