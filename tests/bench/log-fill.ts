import { hashPassword } from '../../server/access/password.ts'
import { rightsChanged } from '../../server/access/rights.ts'
import { user as users } from '../../server/db/tables/people.ts'
import { sealed } from '../../server/rows/personal.ts'
import { adminPassword } from '../support/process.ts'
import { fillArticles } from './articles-fill.ts'
import { figuresOf } from './letters-fill.ts'
import { nameOf } from './people-fill.ts'
import { addOffices, inChunks, newHouse } from './rows-fill.ts'

/** How many there are of each; the rows of the log are a year's. */
export const sizes = { rows: 200_000, people: 2000, depts: 40, articles: 20_000 } as const
const day = 24 * 3_600_000

/** Accounts that read the log: all of it, and what one department did. */
export const readers = { all: 'admin', branch: 'renshi2' } as const

/** Draws the same each time. */
function drawn(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** What one row tells. */
interface Line {
  readonly call: string
  readonly says: string
  readonly kind?: string
  readonly ids?: readonly number[]
  readonly before?: object
  readonly after?: object
  readonly result?: string
}

const told = (i: number) => `第 ${i % sizes.articles} 次会议`

/** What is done in an office, about as often as it is done there. */
const lines: readonly ((i: number) => Line)[] = [
  () => ({ call: 'auth.login', says: '登录', kind: 'login' }),
  (i) => ({ call: 'auth.login', says: '登录', kind: 'login', ...(i % 3 === 0 && { result: '失败' }) }),
  (i) => ({
    ...{ call: 'article.update', says: '修改文章', ids: [1 + (i % sizes.articles)] },
    before: { title: told(i), content: `会议召开第 ${i} 次，听取汇报。`.repeat(6), keywords: '会议、协商' },
    after: { title: `${told(i)}（修订）`, content: `会议召开第 ${i} 次，审议通过。`.repeat(6), keywords: '会议、民生' },
  }),
  (i) => ({
    ...{ call: 'article.saveAdmin', says: '新增文章', ids: [1 + (i % sizes.articles)] },
    after: { title: told(i), columnId: 3, status: i % 2, content: `提案办理第 ${i} 件。`.repeat(8), source: '办公室' },
  }),
  (i) => ({
    ...{ call: 'article.approve', says: '审核通过', ids: [1 + (i % sizes.articles)] },
    ...{ before: { status: 1 }, after: { status: 2 } },
  }),
  (i) => ({
    ...{ call: 'article.back', says: '退回', ids: [1 + (i % sizes.articles)], before: { status: 1 } },
    ...{ after: { status: 4 }, result: `退回；理由：标题第 ${i} 处有错别字` },
  }),
  (i) => ({
    ...{ call: 'user.save', says: '修改用户', ids: [2 + (i % sizes.people)] },
    ...{ before: { name: nameOf(i), position: '科员' }, after: { name: nameOf(i + 1), position: '主任科员' } },
  }),
  (i) => ({
    ...{ call: 'log.systemLogSave', says: '记录客户端日志', kind: 'client' },
    after: { content: i % 2 === 0 ? '导出文章' : '检查链接', detail: `第 ${i} 次` },
  }),
  (i) => ({
    ...{ call: 'mail.toForum', says: '交办信件', ids: [1 + (i % 500)] },
    ...{ before: { state: 1 }, after: { state: 2, deptId: 1 + (i % sizes.depts) } },
    ...(i % 20 === 0 && { result: '没有权限' }),
  }),
  () => ({ call: 'schedule.run', says: '备份', kind: 'system', after: { title: '备份数据' } }),
]

/** A house's people, their articles, and a year of its log, in a new data folder. */
export async function fillLog(data: string, databaseUrl?: string, count: number = sizes.rows): Promise<void> {
  const house = await newHouse(data, databaseUrl)
  const { db, secret, now, times } = house
  const password = await hashPassword(adminPassword)
  const depts = await addOffices(house, sizes.depts)
  const people: { id: number; account: string; name: string }[] = []
  await inChunks(
    sizes.people,
    (i) =>
      sealed(secret, users, {
        ...{ ...times, account: `renshi${i}`, name: nameOf(i), deptId: depts[i % sizes.depts]?.id ?? null },
        ...{ mobile: null, idNumber: null, userType: '2', state: 0, password, passwordAt: now },
        ...{ mustChange: 0 as const, demo: 0 as const, position: '科员' },
      }),
    async (rows) => {
      people.push(...(await db.write.insertInto('user').values(rows).returning(['id', 'account', 'name']).execute()))
    },
  )
  await db.transaction(async (trx) => {
    const role = { ...times, name: '查日志', enabled: 1 as const, factor: 0 as const, dataScope: 'DEPARTS' }
    const { id: roleId } = await trx.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow()
    const held = await trx
      .selectFrom('resource')
      .select('id')
      .where('alias', 'in', ['log_list', 'article_list', 'user_list'])
      .execute()
    await trx
      .insertInto('roleResource')
      .values(held.map(({ id }) => ({ roleId, resourceId: id })))
      .execute()
    await trx
      .insertInto('userRole')
      .values({ userId: people[2]?.id ?? 0, roleId })
      .execute()
    await rightsChanged(trx)
  })
  await fillArticles(db.write, sizes.articles)
  const { lastId } = await db.write.selectFrom('logHead').select('lastId').executeTakeFirstOrThrow()
  const step = (365 * day) / count
  const next = drawn(7)
  await inChunks(
    count,
    (i) => {
      const {
        kind = 'operation',
        call,
        says,
        ids = [],
        before,
        after,
        result = '成功',
      } = (lines[next(lines.length)] as (i: number) => Line)(next(count))
      const who = people[next(sizes.people)]
      return {
        ...{ id: lastId + 1 + i, at: Math.round(now - (count - i) * step), kind, call, says, result },
        ...{ userId: who?.id ?? null, userAccount: who?.account ?? null, userName: who?.name ?? null },
        ...{ address: '10.0.0.8', targetIds: JSON.stringify(ids.map(String)) },
        ...{ before: before ? JSON.stringify(before) : null, after: after ? JSON.stringify(after) : null },
        ...{ requestId: `bench-${i}`, previous: 'x'.repeat(43), hash: 'x'.repeat(43) },
      }
    },
    (rows) => db.write.insertInto('log').values(rows).execute(),
  )
  await db.write
    .updateTable('logHead')
    .set({ lastId: lastId + count })
    .execute()
  await figuresOf(db)
  await db.close()
}
