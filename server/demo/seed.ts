import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { formatDate, parseTime } from '../../core/domain/time.ts'
import { hashPassword } from '../access/password.ts'
import { rightsChanged } from '../access/rights.ts'
import { loadAreas } from '../areas.ts'
import { attachmentsIn } from '../attachments/unused.ts'
import { cleanHtml, sealOf } from '../clean.ts'
import type { Parts } from '../context.ts'
import type { Schema } from '../db/tables.ts'
import { makeFolder } from '../folder/closed.ts'
import { appendLog } from '../log.ts'
import type { DemoArticle } from './article.ts'
import { articles } from './content.ts'
import { columns, depts, users } from './county.ts'
import { coverOf, type Drawn, drawCovers } from './covers.ts'
import { documentsOf } from './documents.ts'
import { frontPlaces } from './front.ts'
import { toHtml, withDates } from './markup.ts'
import { day } from './place.ts'
import { type Hands, live, type Person } from './steps.ts'

type Trx = Kysely<Schema>
type Ids = ReadonlyMap<string, number>

/** Who can sign in after the seed. */
export interface DemoAccount {
  readonly account: string
  readonly name: string
  readonly role: string
  readonly dept: string
}

async function refuseFilled(trx: Trx): Promise<void> {
  const column = await trx.selectFrom('column').select('id').limit(1).executeTakeFirst()
  const article = await trx.selectFrom('article').select('id').limit(1).executeTakeFirst()
  if (column || article) throw new Error('数据库中已有栏目或文章，不能写入演示内容')
}

