import { sealOf } from '../../server/clean.ts'
import type { TestServer } from './server.ts'

interface Many {
  readonly columnId: number
  readonly status: number
  readonly by: number
  readonly title?: string
}

/** Puts articles into the database as the workflow would have left them; answers their ids. */
export async function makeArticles(server: TestServer, count: number, given: Many): Promise<string[]> {
  const { columnId, status, by, title = '关于召开主席会议的通知' } = given
  const { now } = server.clock
  const content = '<p>会议听取了提案办理情况的通报。</p>'
  const approved = status === 2 || status === 5
  const rows = Array.from({ length: count }, (_, i) => ({
    columnId,
    title: `${title}（${i + 1}）`,
    content,
    seal: sealOf(content, server.parts.secret.seal),
    status,
    hits: 0,
    createdBy: by,
    createdAt: now,
    updatedBy: by,
    updatedAt: now,
    submittedBy: status === 3 ? null : by,
    submittedAt: status === 3 ? null : now,
    approvedBy: approved ? by + 1 : null,
    publishTime: now,
    version: 1,
    demo: 0 as const,
  }))
  const made: string[] = []
  for (let i = 0; i < rows.length; i += 200) {
    const some = await server.parts.db.write
      .insertInto('article')
      .values(rows.slice(i, i + 200))
      .returning('id')
      .execute()
    const articleIds = some.map((row) => row.id)
    const step = {
      no: 1,
      act: '新增并提交',
      review: 0 as const,
      status,
      after: '{}',
      before: '{}',
      byName: '测试',
      at: now,
    }
    await server.parts.db.write
      .insertInto('revision')
      .values(articleIds.map((articleId) => ({ ...step, articleId, byId: by })))
      .execute()
    made.push(...articleIds.map(String))
  }
  return made
}

/** How many articles are in a state, in the database itself. */
export async function countIn(server: TestServer, status: number): Promise<number> {
  const { n } = await server.parts.db.read
    .selectFrom('article')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('status', '=', status)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}