async function addDepts(trx: Trx, now: number): Promise<Ids> {
  const ids = new Map<string, number>()
  for (const [sort, { key, name, parent }] of depts.entries()) {
    const parentId = parent ? (ids.get(parent) as number) : 0
    const { id } = await trx
      .insertInto('dept')
      .values({
        ...{ parentId, name, sort, state: 0, deptType: 0, isCount: 1, type: 3 },
        ...{ createdAt: now, updatedAt: now, version: 1 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(key, id)
  }
  return ids
}

async function addUsers(trx: Trx, deptIds: Ids, password: string, now: number): Promise<Ids> {
  const roles = new Map((await trx.selectFrom('role').select(['id', 'alias']).execute()).map((r) => [r.alias, r.id]))
  const ids = new Map<string, number>()
  for (const { account, name, dept, position, role } of users) {
    const roleId = roles.get(role)
    if (roleId === undefined) throw new Error(`缺少内置角色 ${role}，不能写入演示内容`)
    const values = { account, name, position, deptId: deptIds.get(dept) as number, userType: '2', state: 0 }
    const { id } = await trx
      .insertInto('user')
      .values({
        ...values,
        password,
        demo: 1,
        mustChange: 0,
        passwordAt: now,
        createdAt: now,
        updatedAt: now,
        version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.insertInto('userRole').values({ userId: id, roleId }).execute()
    ids.set(account, id)
  }
  return ids
}

async function addColumns(trx: Trx, now: number): Promise<Ids> {
  const ids = new Map<string, number>()
  for (const [sort, { path, title, type, parent, description, diyUrl }] of columns.entries()) {
    const parentId = parent ? (ids.get(parent) as number) : 0
    const times = { createdAt: now, updatedAt: now, version: 1 }
    const { id } = await trx
      .insertInto('column')
      .values({ parentId, title, type, path, description, diyUrl: diyUrl ?? null, sort: sort + 1, ...times })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(path, id)
  }
  // who reports writes into the same columns as the staff
  const roles = await trx.selectFrom('role').select('id').where('alias', 'in', ['staff', 'reporter']).execute()
  const open = columns.filter((column) => column.staff)
  await trx
    .insertInto('columnRole')
    .values(roles.flatMap(({ id }) => open.map(({ path }) => ({ roleId: id, columnId: ids.get(path) as number }))))
    .execute()
  return ids
}

/** The morning of a working day about so many days ago. */
function written(days: number, now: number, index: number): number {
  const midnight = parseTime(formatDate(now - days * day)) as number
  const weekday = new Date(midnight + day / 2).getUTCDay()
  const back = weekday === 0 ? 2 : weekday === 6 ? 1 : 0
  return midnight - back * day + (8 * 60 + 35 + ((index * 37) % 150)) * 60_000
}

const person = (account: string, ids: Ids): Person => ({
  id: ids.get(account) as number,
  name: users.find((user) => user.account === account)?.name ?? account,
})

function handsOf(article: DemoArticle, index: number, userIds: Ids): Hands {
  const auditors = [person('shenhe', userIds), person('fushen', userIds)] as const
  const [first, second] = index % 3 === 0 ? [auditors[1], auditors[0]] : auditors
  return { writer: person(article.by, userIds), first, second }
}

/** The documents of an article, as they were attached with its first step. */
async function addDocuments(
  trx: Trx,
  { dataDir }: Parts,
  { articleId, title, by, start }: { articleId: number; title: string; by: Person; start: number },
): Promise<void> {
  const ids: number[] = []
  for (const { name, kind, bytes } of documentsOf(title)) {
    const stored = randomUUID()
    makeFolder(attachmentsIn(dataDir), 0o700)
    await writeFile(join(attachmentsIn(dataDir), stored), bytes, { mode: 0o600 })
    const row = { to: 'article', rowId: articleId, wasRowId: 0, place: ids.length, createdBy: by.id, movedAt: start }
    const { id } = await trx
      .insertInto('attachment')
      .values({ ...row, name, kind, size: bytes.length, stored })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  if (ids.length > 0)
    await trx
      .updateTable('article')
      .set({ files: ids.join(',') })
      .where('id', '=', articleId)
      .execute()
}

async function addArticles(trx: Trx, parts: Parts, at: { columns: Ids; users: Ids; depts: Ids }): Promise<number> {
  const dated = articles.map((article, index) => ({ article, index, start: written(article.days, parts.now(), index) }))
  for (const { article, index, start } of dated.sort((a, b) => a.start - b.start)) {
    const content = cleanHtml(toHtml(withDates(article.text, start)))
    const dept = users.find((user) => user.account === article.by)?.dept ?? ''
    const place = frontPlaces[article.title]
    const fixed = {
      columnId: at.columns.get(article.column) as number,
      title: article.title,
      source: article.source ?? depts.find((one) => one.key === dept)?.name ?? null,
      summary: article.summary ?? null,
      keywords: article.keywords ?? null,
      newsType: place?.cover ? 1 : 0,
      coverImage: place?.cover ? coverOf(place.cover) : null,
      essayList: place?.essayList ?? null,
      categoryType: 'CONTENT',
      content,
      seal: sealOf(content, parts.secret.seal),
      deptId: at.depts.get(dept) as number,
    }
    const { row, steps } = live(article, fixed, handsOf(article, index, at.users), start)
    const hits = row.approvedAt ? 20 + ((article.days * 53 + article.title.length * 17) % 900) : 0
    const { id } = await trx
      .insertInto('article')
      .values({ ...row, hits })
      .returning('id')
      .executeTakeFirstOrThrow()
    const kept = await trx
      .insertInto('revision')
      .values(steps.map((step) => ({ ...step, articleId: id })))
      .returning(['id', 'no'])
      .execute()
    const open = kept.find((step) => step.no === steps.length)
    if (row.reviewStatus !== undefined && open)
      await trx.updateTable('article').set({ reviewId: open.id }).where('id', '=', id).execute()
    await addDocuments(trx, parts, { articleId: id, title: article.title, by: person(article.by, at.users), start })
  }
  return dated.length
}

/** The drawn covers as files that were uploaded. */
async function addFiles(trx: Trx, covers: readonly Drawn[], by: { id: number; deptId: number }, now: number) {
  const row = { kind: 'image', originalName: null, createdBy: by.id, deptId: by.deptId, createdAt: now }
  await trx
    .insertInto('file')
    .values(covers.map((cover) => ({ ...cover, ...row })))
    .execute()
}

const call = {
  name: 'demo.seed',
  says: '写入演示内容',
  key: '',
  address: '',
  appKey: '',
  near: true,
  agent: '',
  foreign: false,
  wantsImage: false,
  gone: () => false,
  requestId: '',
  requestKey: '',
  dry: false,
} as const

/**
 * Fills an empty database with the demo county: departments, people, columns, articles in every state with their history, and what each
 * area adds of its own.
 * One transaction, one log row. @throws when there already are columns or articles
 */
export async function seedDemo(parts: Parts, options: { password: string }): Promise<{ accounts: DemoAccount[] }> {
  const password = await hashPassword(options.password)
  const now = parts.now()
  await refuseFilled(parts.db.read)
  const covers = await drawCovers(parts.dataDir)
  const { demos } = await loadAreas()
  const more = await Promise.all(demos.map((load) => load()))
  const roleNames = await parts.db.write.transaction().execute(async (trx) => {
    await refuseFilled(trx)
    const longAgo = now - 400 * day
    const deptIds = await addDepts(trx, longAgo)
    const userIds = await addUsers(trx, deptIds, password, longAgo)
    const columnIds = await addColumns(trx, longAgo)
    const count = await addArticles(trx, parts, { columns: columnIds, users: userIds, depts: deptIds })
    await addFiles(
      trx,
      covers,
      { id: userIds.get('xinxi') as number, deptId: deptIds.get('office') as number },
      longAgo,
    )
    const place = { trx, parts, now, longAgo, depts: deptIds, users: userIds, columns: columnIds }
    for (const { add } of more) await add(place)
    await rightsChanged(trx)
    const after = { depts: depts.length, users: users.length, columns: columns.length, articles: count }
    await appendLog(trx, parts.secret.log, { call, who: null, now, change: { kind: 'system', after } })
    return new Map((await trx.selectFrom('role').select(['alias', 'name']).execute()).map((r) => [r.alias, r.name]))
  })
  const accounts = users.map(({ account, name, role, dept }) => ({
    account,
    name,
    role: roleNames.get(role) ?? role,
    dept: depts.find((one) => one.key === dept)?.name ?? '',
  }))
  return { accounts }
}
